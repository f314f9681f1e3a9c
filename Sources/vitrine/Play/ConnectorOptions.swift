import ArgumentParser
import VitrineDaemon
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
    if !mirrors.isEmpty { settings.display.mirrors = mirrors }
  }
}
