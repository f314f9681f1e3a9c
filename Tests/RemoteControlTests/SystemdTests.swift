import Glibc
import Testing
import VitrineKit
import VitrineLinux
import VitrineOperations
import VitrineRemoteControl

@testable import VitrineRemoteControl

/// A program that systemd supervises.
@Suite(.timeLimit(.minutes(1)))
struct SystemdTests {
  /// In a separate process: the environment belongs to all tests.
  @Test(
    "A fake service manager receives READY=1, a status line, and WATCHDOG=1 three times per interval"
  )
  func datagrams() async {
    await #expect(processExitsWith: .success) {
      let manager = try NotifySocket()
      setenv("NOTIFY_SOCKET", manager.path, 1)
      setenv("WATCHDOG_USEC", "900000", 1)
      unsetenv("WATCHDOG_PID")
      let player = ServedScene.player([.color(0x3060C0, for: .seconds(600))])
      let server = try player.serve(.systemd)
      async let run: Void = player.run()
      var received: [String] = []
      while received.count(where: { $0 == "WATCHDOG=1" }) < 4 || !received.contains("READY=1")
        || !received.contains("STATUS=playing color:#3060c0")
      { received.append(try #require(manager.next())) }
      #expect(received.count(where: { $0 == "READY=1" }) == 1)
      player.close()
      try await run
      // Neither the player nor the program resets the watchdog now.
      while manager.next(wait: false) != nil {}
      #expect(manager.next(wait: true, for: 2) == nil)
      server.close()
    }
  }

  @Test("A program without a service manager plays as usual")
  func unsupervised() async throws {
    let player = ServedScene.player([.color(0, for: .milliseconds(200))])
    let server = try player.serve(.systemd)
    try await player.run()
    server.close()
  }

  /// Records notifications.
  private final class Manager: Sendable {
    private let notices = Shared<[ServiceNotification]>([])
    var heard: [ServiceNotification] { notices.value }
    func hear(_ notice: ServiceNotification) { notices.update { $0.append(notice) } }
  }

  @Test("The program is ready when all its players are, and one of them is reported")
  func several() async throws {
    let manager = Manager()
    let service = SystemdService(interval: .seconds(1)) { manager.hear($0) }
    let players = [0x3060C0, 0xFF0000].map {
      ServedScene.player([.color($0, for: .seconds(600))])
    }
    let servers = try players.map { player in
      try player.serve(
        RemoteEndpoint { player throws(PlayerError) in try service.add(player.engine) })
    }
    async let first: Void = players[0].run()
    while !manager.heard.contains(.status("playing color:#3060c0")) { await Task.yield() }
    #expect(!manager.heard.contains(.ready))
    // A player that has not begun does not prevent the reset of the watchdog.
    let alone = manager.heard.count { $0 == .alive }
    while manager.heard.count(where: { $0 == .alive }) < alone + 2 { await Task.yield() }
    async let second: Void = players[1].run()
    while !manager.heard.contains(.ready) { await Task.yield() }
    let before = manager.heard.count { $0 == .alive }
    while manager.heard.count(where: { $0 == .alive }) == before { await Task.yield() }
    #expect(!manager.heard.contains(.status("playing color:#ff0000")))
    // The other one is reported from now on.
    players[0].close()
    try await first
    while manager.heard.last(where: { $0 != .alive }) != .status("playing color:#ff0000") {
      await Task.yield()
    }
    players[1].close()
    try await second
    #expect(manager.heard.count { $0 == .ready } == 1)
    for server in servers { server.close() }
  }

  @Test("A player that waits for commands is ready, also if it was served after its start")
  func idle() async throws {
    let manager = Manager()
    let service = SystemdService(interval: nil) { manager.hear($0) }
    let endpoint = RemoteEndpoint { player throws(PlayerError) in
      try service.add(player.engine)
    }
    let player = ServedScene.player([])
    async let run: Void = player.run()
    var server = try player.serve(endpoint)
    while !manager.heard.contains(.ready) { await Task.yield() }
    server.close()
    let events = player.events
    player.play(.color(0x3060C0, for: .seconds(600)))
    for await event in events { if case .shown = event { break } }
    let later = Manager()
    let other = SystemdService(interval: nil) { later.hear($0) }
    server = try player.serve(
      RemoteEndpoint { player throws(PlayerError) in try other.add(player.engine) })
    while !later.heard.contains(.ready) { await Task.yield() }
    #expect(!later.heard.contains(.alive))
    server.close()
    player.close()
    try await run
  }
}

/// The socket of a fake service manager; see sd_notify(3).
private final class NotifySocket {
  let path = "/tmp/vitrine-notify-\(getpid())"
  private let socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)

  init() throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  deinit {
    close(socket)
    unlink(path)
  }

  /// The next notification; nil if there is none within this many seconds.
  func next(wait: Bool = true, for seconds: Int = 20) -> String? {
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &buffer, buffer.count, wait ? 0 : CInt(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
