import Foundation
import Linux
import Testing
import Timing

/// On a virtual terminal, where StockKernelTests run it.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["VITRINE_ON_TERMINAL"] == "1"))
struct TerminalSwitchTests {
  /// Asks for a terminal as chvt(1) does, which waits until it is seen.
  private func show(_ number: Int) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/busybox")
    process.arguments = ["chvt", "\(number)"]
    try process.run()
    return process
  }

  private var active: String? { firstLine(of: "/sys/class/tty/tty0/active") }

  /// Waits for a question of the kernel and answers it; what happened.
  private func answer(_ switches: TerminalSwitches, isAllowed: Bool = true) throws -> [String] {
    let loop = try EventLoop()
    try loop.add(switches.descriptor, token: 0)
    var happened: [String] = []
    try loop.wait { _ in
      switches.answer(
        willLeave: {
          happened.append("leave")
          return isAllowed
        }, didEnter: { happened.append("enter") })
    }
    return happened
  }

  @Test("the kernel asks before it switches, takes no for an answer, and tells of the way back")
  func asked() throws {
    let second = try FileDescriptor(opening: "/dev/tty2", 2)
    let terminal = try #require(
      try VirtualTerminal.take(
        .number(1), TerminalUse(keyboard: .asBefore, switching: .asked)))
    let switches = try #require(terminal.switches)
    let refused = try show(2)
    #expect(try answer(switches, isAllowed: false) == ["leave"])
    #expect(active == "tty1")
    refused.terminate()
    let leaving = try show(2)
    #expect(try answer(switches) == ["leave"])
    leaving.waitUntilExit()
    #expect(active == "tty2")
    let entering = try show(1)
    #expect(try answer(switches) == ["enter"])
    entering.waitUntilExit()
    #expect(active == "tty1")
    terminal.close()
    let free = try show(2)
    free.waitUntilExit()
    #expect(active == "tty2")
    _ = second.rawValue
  }
}
