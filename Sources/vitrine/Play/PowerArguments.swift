import ArgumentParser
package import VitrinePlayback
import VitrineSettings

/// The behaviour of a display that is off.
struct PowerArguments: ParsableArguments {
  @Option(
    name: .customLong("power-off"),
    help: "Send no signal (dpms) or a black picture to a display that is off. (default: dpms)")
  var off: DisplayOff?

  @Option(
    name: .customLong("while-off"),
    help: "Pause, continue or stop playback while the display is off. (default: pause)")
  var meanwhile: PlayWhileOff?

  @Option(
    name: .customLong("wake"),
    help: ArgumentHelp(
      "Turn a display that is off on for this long after a touch or key (5-86400). (default: never)",
      valueName: "seconds"))
  var wake: Double?

  @Flag(
    name: .customLong("cec"), inversion: .prefixedNo,
    help: "Also turn the display on and off over HDMI-CEC. (default: --no-cec)")
  var usesCEC: Bool?

  func validate() throws {
    if let wake, !(5...86_400).contains(wake) {
      throw ValidationError("invalid --wake \(wake): expected 5 to 86400 seconds")
    }
  }

  /// Applies the options to the configuration.
  func apply(to settings: inout Configuration) {
    if let off { settings.power.off = off }
    if let meanwhile { settings.power.meanwhile = meanwhile }
    if let wake { settings.power.wake = .milliseconds(Int64(wake * 1000)) }
    if let usesCEC { settings.power.usesCEC = usesCEC }
  }
}

extension DisplayOff: ExpressibleByArgument {}

extension PlayWhileOff: ExpressibleByArgument {}
