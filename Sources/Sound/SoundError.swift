import CALSA

/// What a sound device said no to.
public struct SoundError: Error, Sendable, CustomStringConvertible {
  /// What we were doing, and to which device.
  public let action: String
  public let device: String
  /// As ALSA numbers it: a negative errno.
  public let code: CInt

  public init(_ action: String, _ device: String, _ code: CInt) {
    (self.action, self.device, self.code) = (action, device, code)
  }

  /// Whether the device is gone, so that only opening it again can help.
  public var isGone: Bool {
    [-ENODEV, -EBADFD, -ENXIO, -EIO, -524].contains(code)
  }

  /// The corresponding C function is `snd_strerror`.
  public var description: String {
    let text = unsafe snd_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    switch code {
    case -EBUSY:
      return "\(device): busy; another program plays through it (fuser -v /dev/snd/*)"
    case -EACCES, -EPERM:
      return "\(device): permission denied; add the user to the group audio "
        + "(usermod -aG audio USER) and log in again"
    case -ENOENT, -ENODEV:
      return "\(device): there is no such sound device; aplay -L lists those there are"
    default: return "\(device): \(action): \(text)"
    }
  }
}
