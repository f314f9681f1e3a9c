import ArgumentParser
import FoundationEssentials

/// `vitrine probe`: shows the hardware of this machine, as text or JSON.
struct ProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Show displays, planes, audio, input and decoders.",
    discussion: """
      Also shows the mode and the route to the screen that a player would choose.

      Examples:
        vitrine probe
        vitrine probe --json | jq '.displays[].connectors'
      """
  )

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let inventory = HardwareInventory()
    guard json else { return print(inventory.text) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    print(String(decoding: try encoder.encode(inventory), as: UTF8.self))
  }
}
