import ArgumentParser
import VitrinePlayback

/// `vitrine explain`: the messages of the log.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain the messages of the log.",
    discussion: """
      Examples:
        vitrine explain reference
      """,
    subcommands: [ExplainReferenceCommand.self, ExplainCatalogCommand.self]
  )
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
