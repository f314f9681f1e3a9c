public import ArgumentParser
import Daemon
import Engine
import KMS
public import Pictures
public import Playback
import Scanout

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
  var matching: Matching?

  @Option(
    help:
      "HDR pictures on a display that takes them: off (mapped to SDR, as without it) or auto (as they are; most displays go dark for a moment between HDR and SDR)."
  )
  var hdr: HDROutput?

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "A folder to remember the display's last good mode in; else the one that systemd gives.",
      valueName: "folder"))
  var folder: String?

  /// Has `request` ask for what the command line says, where it does.
  func apply(to request: inout DisplayRequest) {
    // Whoever says it on the command line means all connectors.
    if let policy { (request.policy, request.policies) = (policy, [:]) }
    if !custom.isEmpty { request.customModes = custom.map(\.mode) }
    request.matching = matching ?? request.matching
    request.hdr = hdr ?? request.hdr
    request.stateFolder = folder ?? request.stateFolder ?? systemdFolder("STATE_DIRECTORY")
  }
}

/// A mode in words.
struct CustomMode: ExpressibleByArgument {
  let mode: Mode

  init?(argument: String) {
    guard let mode = Mode(custom: argument) else { return nil }
    self.mode = mode
  }
}

extension ModePolicy: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument == "auto" ? "preferred" : argument) }
}

extension Matching: ExpressibleByArgument {}

extension HDROutput: ExpressibleByArgument {}
