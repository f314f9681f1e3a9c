public import ArgumentParser
public import VitrinePlayback
import VitrineSettings

/// What it means that the display is off.
struct PowerArguments: ParsableArguments {
  @Option(
    name: .customLong("power-off"),
    help: "What a display that is off gets: dpms (no signal) or black (a black picture).")
  var off: DisplayOff?

  @Option(
    name: .customLong("while-off"),
    help: "What becomes of the playing while the display is off: pause, continue or stop.")
  var meanwhile: PlayWhileOff?

  @Option(
    name: .customLong("wake"),
    help: ArgumentHelp(
      "For so long a touch or key turns on a display that is off; else it does not.",
      valueName: "seconds"))
  var wake: Double?

  @Flag(
    name: .customLong("cec"), inversion: .prefixedNo,
    help: "Wake the display and send it to sleep over HDMI-CEC, too.")
  var usesCEC: Bool?

  func validate() throws {
    if let wake, !(5...86_400).contains(wake) {
      throw ValidationError("--wake takes 5 to 86400 seconds")
    }
  }

  /// Has the configuration say what the command line does.
  func apply(to settings: inout Configuration) {
    if let off { settings.power.off = off }
    if let meanwhile { settings.power.meanwhile = meanwhile }
    if let wake { settings.power.wake = .milliseconds(Int64(wake * 1000)) }
    if let usesCEC { settings.power.usesCEC = usesCEC }
  }
}

extension DisplayOff: ExpressibleByArgument {}

extension PlayWhileOff: ExpressibleByArgument {}
