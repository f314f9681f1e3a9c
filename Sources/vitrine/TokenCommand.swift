import ArgumentParser
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineSettings
import VitrineWeb

/// `vitrine token`: manages the access tokens of the network API.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Manage access tokens for remotes and programs.",
    discussion: """
      A token is printed once; the player stores only its digest. Changes apply to a running player \
      from the next request.

      Examples:
        vitrine token add "Anna's phone"
        vitrine token add monitoring --role view
        vitrine token list
        vitrine token remove monitoring
      """,
    subcommands: [Add.self, List.self, Remove.self, Pair.self])

  /// The folder of the tokens.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Use this state folder of the service (service.state).",
        valueName: "folder"))
    var state = "/var/lib/vitrine"

    var file: TokenFile { TokenFile(ControlEndpoints.tokens(in: state)) }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Create a token and print it.",
      discussion: """
        Examples:
          vitrine token add "Anna's phone"
          vitrine token add monitoring --role view
        """)

    @Argument(help: "Label, such as \"Anna's phone\".")
    var name: String

    @Option(help: "Give the token this role.")
    var role = Role.control

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      var randomness = SystemRandomNumberGenerator()
      let token = try reportingErrors { () throws(TokenFile.Failure) in
        try file.change { store throws(TokenStore.Failure) in
          try store.add(
            name: name, role: role, at: WallTime.seconds, randomness: &randomness)
        }
      }
      print(token)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List all tokens: date, role and label.",
      discussion: """
        Examples:
          vitrine token list
        """)

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      try reportingErrors { () throws(TokenFile.Failure) in try file.refresh() }
      for entry in file.store.entries {
        print("\(WallTime.text(entry.made))  \(entry.role.rawValue)  \(entry.name)")
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove all tokens with a label.",
      discussion: """
        Examples:
          vitrine token remove "Anna's phone"
        """)

    @Argument(help: "Label, as printed by `vitrine token list`.")
    var name: String

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      let count = try reportingErrors { () throws(TokenFile.Failure) in
        try file.change { store in store.remove(name: name) }
      }
      guard count > 0 else {
        Log().error("no token named \"\(name)\": see vitrine token list")
        throw ExitCode(ExitStatus.data.rawValue)
      }
    }
  }
}

extension TokenCommand {
  struct Pair: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Allow phones to pair for the next 5 minutes.",
      discussion: """
        Does the same as the service menu, for displays without touch: open the remote on the phone \
        and choose to pair with the digits on screen. Has no effect with control.pairing: off.

        Examples:
          vitrine token pair
        """)

    @OptionGroup var place: Place

    func run() throws {
      var file = place.file
      try reportingErrors { () throws(TokenFile.Failure) in
        try file.change { $0.openPairing(at: WallTime.seconds) }
      }
    }
  }
}

/// Returns the result of `body`, or logs its error and throws the exit status.
private func reportingErrors<Result>(
  _ body: () throws(TokenFile.Failure) -> Result
) throws -> Result {
  do throws(TokenFile.Failure) { return try body() } catch {
    Log().error(error.description)
    throw ExitCode(error.exitStatus.rawValue)
  }
}

extension TokenFile.Failure {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .file(_, .accessDenied), .file(_, .notPermitted): .noPermission
    case .file, .locked: .cannotWrite
    case .store: .data
    }
  }
}
