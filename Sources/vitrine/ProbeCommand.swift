import ArgumentParser
import FoundationEssentials

/// `vitrine probe`: what this machine can play on, for people and for scripts.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Show displays, planes, sound, input and decoders, and what would be used."
  )

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func run() throws {
    let survey = Survey()
    guard json else { return print(survey.text) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(survey), as: UTF8.self))
  }
}
