public import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineKMS
public import VitrinePictures
public import VitrinePlayback
import VitrineScanout
import VitrineSettings

/// Which mode the display runs in; what is nil or empty is as the configuration has it.
struct ModeOptions: ParsableArguments {
  @Option(
    name: .customLong("mode"),
    help: ArgumentHelp(
      "preferred (what the display asks for, as without it), highest (the largest at about 60 Hz that this board can show), or one of the display's, such as 1920x1080@60.",
      valueName: "mode"))
  var policy: ModePolicy?

  @Option(
    name: .customLong("custom-mode"),
    help: ArgumentHelp(
      "A mode that the display does not list: 1920x1080@59.94, or a modeline; may be repeated. Used for --mode and --match, and for displays that say nothing.",
      valueName: "mode"))
  var custom: [CustomMode] = []

  @Option(
    name: .customLong("match"),
    help:
      "Look for a mode of the video's rate: off (as without it), list (once, for the first video) or item (for each; most displays go dark for a second while they change)."
  )
  var matching: RateMatching?

  @Option(
    help:
      "HDR pictures on a display that takes them: off (mapped to SDR, as without it) or auto (as they are; most displays go dark for a moment between HDR and SDR)."
  )
  var hdr: HDRPolicy?

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "A folder to remember the display's last good mode in; else the one that systemd gives.",
      valueName: "folder"))
  var folder: String?

  /// Has the configuration say what the command line does.
  func apply(to settings: inout Configuration) {
    if let policy {
      settings.display.mode = policy
      // The command line means all connectors.
      for connector in settings.outputs.keys { settings.outputs[connector]?.mode = nil }
    }
    if !custom.isEmpty { settings.display.customModes = custom.map(\.text) }
    settings.display.matching = matching ?? settings.display.matching
    settings.display.hdr = hdr ?? settings.display.hdr
    settings.service.state = folder ?? settings.service.state ?? systemdFolder("STATE_DIRECTORY")
  }
}

/// A mode in words.
struct CustomMode: ExpressibleByArgument {
  let text: String

  init?(argument: String) {
    guard Mode(custom: argument) != nil else { return nil }
    text = argument
  }
}

extension ModePolicy: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument == "auto" ? "preferred" : argument) }
}

extension RateMatching: ExpressibleByArgument {}

extension HDRPolicy: ExpressibleByArgument {}
