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

  @Flag(
    name: .customLong("cec"), inversion: .prefixedNo,
    help: "Wake the display and send it to sleep over HDMI-CEC, too.")
  var usesCEC: Bool?

  /// What the configuration says, with what the command line says instead.
  func options(_ settings: Configuration) -> PowerOptions {
    var options = settings.power
    if let off { options.off = off }
    if let meanwhile { options.meanwhile = meanwhile }
    if let usesCEC { options.usesCEC = usesCEC }
    return options
  }
}

extension DisplayOff: ExpressibleByArgument {}

extension PlayWhileOff: ExpressibleByArgument {}
