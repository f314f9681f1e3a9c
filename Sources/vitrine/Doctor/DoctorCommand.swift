import ArgumentParser
import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrinePlayback

/// `vitrine doctor`: finds what keeps this machine from playing, and suggests fixes.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose this machine and suggest fixes.",
    discussion: """
      Checks permissions, display, audio, input, clock, storage, memory, the kernel command line, \
      decoders, the service, its configuration, its playlists and their servers. Changes nothing \
      and does not disturb a running player.

      Exit status: 0 if there are no errors, otherwise the status of the first error.

      Examples:
        vitrine doctor
        vitrine doctor --user kiosk
        vitrine doctor --json | jq '.[] | select(.verdict == "bad")'
      """
  )

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("Check this configuration. (default: the service's)", valueName: "file"))
  var configurationFile: String?

  @Option(
    name: .customLong("user"),
    help: ArgumentHelp(
      "Check this user's permissions. (default: you; the service's user if you are root)",
      valueName: "name"))
  var userName: String?

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    var examination = Examination(configurationFile: configurationFile)
    if let userName {
      guard let user = SystemUser(named: userName) else {
        throw ValidationError("--user \(userName): no such user")
      }
      examination.user = user
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

  /// Uses the first variable that is set, as in locale(7).
  private static var showsUnicode: Bool {
    let values = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { (name: String) in
      ProcessEnvironment.value(name)?.lowercased()
    }.first { !$0.isEmpty }
    return values.map { $0.hasSuffix("utf-8") || $0.hasSuffix("utf8") } ?? false
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
      // Encoded even if nil, so that every row has the same keys.
      try row.encode(finding.cure, forKey: .cure)
    }
  }

  private static func json(_ findings: [Finding]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(findings.map(Row.init)), as: UTF8.self)
  }
}
