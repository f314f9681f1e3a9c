import CVitrineLinux
import Glibc

/// An error number of the kernel.
package struct Errno: RawRepresentable, Hashable, Error, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  package static let notPermitted = Errno(rawValue: EPERM)
  package static let noEntry = Errno(rawValue: ENOENT)
  package static let notDirectory = Errno(rawValue: ENOTDIR)
  package static let exists = Errno(rawValue: EEXIST)
  package static let interrupted = Errno(rawValue: EINTR)
  package static let tryAgain = Errno(rawValue: EAGAIN)
  package static let accessDenied = Errno(rawValue: EACCES)
  package static let busy = Errno(rawValue: EBUSY)
  package static let noDevice = Errno(rawValue: ENODEV)
  package static let noAddress = Errno(rawValue: ENXIO)
  package static let inputOutput = Errno(rawValue: EIO)
  package static let noSpace = Errno(rawValue: ENOSPC)
  package static let readOnly = Errno(rawValue: EROFS)
  package static let notTerminal = Errno(rawValue: ENOTTY)
  package static let noMemory = Errno(rawValue: ENOMEM)
  /// No process is listening.
  package static let refused = Errno(rawValue: ECONNREFUSED)
  package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
  package static let reset = Errno(rawValue: ECONNRESET)
  package static let brokenPipe = Errno(rawValue: EPIPE)
  /// A link that may not be followed, or that leads to itself.
  package static let loop = Errno(rawValue: ELOOP)
  package static let invalid = Errno(rawValue: EINVAL)
  package static let timedOut = Errno(rawValue: ETIMEDOUT)

  /// The error of the call on the preceding line.
  package static var last: Errno { Errno(rawValue: errno) }
}

extension Errno: CustomStringConvertible {
  /// The message and the name: `Invalid argument (EINVAL)`.
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    unsafe vitrine_errno_text(rawValue, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    guard let name = unsafe vitrine_errno_name(rawValue) else { return "\(text) (\(rawValue))" }
    return unsafe "\(text) (\(String(cString: name)))"
  }
}

/// Repeats a call that a signal interrupted (EINTR); throws errno if it returns -1.
package func valueOrErrno<I: FixedWidthInteger>(_ call: () -> I) throws(Errno) -> I {
  while true {
    let result = call()
    guard result == -1 else { return result }
    let error = Errno.last
    if error != .interrupted { throw error }
  }
}
