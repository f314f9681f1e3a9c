import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineKMS
package import VitrinePictures
package import VitrinePlayback
import VitrineScanout
import VitrineSettings

/// The display's mode; nil or empty leaves the configuration's.
struct ModeOptions: ParsableArguments {
  @Option(
    name: .customLong("mode"),
    help: ArgumentHelp(
      "Set the display mode: preferred (the display's own choice), highest (the largest this board can show at about 60 Hz), or a mode such as 1920x1080@60. (default: preferred)",
      valueName: "mode"))
  var policy: ModePolicy?

  @Option(
    name: .customLong("custom-mode"),
    help: ArgumentHelp(
      "Add a mode the display does not list: 1920x1080@59.94 or a modeline; repeatable. Used by --mode and --match, and for displays without EDID.",
      valueName: "mode"))
  var custom: [CustomMode] = []

  @Option(
    name: .customLong("match"),
    help:
      "Match the display mode to the video's frame rate: off, list (once, by the first video) or item (by each; most displays go dark for about 1 s). (default: off)"
  )
  var matching: RateMatching?

  @Option(
    help:
      "Output HDR: off (tone-map to SDR) or auto (HDR if the display supports it; most go dark briefly when it changes). (default: off)"
  )
  var hdr: HDRPolicy?

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "Store the display's last working mode in this folder. (default: systemd's state folder)",
      valueName: "folder"))
  var folder: String?

  /// Applies the options to the configuration.
  func apply(to settings: inout Configuration) {
    if let policy {
      settings.display.mode = policy
      // The option applies to all connectors.
      for connector in settings.outputs.keys { settings.outputs[connector]?.mode = nil }
    }
    if !custom.isEmpty { settings.display.customModes = custom.map(\.text) }
    settings.display.matching = matching ?? settings.display.matching
    settings.display.hdr = hdr ?? settings.display.hdr
    settings.service.state = folder ?? settings.service.state ?? systemdFolder("STATE_DIRECTORY")
  }
}

/// A mode as text.
struct CustomMode: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard Mode(custom: argument) != nil else { return nil }
    text = argument
  }
}

extension ModePolicy: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument == "auto" ? "preferred" : argument) }
}

extension RateMatching: ExpressibleByArgument {}

extension HDRPolicy: ExpressibleByArgument {}
