import ArgumentParser
import Playback
import Settings

/// `vitrine config`: whether a configuration is good, and what may be in one.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Check a configuration, or show all that may be in one.",
    subcommands: [ConfigCheckCommand.self, ConfigReferenceCommand.self]
  )
}

/// `vitrine config check`: every fault of a configuration, as a player would tell it.
struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say whether a configuration is good; every fault with its line, and status 78."
  )

  @Argument(help: "The file.")
  var file: String

  func run() throws {
    do throws(ConfigurationTrouble) {
      _ = try readConfiguration(file)
      print("\(file): good")
    } catch {
      error.lines.forEach { print($0) }
      throw ExitCode(error.exitStatus.rawValue)
    }
  }
}

/// `vitrine config reference`: docs/configuration.md.
struct ConfigReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Print the page of reference: every key with its range, default and meaning."
  )

  func run() throws { print(Configuration.reference, terminator: "") }
}
