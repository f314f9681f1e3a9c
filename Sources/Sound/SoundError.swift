import CVitrineALSA
package import VitrineLinux

/// An error of a sound device.
package struct SoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The attempted action, and the device.
  package let action: String
  package let device: String
  /// The kernel's error number, or one of ALSA's from 500,000 on.
  package let errno: Errno

  package init(_ action: String, _ device: String, _ errno: Errno) {
    self.action = action
    self.device = device
    self.errno = errno
  }

  /// Converts the result of an ALSA function: a negative errno.
  init(_ action: String, _ device: String, result: CInt) {
    self.init(action, device, Errno(rawValue: -result))
  }

  static let encodingAction = "set 16, 24 or 32 bits"

  /// Whether the device accepts no samples, as the HDMI of boards that need frames of IEC 60958.
  package var isAboutEncoding: Bool { action == Self.encodingAction }

  /// The device is running but plays nothing.
  package static func stalled(_ device: String) -> SoundError {
    SoundError("playing", device, .timerExpired)
  }

  /// Whether the device is gone and has to be reopened.
  package var isGone: Bool {
    [.noDevice, .badState, .noAddress, .inputOutput, .notSupported].contains(errno)
  }

  /// Wraps `snd_strerror`.
  package var description: String {
    switch errno {
    case .busy:
      return "\(device): busy; another program is using it (fuser -v /dev/snd/*)"
    case .accessDenied, .notPermitted:
      return "\(device): permission denied; add the user to the group audio "
        + "(usermod -aG audio USER) and log in again"
    case .noEntry, .noDevice:
      return "\(device): no such sound device; aplay -L lists all"
    case .timerExpired:
      return "\(device): accepts audio but plays nothing; its display may be off or without signal"
    default:
      let code = -errno.rawValue
      let text = unsafe snd_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return "\(device): \(action): \(text)"
    }
  }
}

/// Additional error numbers of sound drivers.
extension Errno {
  static let timerExpired = Errno(rawValue: ETIME)
  static let noMemory = Errno(rawValue: ENOMEM)
  static let inputOutput = Errno(rawValue: EIO)
  static let noAddress = Errno(rawValue: ENXIO)
  /// The PCM is in the wrong state for the call (EBADFD).
  static let badState = Errno(rawValue: EBADFD)
  /// The kernel-internal ENOTSUPP, which user-space headers lack.
  static let notSupported = Errno(rawValue: 524)
}
