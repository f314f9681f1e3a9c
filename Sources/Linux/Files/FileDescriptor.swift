import CVitrineLinux
import Glibc

/// An open file, socket or device. It is closed when its owner releases it.
package struct FileDescriptor: ~Copyable, Sendable {
  package let rawValue: CInt

  /// Takes ownership of a descriptor.
  package init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// Wraps `open`, with O_CLOEXEC.
  package init(opening path: String, _ flags: CInt) throws(Errno) {
    rawValue = try valueOrErrno { unsafe open(kernelPath(path), flags | O_CLOEXEC) }
  }

  /// Duplicates the descriptor of a library (C: `fcntl` with F_DUPFD_CLOEXEC).
  package init(duplicating number: CInt) throws(Errno) {
    rawValue = try valueOrErrno { fcntl(number, F_DUPFD_CLOEXEC, 0) }
  }

  /// Gives up ownership, for a library that closes the descriptor.
  package consuming func relinquish() -> CInt {
    let number = rawValue
    discard self
    return number
  }

  deinit {
    // EBADF means that other code closed our descriptor, and the number may refer to another file
    // by now.
    if close(rawValue) == -1, errno == EBADF { preconditionFailure("closed twice: \(rawValue)") }
  }
}

extension FileDescriptor {
  /// Whether a read would not block. For a fence: whether it has signalled (C: `poll`).
  package var isReadable: Bool {
    var watched = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, 0) > 0
  }
}
