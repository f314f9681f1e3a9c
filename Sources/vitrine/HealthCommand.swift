import ArgumentParser
import VitrineControl

/// `vitrine health`: whether the service shows a picture, for operators and monitoring systems.
struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Check whether the running player shows a picture, and list its problems.",
    discussion: """
      Prints the level, the picture on each display, and each problem with its cure.

      Exit status, as for monitoring plugins: 0 if all is well, 1 for a warning, 2 if there is no \
      picture or no player answers, 3 if the health is unknown.

      Examples:
        vitrine health
        vitrine health --json | jq .findings
      """
  )

  @Option(
    help: ArgumentHelp(
      "Use this socket of the player. (default: VITRINE_SOCKET, otherwise service.socket of the configuration)",
      valueName: "path"))
  var socket: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws { try ControlCall(["health"], socket: socket, json: json).perform() }
}
