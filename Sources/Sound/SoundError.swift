import CVitrineALSA
public import VitrineLinux

/// What a sound device said no to.
public struct SoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What we were doing, and to which device.
  public let action: String
  public let device: String
  /// The kernel's number, or one of ALSA's own from 500,000 on.
  public let errno: Errno

  public init(_ action: String, _ device: String, _ errno: Errno) {
    (self.action, self.device, self.errno) = (action, device, errno)
  }

  /// From what a C function of ALSA returned: a negative errno.
  init(_ action: String, _ device: String, result: CInt) {
    self.init(action, device, Errno(rawValue: -result))
  }

  /// It runs and plays nothing.
  public static func standing(_ device: String) -> SoundError {
    SoundError("playing", device, .timerExpired)
  }

  /// Whether the device is gone, so that only opening it again can help.
  public var isGone: Bool {
    [.noDevice, .badState, .noAddress, .inputOutput, .notSupported].contains(errno)
  }

  /// The corresponding C function is `snd_strerror`.
  public var description: String {
    switch errno {
    case .busy:
      return "\(device): busy; another program plays through it (fuser -v /dev/snd/*)"
    case .accessDenied, .notPermitted:
      return "\(device): permission denied; add the user to the group audio "
        + "(usermod -aG audio USER) and log in again"
    case .noEntry, .noDevice:
      return "\(device): there is no such sound device; aplay -L lists those there are"
    case .timerExpired:
      return "\(device): it runs and plays nothing: its display may be off, or without a signal"
    default:
      let code = -errno.rawValue
      let text = unsafe snd_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      return "\(device): \(action): \(text)"
    }
  }
}

/// What sound drivers answer besides.
extension Errno {
  static let timerExpired = Errno(rawValue: ETIME)
  static let noMemory = Errno(rawValue: ENOMEM)
  static let inputOutput = Errno(rawValue: EIO)
  static let noAddress = Errno(rawValue: ENXIO)
  /// The PCM is not in the state that the call needs (EBADFD).
  static let badState = Errno(rawValue: EBADFD)
  /// The kernel's own ENOTSUPP, which no header of user space names.
  static let notSupported = Errno(rawValue: 524)
}
