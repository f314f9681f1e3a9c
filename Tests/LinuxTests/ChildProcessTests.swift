import Glibc
import Testing
import VitrineLinux

@Suite("A helper process")
struct ChildProcessTests {
  /// The child's output until it closes its side.
  private func output(of child: borrowing ChildProcess) throws -> String {
    var text: [UInt8] = []
    while true {
      var watched = pollfd(fd: child.socket.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&watched, 1, 10_000) == 1 else { break }
      guard let received = try child.socket.receive(count: 4096), !received.bytes.isEmpty else {
        break
      }
      text += received.bytes
    }
    return String(decoding: text, as: UTF8.self)
  }

  @Test("The child has the socket as descriptor 3, an empty input, and no other file of ours")
  func files() throws {
    let other = try FileDescriptor(opening: "/dev/null", O_RDONLY)
    let loose = dup(other.rawValue)
    defer { close(loose) }
    let child = try ChildProcess(
      "/bin/sh", arguments: ["-c", "ls /proc/self/fd >&3; cat >&3; echo $GREETING $# >&3"],
      environment: ["GREETING": "hello"])
    let words = try output(of: child).split(whereSeparator: \.isWhitespace)
    // The extra one is the folder that ls reads.
    #expect(words == ["0", "1", "2", "3", "4", "hello", "0"])
  }

  @Test("The child is killed when its owner is released, and leaves no process")
  func ends() throws {
    let end: CInt
    do {
      let child = try ChildProcess(
        "/bin/sh", arguments: ["-c", "trap '' TERM; echo on >&3; exec sleep 60"])
      var watched = pollfd(fd: child.socket.rawValue, events: Int16(POLLIN), revents: 0)
      #expect(poll(&watched, 1, 10_000) == 1)
      #expect(try child.socket.receive(count: 16)?.bytes.count == 3)
      // This end outlives its owner here: it sees the other end close.
      end = dup(child.socket.rawValue)
    }
    defer { close(end) }
    var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    #expect(poll(&watched, 1, 10_000) == 1)
    var byte: UInt8 = 0
    #expect(read(end, &byte, 1) == 0)
  }

  @Test("A missing program is reported")
  func missing() {
    #expect(throws: Errno.noEntry) { _ = try ChildProcess("/none/such") }
  }
}
