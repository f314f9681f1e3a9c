import Glibc
import Testing
import VitrineLinux

/// Files received with a message.
struct PassedFileTests {
  /// How many descriptors of this process are memory files with this name.
  private func openCount(_ name: String) throws -> Int {
    let folder = try #require(opendir("/proc/self/fd"))
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let number = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var target = [CChar](repeating: 0, count: 256)
      let length = readlink("/proc/self/fd/\(number)", &target, target.count)
      guard length > 0 else { continue }
      let text = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      if text.contains(name) { count += 1 }
    }
    return count
  }

  /// Sends a byte with this many descriptors of one file.
  private func send(_ file: borrowing FileDescriptor, times count: Int, over socket: CInt) -> Int {
    let head = MemoryLayout<cmsghdr>.size
    let length = head + count * MemoryLayout<CInt>.size
    let size = (length + 7) / 8 * 8
    let control = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    defer { control.deallocate() }
    control.initializeMemory(as: UInt8.self, repeating: 0)
    var header = cmsghdr()
    header.cmsg_len = .init(length)
    (header.cmsg_level, header.cmsg_type) = (SOL_SOCKET, CInt(SCM_RIGHTS))
    control.storeBytes(of: header, as: cmsghdr.self)
    for index in 0..<count {
      control.storeBytes(of: file.rawValue, toByteOffset: head + index * 4, as: CInt.self)
    }
    var byte: UInt8 = 7
    return withUnsafeMutablePointer(to: &byte) { byte in
      var part = iovec(iov_base: byte, iov_len: 1)
      return withUnsafeMutablePointer(to: &part) { part in
        var message = msghdr()
        (message.msg_iov, message.msg_iovlen) = (part, 1)
        (message.msg_control, message.msg_controllen) = (control.baseAddress, .init(size))
        return sendmsg(socket, &message, 0)
      }
    }
  }

  @Test("A client that receives a memory file cannot prevent its owner from emptying it")
  func unsealed() throws {
    let file = try FileDescriptor(inMemory: "vitrine-unsealed")
    try file.write(Array(repeating: 1, count: 4096))
    // From <linux/fcntl.h>; its macros are not imported into Swift.
    let (addSeals, sealShrink) = (CInt(1024 + 9), CInt(2))
    #expect(fcntl(file.rawValue, addSeals, sealShrink) == -1)
    #expect(ftruncate(file.rawValue, 0) == 0)
  }

  /// Calls `body` while the received file is still open.
  private func receive(
    from socket: borrowing FileDescriptor, _ body: (Bool) throws -> Void
  ) throws {
    guard var received = try socket.receive(count: 16) else { throw Errno.tryAgain }
    let file = received.file.take()
    try body(file != nil)
    _ = consume file
  }

  @Test("Of several files received at once, one is used and none stays open", arguments: 1...5)
  func several(count: Int) throws {
    let name = "vitrine-passed-\(count)-\(getpid())"
    var ends: [CInt] = [-1, -1]
    #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let near = FileDescriptor(owning: ends[0])
    let far = FileDescriptor(owning: ends[1])
    let file = try FileDescriptor(inMemory: name)
    #expect(send(file, times: count, over: near.rawValue) == 1)
    try receive(from: far) { hasFile throws in
      #expect(hasFile)
      #expect(try openCount(name) == 2, "ours, and the received one")
    }
    #expect(try openCount(name) == 1)
  }
}
