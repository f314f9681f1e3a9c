import ArgumentParser
import VitrineControl
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrineSettings
import VitrineTiming

/// `vitrine explain`: why something failed, and the messages of the log.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain what went wrong last.",
    discussion: """
      Works also while the player does not run. Records of faults belong to the service: use sudo to read \
      them.

      Examples:
        sudo vitrine explain
        sudo vitrine explain --events
        sudo vitrine explain --json | jq '.faults[0].cause'
      """,
    subcommands: [
      ExplainShowCommand.self, ExplainReferenceCommand.self, ExplainCatalogCommand.self,
    ],
    defaultSubcommand: ExplainShowCommand.self
  )
}

/// `vitrine explain show`.
struct ExplainShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the last fault, the player's reaction and the cure.",
    discussion: """
      Examples:
        sudo vitrine explain --events
      """
  )

  @Flag(help: "Print the events of the last minute before the fault.")
  var events = false

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Read the records in this state folder. (default: service.state of the configuration, otherwise the service's)",
      valueName: "folder"))
  var state: String?

  @Option(
    help: ArgumentHelp(
      "Use this socket of the player. (default: VITRINE_SOCKET, otherwise service.socket of the configuration)",
      valueName: "path"))
  var socket: String?

  func run() throws {
    let found = try? ConfigurationSources.ofService.read()
    let unit = state == nil ? ServiceFacts.now().unit : nil
    let folder =
      state ?? found?.configuration.configuration.service.state ?? PlaceFacts.stateFolder(unit)
    let path = ControlCall(socket: socket).path(
      configured: ConfigurationSources.ofService.readableSocket)
    let report = FaultReport(state: folder, socket: path)
    if json {
      StandardStream.output.write(report.json.line + Array("\n".utf8))
      return
    }
    for line in report.lines(showsEvents: events, time: { WallTime.text(Double($0)) }) {
      print(line)
    }
  }
}

/// `vitrine explain reference`: docs/operate/messages.md.
struct ExplainReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print the reference: every message, its meaning and its cure.",
    discussion: """
      Examples:
        vitrine explain reference > messages.md
      """
  )

  func run() throws { print(MessageKind.reference, terminator: "") }
}

/// `vitrine explain catalog`: systemd/vitrine.catalog.
struct ExplainCatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Print the messages as a catalog for the journal.",
    discussion: """
      With the catalog installed, journalctl -x explains each message.

      Examples:
        vitrine explain catalog > /usr/lib/systemd/catalog/vitrine.catalog
      """
  )

  func run() throws { print(MessageKind.catalog, terminator: "") }
}
