import ArgumentParser

/// `vitrine`: the program. Each command is in a file of its own.
@main
struct Vitrine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vitrine",
    abstract: "Plays video straight to a display, without X, Wayland or a GPU.",
    version: version,
    subcommands: [
      PlayCommand.self, RunCommand.self, CtlCommand.self, ProbeCommand.self, DoctorCommand.self,
      ThumbnailsCommand.self, KeysCommand.self, ConfigCommand.self, ListCommand.self,
      BoardCommand.self, CECCommand.self,
    ]
  )

  static let version = "0.1.0"
}
