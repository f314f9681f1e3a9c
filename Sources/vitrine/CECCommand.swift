import ArgumentParser
import CEC
import Glibc
import Linux
import Playback
import Timing

/// `vitrine cec`: has the display turned on or off, or asks how it is, over HDMI.
struct CECCommand: ParsableCommand {
  enum Action: String, ExpressibleByArgument, CaseIterable { case on, off, status }

  static let configuration = CommandConfiguration(
    commandName: "cec",
    abstract: "Turn the display on or off over HDMI, or ask whether it is on.",
    discussion: "Ends with 69 when there is no adapter, or the display does not listen."
  )

  @Argument(help: "on, off or status.")
  var action: Action

  @Option(
    help: ArgumentHelp("Only this adapter; else the first plugged one.", valueName: "/dev/cecN"))
  var adapter: String?

  private static let patience = Duration.seconds(5)

  func run() throws {
    do throws(CECError) {
      try perform()
    } catch {
      Log().error(error.description)
      throw ExitCode(ExitStatus.unavailable.rawValue)
    }
  }

  private func perform() throws(CECError) {
    let deadline = HostTime.now() + Self.patience
    var line: Adapter
    if let adapter { line = try Adapter(path: adapter) } else { line = try Adapter.find() }
    let player = try line.claim(name: "Vitrine", until: deadline)
    switch action {
    case .on: try line.turnOn(as: player, until: deadline)
    case .off: try line.standBy(as: player, until: deadline)
    case .status:
      let place = line.physicalAddress?.description ?? "nowhere"
      print("\(line.path): player \(player) at \(place)")
      print("display: \(try line.powerStatus(as: player, until: deadline))")
    }
  }
}
