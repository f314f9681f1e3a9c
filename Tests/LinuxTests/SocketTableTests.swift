import Glibc
import Testing

@testable import VitrineLinux

/// The user of a local connection.
struct SocketTableTests {
  private let head =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"

  private func user(_ rows: String) throws -> UInt32? {
    let client = try #require(SocketTable.End("127.0.0.1", 40000))
    let server = try #require(SocketTable.End("127.0.0.1", 8080))
    return SocketTable.user(in: Array((head + rows).utf8), from: client, to: server)
  }

  /// A row from port 40000 (9C40) to port 8080 (1F90).
  private func row(_ state: String, uid: Int, inode: Int, isBackwards: Bool = false) -> String {
    let ends = ["0100007F:9C40", "0100007F:1F90"]
    let (local, remote) = isBackwards ? (ends[1], ends[0]) : (ends[0], ends[1])
    return "   3: \(local) \(remote) \(state) 00000000:00000000 00:00000000 00000000  \(uid)"
      + "        0 \(inode) 1 0000000000000000 20 4 30 10 -1\n"
  }

  @Test("The user is that of the client's end, not of the server's")
  func client() throws {
    let server = row("01", uid: 990, inode: 5, isBackwards: true)
    #expect(try user(server + row("01", uid: 1000, inode: 6)) == 1000)
    #expect(try user(server) == nil)
  }

  @Test(
    "A connection without a process has no user, even if the kernel reports user 0",
    arguments: [("06", 0), ("04", 0), ("05", 0), ("01", 0), ("03", 7), ("08", 7)])
  func orphans(state: String, inode: Int) throws {
    #expect(try user(row(state, uid: 0, inode: inode)) == nil)
  }

  @Test(
    "A client that stops sending and waits for its response is identified", arguments: ["04", "05"])
  func halfClosed(state: String) throws {
    #expect(try user(row(state, uid: 1000, inode: 6)) == 1000)
  }

  @Test(
    "Truncated and unrelated rows have no user",
    arguments: ["", "\n\n", "   3: 0100007F:9C40 0100007F:1F90 01", "x y z\n"])
  func damaged(rows: String) throws { #expect(try user(rows) == nil) }

  @Test(
    "Only numeric addresses are connection ends", arguments: ["", "localhost", "1.2.3", "::g"])
  func ends(address: String) { #expect(SocketTable.End(address, 1) == nil) }

  @Test(
    "The kernel reports a connection's user until the client closes it, however the address is written"
  )
  func kernel() throws {
    // Other tests start programs, which would inherit the sockets.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let (server, client) = (socket(AF_INET, kind, 0), socket(AF_INET, kind, 0))
    defer { close(server) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    #expect(named(&address) { bind(server, $0, $1) } == 0 && listen(server, 1) == 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = named(&address) { place, _ in getsockname(server, place, &length) }
    #expect(named(&address) { connect(client, $0, $1) } == 0)
    var own = sockaddr_in()
    _ = named(&own) { place, _ in getsockname(client, place, &length) }
    func user(_ host: String) throws -> UInt32? {
      let from = try #require(SocketTable.End(host, Int(UInt16(bigEndian: own.sin_port))))
      let to = try #require(SocketTable.End(host, Int(UInt16(bigEndian: address.sin_port))))
      return SocketTable.user(from: from, to: to)
    }
    for host in ["127.0.0.1", "::ffff:127.0.0.1"] { #expect(try user(host) == geteuid()) }
    #expect(try user("127.0.0.2") == nil)
    shutdown(client, Int32(SHUT_WR))
    #expect(try user("127.0.0.1") == geteuid())
    close(client)
    // A program that is just starting has it open until then.
    let deadline = ContinuousClock.now + .seconds(10)
    while try user("127.0.0.1") != nil, ContinuousClock.now < deadline { sched_yield() }
    #expect(try user("127.0.0.1") == nil)
  }

  private func named(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
