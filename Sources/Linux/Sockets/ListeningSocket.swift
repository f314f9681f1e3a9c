import CVitrineLinux
import Glibc
import VitrineTiming

/// A listening socket for programs on the same machine, with a path. Non-blocking. The file is
/// removed when its owner releases it.
package struct ListeningSocket: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  package let path: String
  private let file: FileIdentity

  package enum Failure: Error, Hashable, Sendable {
    /// Another process is listening.
    case inUse
    /// There is a file that is not a socket.
    case notASocket
    case failed(Errno)
  }

  /// Listens at `path`, and replaces the socket of a dead process. The file never has more
  /// permissions than `mode`.
  ///
  /// A lock file next to it, which only our user can open, prevents races between two processes. It
  /// is locked only briefly: if the lock is held for longer than `timeout`, the path counts as
  /// taken. If there is no lock file, the socket is created without a lock.
  package init(at path: String, mode: UInt32, timeout: Duration = .seconds(1)) throws(Failure) {
    let lock = try SocketLock(of: path, timeout)
    defer { lock.release() }
    try Self.removeDead(path)
    let made = try Self.mappingErrors { () throws(Errno) in
      FileDescriptor(owning: try valueOrErrno { unsafe vitrine_listen(kernelPath(path), mode) })
    }
    let status = try Self.mappingErrors { () throws(Errno) in try lstat(path) }
    (self.path, file) = (path, FileIdentity(status))
    descriptor = made
  }

  deinit {
    // The path may belong to another socket by now.
    guard let status = try? lstat(path), FileIdentity(status) == file else { return }
    unsafe unlink(kernelPath(path))
  }

  /// The group that may connect, if the file's mode permits it. Nil if the file is gone.
  package var group: UInt32? { (try? lstat(path))?.st_gid }

  /// Returns the next client, if one has connected.
  package func accept() throws(Errno) -> FileDescriptor? {
    do throws(Errno) {
      let number = descriptor.rawValue
      return FileDescriptor(owning: try valueOrErrno { vitrine_accept_socket(number) })
    } catch .tryAgain {
      return nil
    }
  }

  private static func mappingErrors<Result: ~Copyable>(
    _ body: () throws(Errno) -> Result
  ) throws(Failure) -> Result {
    do throws(Errno) { return try body() } catch { throw .failed(error) }
  }

  private static func removeDead(_ path: String) throws(Failure) {
    guard let status = try? lstat(path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket }
    do throws(Errno) {
      _ = try FileDescriptor(connectedTo: path, waiting: 0)
    } catch .refused {
      unsafe unlink(kernelPath(path))
      return
    } catch .nameTooLong {
      throw .failed(.nameTooLong)
    } catch {
      // The process refuses the connection or does not respond.
    }
    throw .inUse
  }
}

/// Does not follow a link.
private func lstat(_ path: String) throws(Errno) -> stat {
  var status = stat()
  _ = try valueOrErrno { unsafe Glibc.lstat(kernelPath(path), &status) }
  return status
}
