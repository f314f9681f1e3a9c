import CVitrineLinux
import Glibc

/// Keeps two processes that make a socket's file at the same moment apart.
///
/// The lock is a file of our own user's, `.NAME.lock` beside the socket's, that no other user can
/// open: a lock of the folder itself is there for all who may look into it, and one that is never
/// let go of would keep us from listening for good. It is not removed: a process that waits for it
/// has it open.
struct SocketLock: ~Copyable {
  /// Nil where it goes without.
  private let file: FileDescriptor?

  /// Waits for `patience` at most.
  init(of path: String, _ patience: Duration) throws(ListeningSocket.Trouble) {
    guard let file = Self.file(of: path) else {
      self.file = nil
      return
    }
    try Self.take(file, patience)
    self.file = consume file
  }

  func release() {
    switch file {
    case .some(let file): file.unlock()
    case nil: break
    }
  }

  /// What is there and is not ours is not used: its owner could hold it for ever.
  private static func file(of path: String) -> FileDescriptor? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = (parts.dropLast() + [".\(parts.last ?? "").lock"]).joined(separator: "/")
    guard let file = try? FileDescriptor(private: name), let owner = try? file.owner,
      owner == geteuid()
    else { return nil }
    return file
  }

  private static func take(
    _ file: borrowing FileDescriptor, _ patience: Duration
  ) throws(ListeningSocket.Trouble) {
    let isOurs: Bool
    // A file system without locks has none to wait for.
    do throws(Errno) { isOurs = try file.lock(within: patience) } catch { return }
    guard isOurs else { throw .isTaken }
  }
}

extension FileDescriptor {
  /// Of a plain file that its owner alone may open; else nil.
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
