import CVitrineLinux
import Glibc

/// A lock between two processes that create the same socket.
///
/// The lock file is `.NAME.lock` next to the socket, and only our user can open it: any user who
/// can read the folder could hold a lock on that, and block us for good. The file is not removed,
/// because another process may be waiting for its lock.
struct SocketLock: ~Copyable {
  /// Nil if there is no usable lock file.
  private let file: FileDescriptor?

  /// Waits for at most `timeout`.
  init(of path: String, _ timeout: Duration) throws(ListeningSocket.Failure) {
    guard let file = Self.file(of: path) else {
      self.file = nil
      return
    }
    try Self.acquire(file, timeout)
    self.file = consume file
  }

  func release() {
    switch file {
    case .some(let file): file.unlock()
    case nil: break
    }
  }

  /// A file of another user is not used: its owner could hold the lock forever.
  private static func file(of path: String) -> FileDescriptor? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = (parts.dropLast() + [".\(parts.last ?? "").lock"]).joined(separator: "/")
    guard let file = try? FileDescriptor(private: name), let owner = try? file.owner,
      owner == geteuid()
    else { return nil }
    return file
  }

  private static func acquire(
    _ file: borrowing FileDescriptor, _ timeout: Duration
  ) throws(ListeningSocket.Failure) {
    let isOurs: Bool
    // The file system does not support locks.
    do throws(Errno) { isOurs = try file.lock(within: timeout) } catch { return }
    guard isOurs else { throw .inUse }
  }
}

extension FileDescriptor {
  /// The owner of a regular file that only its owner may open; otherwise nil.
  fileprivate var owner: uid_t? {
    get throws(Errno) {
      var status = stat()
      let number = rawValue
      _ = try valueOrErrno { unsafe fstat(number, &status) }
      let isOurs = status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 == 0
      return isOurs ? status.st_uid : nil
    }
  }
}
