import ArgumentParser
import VitrineDaemon
import VitrineLinux

/// `vitrine`: the program. Each command is in a file of its own.
@main
struct Vitrine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vitrine",
    abstract: "Plays video straight to a display, without X, Wayland or a GPU.",
    version: Program.version,
    subcommands: [
      PlayCommand.self, RunCommand.self, CtlCommand.self, ProbeCommand.self, DoctorCommand.self,
      DecodersCommand.self, ThumbnailsCommand.self, KeysCommand.self, ConfigCommand.self,
      ListCommand.self, CheckCommand.self, TokenCommand.self, CacheCommand.self, BoardCommand.self,
      CECCommand.self,
      CardCommand.self, SetupCommand.self, RehearseCommand.self, LedgerCommand.self,
      PublishCommand.self, ContentCommand.self,
    ]
  )

  /// What a shell hands over are bytes: a file's name need not be UTF-8.
  static func main() {
    main(ProgramArguments.all)
  }
}
