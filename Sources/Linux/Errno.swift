import CVitrineLinux
import Glibc

/// An error number of the kernel.
public struct Errno: RawRepresentable, Hashable, Error, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  public static let notPermitted = Errno(rawValue: EPERM)
  public static let noEntry = Errno(rawValue: ENOENT)
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  public static let exists = Errno(rawValue: EEXIST)
  public static let interrupted = Errno(rawValue: EINTR)
  public static let tryAgain = Errno(rawValue: EAGAIN)
  public static let accessDenied = Errno(rawValue: EACCES)
  public static let busy = Errno(rawValue: EBUSY)
  public static let noDevice = Errno(rawValue: ENODEV)
  public static let noAddress = Errno(rawValue: ENXIO)
  public static let inputOutput = Errno(rawValue: EIO)
  public static let noSpace = Errno(rawValue: ENOSPC)
  public static let readOnly = Errno(rawValue: EROFS)
  public static let notTerminal = Errno(rawValue: ENOTTY)
  public static let noMemory = Errno(rawValue: ENOMEM)
  /// No process is listening.
  public static let refused = Errno(rawValue: ECONNREFUSED)
  public static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  public static let reset = Errno(rawValue: ECONNRESET)
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// A link that may not be followed, or that leads to itself.
  public static let loop = Errno(rawValue: ELOOP)
  public static let invalid = Errno(rawValue: EINVAL)
  public static let timedOut = Errno(rawValue: ETIMEDOUT)

  /// The error of the call on the preceding line.
  public static var last: Errno { Errno(rawValue: errno) }
}

extension Errno: CustomStringConvertible {
  /// The message and the name: `Invalid argument (EINVAL)`.
  public var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    unsafe vitrine_errno_text(rawValue, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    guard let name = unsafe vitrine_errno_name(rawValue) else { return "\(text) (\(rawValue))" }
    return unsafe "\(text) (\(String(cString: name)))"
  }
}

/// Repeats a call that a signal interrupted (EINTR); throws errno if it returns -1.
public func valueOrErrno<I: FixedWidthInteger>(_ call: () -> I) throws(Errno) -> I {
  while true {
    let result = call()
    guard result == -1 else { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}
