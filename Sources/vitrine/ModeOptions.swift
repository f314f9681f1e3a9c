public import ArgumentParser
public import Engine
import Glibc
public import KMS

/// Which mode the display runs in.
struct ModeOptions: ParsableArguments {
  @Option(
    name: .customLong("mode"),
    help: ArgumentHelp(
      "preferred (what the display asks for), highest (the largest at about 60 Hz that this board can show), or one of the display's, such as 1920x1080@60.",
      valueName: "mode"))
  var policy = ModePolicy.preferred

  @Option(
    name: .customLong("custom-mode"),
    help: ArgumentHelp(
      "A mode that the display does not list: 1920x1080@59.94, or a modeline; may be repeated. Used for --mode and --match, and for displays that say nothing.",
      valueName: "mode"))
  var custom: [CustomMode] = []

  @Option(
    name: .customLong("match"),
    help:
      "Look for a mode of the video's rate: off, list (once, for the first video) or item (for each; most displays go dark for a second while they change)."
  )
  var matching = Matching.off

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "A folder to remember the display's last good mode in; else the one that systemd gives.",
      valueName: "folder"))
  var folder: String?

  /// systemd names it for a unit with StateDirectory=; of several, the first is ours.
  var stateFolder: String? {
    if let folder { return folder }
    guard let given = getenv("STATE_DIRECTORY") else { return nil }
    return String(cString: given).split(separator: ":").first.map(String.init)
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
  public init?(argument: String) {
    switch argument {
    case "preferred", "auto": self = .preferred
    case "highest": self = .highest
    default:
      guard let wish = ModeWish(argument) else { return nil }
      self = .pin(wish)
    }
  }

  public var defaultValueDescription: String { "preferred" }
}

extension Matching: ExpressibleByArgument {}
