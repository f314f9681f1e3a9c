import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineGestures
import VitrineInputDevices
package import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
package import VitrineScenes
import VitrineSettings

/// The on-screen interface and its input devices.
struct InterfaceArguments: ParsableArguments {
  @Flag(
    name: .customLong("interactive"),
    help: "Enable touch, remote and keyboard control; see docs/use/interface.md.")
  var isInteractive = false

  @Flag(
    name: .customLong("list"),
    help: "Start with a gallery of the files; implies --interactive.")
  var hasList = false

  @Option(
    help: ArgumentHelp(
      "Set the heading of the gallery. (default: the list's title, otherwise Videos)",
      valueName: "text"))
  var heading: String?

  @Option(
    name: .customLong("attract-timeout"),
    help: ArgumentHelp(
      "Start the attract loop after this long without input (1-31536000). (default: never)",
      valueName: "seconds"))
  var attractTimeout: Double?

  @Option(
    name: .customLong("idle"),
    help: ArgumentHelp(
      "Return to the default state after this long without input or commands (1-31536000); 0 or "
        + "never turns it off. (default: 90 with a touchscreen, otherwise never)",
      valueName: "seconds"))
  var idle: IdleTime?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "Bind a key to an action, as printed by `vitrine keys`: KEY_RED=subtitles; repeatable.",
      valueName: "name=action"))
  var keys: [KeyBinding] = []

  @Option(
    name: .customLong("hide"),
    help: ArgumentHelp(
      "Hide a part of the interface; repeatable.", valueName: "part"))
  var hidden: [Theme.Part] = []

  @Flag(
    name: .customLong("grab"), inversion: .prefixedNo,
    help: "Keep keys from the console; --no-grab passes them on. (default: --grab)")
  var grabs: Bool?

  @Option(
    name: .customLong("touchscreen"),
    help: ArgumentHelp(
      "Use only the touchscreen of this name or path; repeatable. (default: all)",
      valueName: "device"))
  var touchscreens: [String] = []

  @Option(
    name: .customLong("thumbnail-cache"),
    help: ArgumentHelp(
      "Store the thumbnails of the slider and the gallery in this folder. (default: /var/cache/vitrine/thumbnails)",
      valueName: "folder"))
  var thumbnailFolder: String?

  func validate() throws {
    if let attractTimeout, !(1...31_536_000).contains(attractTimeout) {
      throw ValidationError(
        "invalid --attract-timeout \(attractTimeout): expected 1 to 31536000 seconds")
    }
  }

  /// Applies the options to the configuration.
  func apply(to settings: inout Configuration) {
    if isInteractive { settings.operation.isInteractive = true }
    if hasList { settings.operation.hasList = true }
    if let idle { settings.interface.idle = idle }
    if let heading { settings.interface.heading = heading }
    if !hidden.isEmpty { settings.interface.theme.hidden = Set(hidden) }
    for key in keys { settings.interface.keys[key.name] = key.action }
    if let attractTimeout {
      settings.interface.attractTimeout = .milliseconds(Int64(attractTimeout * 1000))
    }
    if let grabs { settings.input.grabs = grabs }
    if !touchscreens.isEmpty { settings.input.touchscreens = touchscreens }
    if let thumbnailFolder { settings.service.thumbnails = thumbnailFolder }
  }
}

/// A key and its action.
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
  package init?(argument: String) {
    if argument == "never" {
      self = .never
      return
    }
    guard let seconds = Double(argument), (0...31_536_000).contains(seconds) else { return nil }
    self.init(.milliseconds(Int64((seconds * 1000).rounded())))
  }
}
