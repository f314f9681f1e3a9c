import ArgumentParser
import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrinePlayback

/// `vitrine doctor`: what keeps this machine from playing, and what cures it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look at this machine, and say what is wrong with it and what cures it.",
    discussion: """
      Looks at permissions, display, sound, input, clock, storage, memory, the kernel's command \
      line, decoders, the service, its configuration and the servers of its list. Changes \
      nothing, and takes nothing away from a player that runs. Ends with 0 when nothing is bad, \
      else with the status of the first bad thing.
      """
  )

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("Check this configuration instead of the service's.", valueName: "file"))
  var configurationFile: String?

  @Option(
    name: .customLong("user"),
    help: ArgumentHelp(
      "Say what this user may; else who runs this, or the service's user for root.",
      valueName: "name"))
  var userName: String?

  @Flag(help: "Print JSON for other programs.")
  var json = false

  func run() throws {
    var examination = Examination(configurationFile: configurationFile)
    if let userName {
      guard let person = Person(named: userName) else {
        throw ValidationError("--user \(userName): there is no such user")
      }
      examination.person = person
    }
    let findings = examination.facts().findings
    if json {
      print(try Self.json(findings))
    } else {
      let hasMarks = StandardStream.output.isTerminal && Self.showsUnicode
      print(Report(findings, hasMarks: hasMarks).text)
    }
    let status = findings.exitStatus
    if status != .success { throw ExitCode(status.rawValue) }
  }

  /// As locale(7) has it: the first of these that says anything.
  private static var showsUnicode: Bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { (name: String) in
      ProcessEnvironment.value(name)?.lowercased()
    }.first { !$0.isEmpty }
    return said.map { $0.hasSuffix("utf-8") || $0.hasSuffix("utf8") } ?? false
  }

  private struct Row: Encodable {
    let finding: Finding

    private enum Key: CodingKey { case check, verdict, detail, cure }

    func encode(to encoder: any Encoder) throws {
      var row = encoder.container(keyedBy: Key.self)
      try row.encode(finding.check.rawValue, forKey: .check)
      try row.encode(finding.verdict.word, forKey: .verdict)
      let cause = finding.cause.map { ": \($0)" } ?? ""
      try row.encode(finding.summary + cause, forKey: .detail)
      // Said also where it is null, so that every row has the same keys.
      try row.encode(finding.cure, forKey: .cure)
    }
  }

  private static func json(_ findings: [Finding]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(findings.map(Row.init)), as: UTF8.self)
  }
}
