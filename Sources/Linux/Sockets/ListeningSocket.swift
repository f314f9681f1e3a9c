import CVitrineLinux
import Glibc
import VitrineTiming

/// A socket that programs of the same machine connect to, by the path of its file. Nothing on it
/// blocks. The file is removed when its owner lets go.
public struct ListeningSocket: ~Copyable, Sendable {
  public let descriptor: FileDescriptor
  public let path: String
  private let file: FileIdentity

  public enum Trouble: Error, Hashable, Sendable {
    /// Another process answers there.
    case isTaken
    /// What is there is no socket.
    case isOtherFile
    case failed(Errno)
  }

  /// Listens at `path`, in the place of a predecessor that is dead. The file is at no moment more
  /// open than `mode`.
  ///
  /// A locked file beside it, which only our own user can open, keeps two that start at the same
  /// moment apart. It is held for moments alone: a process that has it for longer than `patience` has
  /// the path. Where there is no such file to be had, it goes without.
  public init(at path: String, mode: UInt32, patience: Duration = .seconds(1)) throws(Trouble) {
    let lock = try SocketLock(of: path, patience)
    defer { lock.release() }
    try Self.removeDead(path)
    let made = try Self.told { () throws(Errno) in
      FileDescriptor(owning: try valueOrErrno { unsafe vitrine_listen(kernelPath(path), mode) })
    }
    let status = try Self.told { () throws(Errno) in try lstat(path) }
    (self.path, file) = (path, FileIdentity(status))
    descriptor = made
  }

  deinit {
    // Another one may be in its place by now.
    guard let status = try? lstat(path), FileIdentity(status) == file else { return }
    unsafe unlink(kernelPath(path))
  }

  /// Whose members may connect, as far as the mode of the file lets them. Nil where the file is gone.
  public var group: UInt32? { (try? lstat(path))?.st_gid }

  /// The next client that has connected; nil when there is none.
  public func accept() throws(Errno) -> FileDescriptor? {
    do throws(Errno) {
      let number = descriptor.rawValue
      return FileDescriptor(owning: try valueOrErrno { vitrine_accept_socket(number) })
    } catch .tryAgain {
      return nil
    }
  }

  private static func told<Result: ~Copyable>(
    _ body: () throws(Errno) -> Result
  ) throws(Trouble) -> Result {
    do throws(Errno) { return try body() } catch { throw .failed(error) }
  }

  private static func removeDead(_ path: String) throws(Trouble) {
    guard let status = try? lstat(path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .isOtherFile }
    do throws(Errno) {
      _ = try FileDescriptor(connectedTo: path, waiting: 0)
    } catch .refused {
      unsafe unlink(kernelPath(path))
      return
    } catch .nameTooLong {
      throw .failed(.nameTooLong)
    } catch {
      // The process that has it does not let us in, or has no time.
    }
    throw .isTaken
  }
}

/// Of a link itself, not of what it leads to.
private func lstat(_ path: String) throws(Errno) -> stat {
  var status = stat()
  _ = try valueOrErrno { unsafe Glibc.lstat(kernelPath(path), &status) }
  return status
}
