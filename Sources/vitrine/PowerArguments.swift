public import ArgumentParser
public import Playback
import Settings

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

  /// What the configuration says, with what the command line says instead.
  func options(_ settings: Configuration) -> PowerOptions {
    var options = settings.power
    if let off { options.off = off }
    if let meanwhile { options.meanwhile = meanwhile }
    if let wake { options.wake = .milliseconds(Int64(wake * 1000)) }
    if let usesCEC { options.usesCEC = usesCEC }
    return options
  }
}

extension DisplayOff: ExpressibleByArgument {}

extension PlayWhileOff: ExpressibleByArgument {}
