internal import ArgumentParser
import VitrineDaemon
import VitrineLists
import VitrineMachine
import VitrinePlayback
import VitrineSettings

/// `vitrine config`: checks, shows and documents the configuration.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check, show or document the configuration.",
    discussion: """
      Examples:
        vitrine config check
        vitrine config show --origin
        vitrine config reference | less
      """,
    subcommands: [
      ConfigCheckCommand.self, ConfigShowCommand.self, ConfigReferenceCommand.self,
    ]
  )
}

/// The options that name the layers of a configuration.
struct LayerOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "Read this file instead of those in /etc/vitrine; repeatable, the last one wins.",
      valueName: "file"))
  var files: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "Set a key, overriding all files: display.mode=1920x1080@60; repeatable.",
      valueName: "key=value"))
  var assignments: [String] = []

  @OptionGroup var board: BoardOptions

  var places: ConfigurationSources {
    var places = ConfigurationSources(
      files: files.isEmpty ? nil : files, boards: board.folder, board: board.name,
      assignments: assignments)
    if files.isEmpty { places.own = ConfigurationSources.ownOfService }
    return places
  }
}

/// `vitrine config check`: every fault of a configuration, in a player's words.
struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a configuration and print every fault.",
    discussion: """
      Files are layers: later ones override earlier ones. Without files, checks everything a service \
      reads: the board's file, /etc/vitrine/vitrine.yaml, /etc/vitrine/conf.d and the environment.

      Exit status: 0 if good, 78 for a fault, 66 if only a playlist is missing or unreadable.

      Examples:
        vitrine config check
        vitrine config check kiosk.yaml
      """
  )

  @Argument(help: "Configuration files. (default: the service's)")
  var files: [String] = []

  @OptionGroup var board: BoardOptions

  func run() throws {
    try reportingErrors { () throws(ConfigurationError) in
      if files.isEmpty {
        var places = ConfigurationSources(boards: board.folder, board: board.name)
        places.own = ConfigurationSources.ownOfService
        try refuseMissing(in: try places.read().configuration)
        print("good")
        return
      }
      var layers: [ConfigurationLayer] = []
      for file in files { layers.append(.file(file, try readFile(file))) }
      try refuseMissing(in: try merge(layers))
      for file in files { print("\(file): good") }
    }
  }

  private func refuseMissing(in found: LayeredConfiguration) throws(ConfigurationError) {
    let troubles = PlaylistSource.errors(in: found)
    if !troubles.isEmpty { throw ConfigurationError(lines: troubles, exitStatus: .noInput) }
  }
}

/// `vitrine config show`: prints the effective configuration.
struct ConfigShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the effective configuration as a file.",
    discussion: """
      Examples:
        vitrine config show --origin
        vitrine config show --config kiosk.yaml --set audio.volume=0.5
      """
  )

  @Flag(name: .customLong("origin"), help: "Print the origin of each value.")
  var hasOrigins = false

  @OptionGroup var layers: LayerOptions

  func run() throws {
    try reportingErrors { () throws(ConfigurationError) in
      let found = try layers.places.read()
      print(found.configuration.yaml(hasOrigins: hasOrigins), terminator: "")
    }
  }
}

/// `vitrine config reference`: docs/operate/configuration.md.
struct ConfigReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print the reference of all keys.",
    discussion: """
      Examples:
        vitrine config reference > configuration.md
      """
  )

  func run() throws { print(Configuration.reference, terminator: "") }
}

/// Runs `work`; prints the faults of a configuration and exits with their status.
func reportingErrors(_ work: () throws(ConfigurationError) -> Void) throws {
  do throws(ConfigurationError) {
    try work()
  } catch {
    error.lines.forEach { print($0) }
    throw ExitCode(error.exitStatus.rawValue)
  }
}
