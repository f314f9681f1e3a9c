import CVitrineLinux
import Glibc

/// Sockets between programs on the same machine; see unix(7).
extension FileDescriptor {
  /// Connects to the process at `path`. Reads and writes fail with EAGAIN after `seconds`; with 0
  /// they do not block.
  package init(connectedTo path: String, waiting seconds: Int32) throws(Errno) {
    self.init(owning: try valueOrErrno { unsafe vitrine_connect_socket(kernelPath(path), seconds) })
  }

  /// Sends as many of `bytes` as fit, and returns their number; nil if the socket is full.
  package func send(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int? {
    try sent(bytes, -1)
  }

  /// Also sends a duplicate of a descriptor.
  package func send(
    _ bytes: ArraySlice<UInt8>, with file: borrowing FileDescriptor
  ) throws(Errno) -> Int? {
    try sent(bytes, file.rawValue)
  }

  /// Also sends a duplicate of a descriptor that has another owner.
  package func send(_ bytes: ArraySlice<UInt8>, passing number: Int32) throws(Errno) -> Int? {
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

  /// Receives at most `count` bytes, and a descriptor that was sent with them. No bytes mean that
  /// the peer has closed; nil means that there is nothing yet.
  package func receive(count: Int) throws(Errno) -> Received? {
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

  /// Whether the peer has read everything. Wraps SIOCOUTQ.
  package var isAllRead: Bool {
    var count: CInt = 0
    return unsafe vitrine_unread(rawValue, &count) == 0 && count == 0
  }

  package struct Received: ~Copyable {
    package let bytes: ArraySlice<UInt8>
    package var file: FileDescriptor?
  }
}

/// The process at the other end of a local socket, recorded by the kernel when it connected.
package struct SocketPeer: Hashable, Sendable {
  package let process: Int32
  package let user: UInt32
  package let group: UInt32

  package init(process: Int32, user: UInt32, group: UInt32) {
    self.process = process
    self.user = user
    self.group = group
  }

  /// Wraps SO_PEERCRED.
  package init(of socket: borrowing FileDescriptor) throws(Errno) {
    var (process, user, group): (CInt, UInt32, UInt32) = (0, 0, 0)
    let number = socket.rawValue
    _ = try valueOrErrno { unsafe vitrine_get_peer(number, &process, &user, &group) }
    self.init(process: process, user: user, group: group)
  }

  /// Whether the peer has a supplementary group. Wraps SO_PEERGROUPS.
  package static func isMember(_ socket: borrowing FileDescriptor, of group: UInt32) -> Bool {
    vitrine_peer_is_member(socket.rawValue, group) == 1
  }
}

extension FileDescriptor {
  /// Creates an empty file in memory without a path. A client that receives it cannot seal it, so
  /// that we can still truncate it (C: `memfd_create`).
  package init(inMemory name: String) throws(Errno) {
    self.init(owning: try valueOrErrno { unsafe vitrine_make_memory_file(name) })
  }
}
