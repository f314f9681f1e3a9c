import CVitrineLinux
import Glibc

/// An open file, socket or device, closed when its owner lets go.
public struct FileDescriptor: ~Copyable, Sendable {
  public let rawValue: CInt

  /// Takes over a descriptor that has no other owner.
  public init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// The corresponding C function is `open`, with O_CLOEXEC.
  public init(opening path: String, _ flags: CInt) throws(Errno) {
    rawValue = try valueOrErrno { unsafe open(kernelPath(path), flags | O_CLOEXEC) }
  }

  deinit {
    // EBADF means that what was ours was closed elsewhere; the number may be another file by now.
    if close(rawValue) == -1, errno == EBADF { preconditionFailure("closed twice: \(rawValue)") }
  }
}

extension FileDescriptor {
  /// Whether a read would find something, without waiting for it. Of a fence: whether what it
  /// stands for has happened. The corresponding C function is `poll`.
  public var isReadable: Bool {
    var watched = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 0) > 0
  }
}
