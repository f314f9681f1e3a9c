import ArgumentParser
import VitrineDaemon
import VitrinePlaylists
import VitrineSettings

/// The content of other connectors.
struct ConnectorOptions: ParsableArguments {
  @Option(
    name: .customLong("also"),
    help: ArgumentHelp(
      "Loop these files on another connector, without sound; repeatable.",
      valueName: "connector=file,…"))
  var others: [OtherOutput] = []

  @Option(
    name: .customLong("mirror"),
    help: ArgumentHelp(
      "Mirror the picture on this connector; repeatable.", valueName: "connector"))
  var mirrors: [String] = []

  func apply(to settings: inout Configuration) {
    if !mirrors.isEmpty { (settings.display.mirrors, settings.display.wall) = (mirrors, nil) }
  }
}

/// Another connector and its content, in the syntax of `--also`: `HDMI-A-2=menu.mp4,offers.mp4`.
struct OtherOutput: ExpressibleByArgument {
  let connector: String
  var items: [Item]

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    connector = String(parts[0])
    items = parts[1].split(separator: ",").compactMap { Item(argument: String($0)) }
    guard !items.isEmpty else { return nil }
  }
}

extension OtherOutput {
  /// The looping queue of its player.
  func content(_ settings: Configuration) -> ProgramPlan.Content {
    ProgramPlan.Content(
      Queue(items.map { $0.completed(by: settings.playback) }, loop: .queue))
  }
}
