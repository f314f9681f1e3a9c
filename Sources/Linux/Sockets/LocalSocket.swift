import CVitrineLinux
import Glibc

/// Sockets between the programs of one machine, by the path of a file; see unix(7).
extension FileDescriptor {
  /// Connected to the process that listens at `path`. What is written and read waits for so many seconds at the most,
  /// and then fails with EAGAIN; with 0 it does not wait.
  public init(connectedTo path: String, waiting seconds: Int32) throws(Errno) {
    self.init(owning: try valueOrErrno { unsafe vitrine_connect_socket(kernelPath(path), seconds) })
  }

  /// Sends as much of `bytes` as fits, and answers how much that was; nil where nothing does.
  public func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int? {
    try sent(bytes, -1)
  }

  /// As `send`, and the other side gets a descriptor of its own of the same file with it.
  public func send(
    _ bytes: ArraySlice<UInt8>, with file: borrowing FileDescriptor
  ) throws(Errno) -> Int? {
    try sent(bytes, file.rawValue)
  }

  /// As above, of a descriptor that something else owns.
  public func send(_ bytes: ArraySlice<UInt8>, passing number: Int32) throws(Errno) -> Int? {
    try sent(bytes, number)
  }

  private func sent(_ bytes: ArraySlice<UInt8>, _ file: CInt) throws(Errno) -> Int? {
    do throws(Errno) {
      return try valueOrErrno {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe vitrine_send(rawValue, buffer.baseAddress, buffer.count, file)
        }
      }
    } catch .tryAgain {
      return nil
    }
  }

  /// What has come, at most `count` bytes, and the file that came with it. Without bytes the other
  /// side has ended; nil where there is nothing yet.
  public func receive(count: Int) throws(Errno) -> Received? {
    var bytes = [UInt8](repeating: 0, count: count)
    var file: CInt = -1
    do throws(Errno) {
      let received = try valueOrErrno {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe vitrine_receive(rawValue, buffer.baseAddress, buffer.count, &file)
        }
      }
      return Received(
        bytes: bytes[..<received], file: file < 0 ? nil : FileDescriptor(owning: file))
    } catch .tryAgain {
      return nil
    }
  }

  /// Whether the other side has read all that was sent to it. The corresponding C constant is
  /// SIOCOUTQ.
  public var isAllRead: Bool {
    var count: CInt = 0
    return unsafe vitrine_unread(rawValue, &count) == 0 && count == 0
  }

  public struct Received: ~Copyable {
    public let bytes: ArraySlice<UInt8>
    public var file: FileDescriptor?
  }
}

/// The process at the other end of a local socket, as the kernel noted it at the connection.
public struct SocketPeer: Hashable, Sendable {
  public let process: Int32
  public let user: UInt32
  public let group: UInt32

  public init(process: Int32, user: UInt32, group: UInt32) {
    (self.process, self.user, self.group) = (process, user, group)
  }

  /// The corresponding C constant is SO_PEERCRED.
  public init(of socket: borrowing FileDescriptor) throws(Errno) {
    var (process, user, group): (CInt, UInt32, UInt32) = (0, 0, 0)
    let number = socket.rawValue
    _ = try valueOrErrno { unsafe vitrine_get_peer(number, &process, &user, &group) }
    self.init(process: process, user: user, group: group)
  }

  /// Whether the other end is in a group besides its own one. The corresponding C constant is
  /// SO_PEERGROUPS.
  public static func isMember(_ socket: borrowing FileDescriptor, of group: UInt32) -> Bool {
    vitrine_peer_is_member(socket.rawValue, group) == 1
  }
}

extension FileDescriptor {
  /// An empty file in memory, without a path: a client that gets it cannot seal it, so that it stays
  /// ours to empty. The corresponding C function is `memfd_create`.
  public init(inMemory name: String) throws(Errno) {
    self.init(owning: try valueOrErrno { unsafe vitrine_make_memory_file(name) })
  }
}
