import Glibc
import Testing
import VitrineControl
import VitrineLinux

/// The server's reports to the operator.
@Suite(.timeLimit(.minutes(1)))
struct ControlEventTests {
  @Test("A monitor that connects every second is reported once")
  func monitor() throws {
    let scene = try ServerScene()
    for _ in 0..<10 { #expect(try scene.connect().ask("status") == "success") }
    let connections = scene.events.all.filter { if case .connected = $0 { true } else { false } }
    #expect(
      connections == [.connected(SocketPeer(process: getpid(), user: geteuid(), group: getegid()))])
  }

  @Test("A rejected client is reported each time")
  func refused() throws {
    var limits = ControlLimits()
    limits.clients.total = 0
    let scene = try ServerScene(limits)
    for _ in 0..<3 { #expect(try scene.connect().line()?["error"]?.text != nil) }
    #expect(scene.events.all.count { $0.isWarning } == 3)
  }
}
