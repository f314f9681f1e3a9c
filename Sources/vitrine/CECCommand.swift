import ArgumentParser
import Glibc
import VitrineCEC
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// `vitrine cec`: turns the display on or off over HDMI-CEC.
struct CECCommand: ParsableCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable { case on, off, status, watch }

  static let configuration = CommandConfiguration(
    commandName: "cec",
    abstract: "Turn the display on or off over HDMI-CEC.",
    discussion: """
      Exit status: 0 if done, 69 if there is no CEC adapter or the display does not respond.

      Examples:
        vitrine cec on
        vitrine cec status
        vitrine cec watch
        vitrine cec off --adapter /dev/cec1
      """
  )

  @Argument(help: "on, off, status, or watch (print messages from the display until Ctrl-C).")
  var action: Action

  @Option(
    help: ArgumentHelp(
      "Use this CEC adapter. (default: the first connected one)", valueName: "/dev/cecN"))
  var adapter: String?

  private static let timeout = Duration.seconds(5)

  func run() throws {
    if action == .watch { return try watch() }
    do throws(CECError) {
      try perform()
    } catch {
      Log().error(error.description)
      throw ExitCode(ExitStatus.unavailable.rawValue)
    }
  }

  private func perform() throws(CECError) {
    let deadline = HostTime.now() + Self.timeout
    var line: Adapter
    if let adapter { line = try Adapter(path: adapter) } else { line = try Adapter.find() }
    // A sleeping display may look unplugged, and can be woken all the same.
    if action == .on, line.physicalAddress == nil {
      return try line.turnOn(as: .broadcast, until: deadline)
    }
    let player = try line.claim(name: "Vitrine", until: deadline)
    switch action {
    case .watch: break
    case .on: try line.turnOn(as: player, until: deadline)
    case .off: try line.standBy(as: player, until: deadline)
    case .status:
      let place = line.physicalAddress?.description ?? "an unknown address"
      print("\(line.path): player \(player) at \(place)")
      print("display: \(try line.powerStatus(as: player, until: deadline))")
    }
  }
  /// Prints a line per message from the display.
  private func watch() throws {
    let signals = try Signals.forShutdown()
    let television = try Television { report in
      print("\(report)")
      fflush(nil)
    }
    let loop = try EventLoop()
    try loop.add(signals.descriptor, token: 0)
    var isEnding = false
    while !isEnding {
      try loop.wait { _ in isEnding = signals.next() != nil }
    }
    television.close()
  }
}
