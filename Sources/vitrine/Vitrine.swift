import ArgumentParser
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// The program `vitrine`. Each command has its own file.
@main
struct Vitrine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vitrine",
    abstract: "Play video on a display, without X, Wayland or a GPU.",
    discussion: """
      Examples:
        vitrine play film.mp4
        vitrine doctor
        vitrine help play
      """,
    version: Program.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Playback",
        subcommands: [PlayCommand.self, CardCommand.self, ThumbnailsCommand.self]),
      CommandGroup(
        name: "Content and schedule",
        subcommands: [
          ListCommand.self, CheckCommand.self, RehearseCommand.self, TemplateCommand.self,
          PublishCommand.self, ContentCommand.self, CacheCommand.self, LedgerCommand.self,
        ]),
      CommandGroup(
        name: "Service", subcommands: [RunCommand.self, ConfigCommand.self, SetupCommand.self]),
      CommandGroup(
        name: "Diagnostic",
        subcommands: [
          HealthCommand.self, ExplainCommand.self, DoctorCommand.self, ProbeCommand.self,
          DecodersCommand.self,
          KeysCommand.self, SupportCommand.self,
        ]),
      CommandGroup(
        name: "Remote control",
        subcommands: [CtlCommand.self, FleetCommand.self, TokenCommand.self, CECCommand.self]),
      CommandGroup(name: "Reference", subcommands: [BoardCommand.self]),
    ]
  )

  /// When the libraries were loaded.
  static let start = HostTime.now()

  /// Arguments are bytes: a file's name need not be UTF-8.
  static func main() {
    _ = start
    let arguments = ProgramArguments.all
    // Help on an unknown command would print that of the program.
    if arguments.first == "help", let message = unknownCommand(arguments) {
      exit(withError: ValidationError(message))
    }
    var command: any ParsableCommand
    do {
      command = try parseAsRoot(arguments)
    } catch {
      exit(withError: unknownCommand(arguments).map { ValidationError($0) } ?? error)
    }
    do { try command.run() } catch { exit(withError: error) }
  }

  /// The message for an unknown command, of any depth; nil for other errors.
  private static func unknownCommand(_ arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = self
    for word in arguments where !(command == self && word == "help") {
      let commands = command.configuration.subcommands
      guard !word.hasPrefix("-"), !commands.isEmpty else { return nil }
      let names = commands.map { $0._commandName }
      guard let index = names.firstIndex(of: word) else {
        let parent = command == self ? "" : "\(command._commandName) "
        return "unknown command \"\(parent)\(word)\"\(suggestion(for: word, of: names))"
      }
      command = commands[index]
    }
    return nil
  }
}

// The messages of commands, which have no kind: their reader is the user who typed the command.
extension Log {
  func info(_ text: String) { print(text, .info) }
  func warning(_ text: String) { print(text, .warning) }
  func error(_ text: String) { print(text, .error) }
}
