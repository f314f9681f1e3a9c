import ArgumentParser

/// `vitrine probe`: what this machine can play on.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe", abstract: "Show displays, planes, sound, input and decoders.")

  func run() throws {}
}
