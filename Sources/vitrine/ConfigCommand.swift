internal import ArgumentParser
import VitrineDaemon
import VitrineMachine
import VitrinePlayback
import VitrineSettings

/// `vitrine config`: whether a configuration is good, what holds, and what may be in one.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check a configuration, show the one that holds, or all that may be in one.",
    subcommands: [
      ConfigCheckCommand.self, ConfigShowCommand.self, ConfigReferenceCommand.self,
    ]
  )
}

/// The layers of a configuration, as the command line names them.
struct LayerOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "Read this file in place of those in /etc/vitrine; may be repeated, the last one wins.",
      valueName: "file"))
  var files: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "A key and its value, which win over all files: display.mode=1920x1080@60; may be repeated.",
      valueName: "key=value"))
  var assignments: [String] = []

  @OptionGroup var board: BoardOptions

  var places: ConfigurationPlaces {
    var places = ConfigurationPlaces(
      files: files.isEmpty ? nil : files, boards: board.folder, board: board.name,
      assignments: assignments)
    if files.isEmpty { places.own = ConfigurationPlaces.ownOfService }
    return places
  }
}

/// `vitrine config check`: every fault of a configuration, as a player would tell it.
struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say whether a configuration is good; every fault with its line, and status 78.",
    discussion: """
      Files are read as layers, each winning over the one before. Without one all that a service \
      reads is checked: the board's file, /etc/vitrine/vitrine.yaml, /etc/vitrine/conf.d, the \
      environment. Status 66 where all is good but a playlist is not there, or cannot be read.
      """
  )

  @Argument(help: "The files.")
  var files: [String] = []

  @OptionGroup var board: BoardOptions

  func run() throws {
    try told { () throws(ConfigurationError) in
      if files.isEmpty {
        var places = ConfigurationPlaces(boards: board.folder, board: board.name)
        places.own = ConfigurationPlaces.ownOfService
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
    let troubles = PlayedLists.troubles(in: found)
    if !troubles.isEmpty { throw ConfigurationError(lines: troubles, exitStatus: .noInput) }
  }
}

/// `vitrine config show`: what holds.
struct ConfigShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the configuration that holds, as a file that says the same."
  )

  @Flag(name: .customLong("origin"), help: "Say behind each value where it comes from.")
  var hasOrigins = false

  @OptionGroup var layers: LayerOptions

  func run() throws {
    try told { () throws(ConfigurationError) in
      let found = try layers.places.read()
      print(found.configuration.yaml(hasOrigins: hasOrigins), terminator: "")
    }
  }
}

/// `vitrine config reference`: docs/operate/configuration.md.
struct ConfigReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print the page of reference: every key with its range, default and meaning."
  )

  func run() throws { print(Configuration.reference, terminator: "") }
}

/// Prints what is wrong with a configuration, and ends with the status that belongs to it.
func told(_ work: () throws(ConfigurationError) -> Void) throws {
  do throws(ConfigurationError) {
    try work()
  } catch {
    error.lines.forEach { print($0) }
    throw ExitCode(error.exitStatus.rawValue)
  }
}
