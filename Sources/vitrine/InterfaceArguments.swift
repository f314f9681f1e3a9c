public import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineGestures
import VitrineInputDevices
public import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
public import VitrineScenes
import VitrineSettings

/// What people at the display see beside the video, and what they do it with.
struct InterfaceArguments: ParsableArguments {
  @Flag(
    name: .customLong("interactive"),
    help: "Be operated by touch, remote and keyboard; see docs/use/interface.md.")
  var isInteractive = false

  @Flag(
    name: .customLong("list"),
    help: "Begin with a list of the files to choose from; with --interactive implied.")
  var hasList = false

  @Option(help: ArgumentHelp("What stands above the list.", valueName: "text"))
  var heading: String?

  @Option(
    name: .customLong("attract-after"),
    help: ArgumentHelp(
      "Play all of the list after so long without a touch or key, in seconds.",
      valueName: "seconds"))
  var attractAfter: Double?

  @Option(
    name: .customLong("idle"),
    help: ArgumentHelp(
      "Go back to how it was after so long without a finger, a key or a command, in seconds; 0 or "
        + "never: not at all. 90 with a touchscreen.",
      valueName: "seconds"))
  var idle: IdleTime?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "What a key does, as `vitrine keys` prints it: KEY_RED=subtitles; may be repeated.",
      valueName: "name=action"))
  var keys: [KeyBinding] = []

  @Option(
    name: .customLong("hide"),
    help: ArgumentHelp(
      "A part of the interface to leave out: "
        + Theme.Part.allCases.map(\.rawValue).joined(separator: ", ") + "; may be repeated.",
      valueName: "part"))
  var hidden: [Theme.Part] = []

  @Flag(
    name: .customLong("grab"), inversion: .prefixedNo,
    help: "Leave keys to the console too, with --no-grab: for a desk, not for a kiosk.")
  var grabs: Bool?

  @Option(
    name: .customLong("touchscreen"),
    help: ArgumentHelp(
      "Only the touchscreen of this name or path; may be repeated.", valueName: "device"))
  var touchscreens: [String] = []

  @Option(
    name: .customLong("thumbnail-cache"),
    help: "Where small pictures for the slider and the list are kept.")
  var thumbnailFolder: String?

  func validate() throws {
    if let attractAfter, !(1...31_536_000).contains(attractAfter) {
      throw ValidationError("--attract-after is 1 or more seconds")
    }
  }

  /// Has the configuration say what the command line does.
  func apply(to settings: inout Configuration) {
    if isInteractive { settings.operation.isInteractive = true }
    if hasList { settings.operation.hasList = true }
    if let idle { settings.interface.idle = idle }
    if let heading { settings.interface.heading = heading }
    if !hidden.isEmpty { settings.interface.theme.hidden = Set(hidden) }
    for key in keys { settings.interface.keys[key.name] = key.action }
    if let attractAfter {
      settings.interface.attractAfter = .milliseconds(Int64(attractAfter * 1000))
    }
    if let grabs { settings.input.grabs = grabs }
    if !touchscreens.isEmpty { settings.input.touchscreens = touchscreens }
    if let thumbnailFolder { settings.service.thumbnails = thumbnailFolder }
  }
}

/// A key and what it does.
struct KeyBinding: ExpressibleByArgument {
  let name: String
  let action: KeyAction

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0].hasPrefix("KEY_") || parts[0].hasPrefix("BTN_"),
      let action = KeyTable.action(named: parts[1])
    else { return nil }
    (name, self.action) = (parts[0], action)
  }
}

extension Theme.Part: ExpressibleByArgument {}

extension IdleTime: ExpressibleByArgument {
  public init?(argument: String) {
    if argument == "never" {
      self = .never
      return
    }
    guard let seconds = Double(argument), (0...31_536_000).contains(seconds) else { return nil }
    self.init(.milliseconds(Int64((seconds * 1000).rounded())))
  }
}
