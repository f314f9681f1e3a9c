internal import ArgumentParser
import FoundationEssentials
import VitrineDaemon
import VitrineMachine
import VitrinePictures
import VitrineSettings

/// `vitrine board`: shows which board this is, and its known limits.
struct BoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Show what is known about this board.",
    discussion: """
      Examples:
        vitrine board
        vitrine board list
        vitrine board show --board raspberry-pi-4 --json
      """,
    subcommands: [BoardShowCommand.self, BoardListCommand.self, BoardReferenceCommand.self],
    defaultSubcommand: BoardShowCommand.self
  )
}

/// The board, and the folder of board files.
struct BoardOptions: ParsableArguments {
  @Option(
    name: .customLong("boards"),
    help: ArgumentHelp(
      "Read board files from this folder instead of the built-in ones.",
      valueName: "folder"))
  var folder: String?

  @Option(
    name: .customLong("board"),
    help: ArgumentHelp("Use this board instead of the detected one.", valueName: "name"))
  var name: String?
}

/// `vitrine board show`.
struct BoardShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show this board's limits and recommended settings.",
    discussion: """
      Examples:
        vitrine board show
        vitrine board show --board raspberry-pi-4
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: BoardOptions

  func run() throws {
    try reportingErrors { () throws(ConfigurationError) in
      let found = try ConfigurationSources(boards: options.folder, board: options.name).read()
      if json { return print(Self.json(found.board)) }
      print(found.board.map(\.text) ?? "Unknown board: its features are detected at run time.")
    }
  }

  private static func json(_ choice: BoardChoice?) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try? encoder.encode(BoardReport(choice))
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }
}

/// `vitrine board list`: lists the described boards.
struct BoardListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all known boards and how well they are tested.",
    discussion: """
      Examples:
        vitrine board list
        vitrine board list --boards /etc/vitrine/boards
      """)

  @OptionGroup var options: BoardOptions

  func run() throws {
    try reportingErrors { () throws(ConfigurationError) in
      for board in try readBoards(options.folder) {
        print("\(board.name) (\(board.confidence.rawValue)): \(board.title)")
      }
    }
  }
}

/// `vitrine board reference`: docs/operate/boards.md.
struct BoardReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference", abstract: "Print the reference page of all boards.",
    discussion: """
      Examples:
        vitrine board reference > boards.md
      """)

  @OptionGroup var options: BoardOptions

  func run() throws {
    try reportingErrors { () throws(ConfigurationError) in
      print(Board.reference(of: try readBoards(options.folder)), terminator: "")
    }
  }
}

extension BoardChoice {
  /// Human-readable text.
  var text: String {
    var lines = ["\(board.name): \(board.title)", "  matched by \(reason)"]
    lines.append("  from \(board.file); \(board.confidence.meaning)")
    if !board.systems.isEmpty {
      lines.append("systems:")
      lines += board.systems.map { "  - \($0.text) (\($0.fact.confidence.rawValue))" }
    }
    for (title, facts) in [
      ("connectors", board.notes.connectors), ("planes", board.notes.planes),
      ("sound", board.notes.sound),
      ("limits", board.notes.limits),
    ] where !facts.isEmpty {
      lines.append("\(title):")
      lines += facts.map { "  - \($0.says) (\($0.confidence.rawValue))" }
    }
    if !board.decoders.isEmpty {
      lines.append("decoders:")
      lines += board.decoders.map { "  - \($0.text) (\($0.fact.confidence.rawValue))" }
    }
    if let fact = board.notes.quirks { lines += ["quirks:", "  - \(fact.says)"] }
    if !board.commandLine.isEmpty {
      lines.append("kernel command line:")
      lines += board.commandLine.map { "  \($0.word): \($0.fact.says)" }
    }
    if !others.isEmpty {
      lines.append("other matches:")
      lines += others.map { "  \($0.board.name), matched by \($0.reason)" }
    }
    return lines.joined(separator: "\n")
  }
}

extension Confidence {
  var meaning: String {
    switch self {
    case .tried: "tested"
    case .read: "from the kernel source, not tested"
    case .reported: "reported by others"
    }
  }
}

/// The JSON of a choice; without keys if the board is unknown.
private struct BoardReport: Encodable {
  struct Fact: Encodable {
    let says: String
    let source: String?
    let confidence: String
    var word, system, kernel, package: String?
    var driver, way, largest: String?
    var codecs: [String]?

    init(_ fact: BoardFact, word: String? = nil) {
      (says, source, confidence) = (fact.says, fact.source, fact.confidence.rawValue)
      self.word = word
    }

    init(_ system: BoardSystem) {
      self.init(system.fact)
      (self.system, kernel, package) = (system.system, system.kernel, system.package)
    }

    init(_ decoder: BoardDecoder) {
      self.init(decoder.fact)
      (driver, way) = (decoder.known.driver, decoder.way.rawValue)
      (codecs, largest) = (decoder.known.codecs.sorted(), decoder.known.largest?.description)
    }
  }

  struct Other: Encodable { let name, reason: String }

  var name, title, reason, confidence, file: String?
  var systems, connectors, planes, sound, decoders, limits, quirks, commandLine: [Fact]?
  var others: [Other] = []

  init(_ choice: BoardChoice?) {
    guard let choice else { return }
    let board = choice.board
    (name, title, reason) = (board.name, board.title, choice.reason)
    (confidence, file) = (board.confidence.rawValue, board.file)
    systems = board.systems.map { Fact($0) }
    connectors = board.notes.connectors.map { Fact($0) }
    planes = board.notes.planes.map { Fact($0) }
    sound = board.notes.sound.map { Fact($0) }
    decoders = board.decoders.map { Fact($0) }
    limits = board.notes.limits.map { Fact($0) }
    quirks = board.notes.quirks.map { [Fact($0)] } ?? []
    commandLine = board.commandLine.map { Fact($0.fact, word: $0.word) }
    others = choice.others.map { Other(name: $0.board.name, reason: $0.reason) }
  }
}
