import ArgumentParser
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineSettings
import VitrineWeb

/// `vitrine token`: who may work the player over the network.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make, list and take out the tokens that remotes and programs show.",
    discussion: """
      A token is told once and nowhere kept: the player remembers its digest. It counts from the next \
      request on; a player that runs need not be told.
      """,
    subcommands: [Add.self, List.self, Remove.self, Pair.self])

  /// Where the tokens are.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The folder of what the player remembers: service.state, or the service's own.",
        valueName: "folder"))
    var state = "/var/lib/vitrine"

    var file: TokenFile { TokenFile(ControlPlaces.tokens(in: state)) }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Make a token, and print it.")

    @Argument(help: "By which name you will know it, such as \"Anna's phone\".")
    var name: String

    @Option(help: "What it may: view, control (as without it) or admin.")
    var role = Role.control

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      var randomness = SystemRandomNumberGenerator()
      let token = try told { () throws(TokenFile.Trouble) in
        try file.change { book throws(TokenBook.Trouble) in
          try book.add(
            name: name, role: role, at: WallTime.seconds, randomness: &randomness)
        }
      }
      print(token)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the names of all tokens.")

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      try told { () throws(TokenFile.Trouble) in try file.refresh() }
      for entry in file.book.entries {
        print("\(WallTime.text(entry.made))  \(entry.role.rawValue)  \(entry.name)")
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take out all tokens of a name.")

    @Argument(help: "The name.")
    var name: String

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      let count = try told { () throws(TokenFile.Trouble) in
        try file.change { book in book.remove(name: name) }
      }
      guard count > 0 else {
        Log().error("there is no token of this name; vitrine token list tells those there are")
        throw ExitCode(ExitStatus.data.rawValue)
      }
    }
  }
}

extension TokenCommand {
  struct Pair: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let phones pair within the next five minutes.",
      discussion: """
        As the service menu does, for screens that nobody can touch: open the remote on the phone and have it ask for \
        the digits. With control.pairing: off it changes nothing.
        """)

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      try told { () throws(TokenFile.Trouble) in
        try file.change { $0.openPairing(at: WallTime.seconds) }
      }
    }
  }
}

/// What `body` gives; what is wrong is logged, and its exit status thrown.
private func told<Result>(
  _ body: () throws(TokenFile.Trouble) -> Result
) throws -> Result {
  do throws(TokenFile.Trouble) { return try body() } catch {
    Log().error(error.description)
    throw ExitCode(error.exitStatus.rawValue)
  }
}

extension TokenFile.Trouble {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .file(_, .accessDenied), .file(_, .notPermitted): .noPermission
    case .file, .locked: .cannotWrite
    case .book: .data
    }
  }
}
