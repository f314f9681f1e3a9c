import ArgumentParser
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineMachine
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

/// `vitrine check`: reports whether content plays here, what it costs, and how to fix it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether content plays here, and how to fix it.",
    discussion: """
      Opens each file and decodes its start as a player does, for this machine's display, mode and \
      rotation, or for 1920x1080@60 if there is no display. With --board, judges by that board's \
      file instead of this machine's speed. Each file is tested in its own process, for at most \
      30 s. If a conversion helps, prints the ffmpeg command. See docs/operate/check.md.

      Exit status: 0 if everything plays, 65 if something does not play or a list is unreadable, \
      64 for a wrong command line, 78 for a wrong configuration.

      Examples:
        vitrine check film.mp4
        vitrine check menu.m3u offers/ https://example.com/a.mp4
        vitrine check --mode 3840x2160@60 --rotation 90 film.mp4
        vitrine check --board raspberry-pi-4 film.mp4
        vitrine check --flashes film.mp4
        vitrine check --json menu.m3u | grep '"verdict":"fails"'
      """
  )

  @Argument(help: "Files, folders, lists and URLs.")
  var content: [Item]

  @Option(
    help: ArgumentHelp(
      "Check for this clockwise rotation. (default: as configured)",
      valueName: "degrees"))
  var rotation: Rotation?

  @Option(
    help: ArgumentHelp(
      "Check for this display mode, such as 1920x1080@60. (default: the mode this display would use)",
      valueName: "mode"))
  var mode: ModeRequest?

  @Flag(help: "Print a line of JSON per file: file, verdict (plays, costs, fails), reason, cure.")
  var json = false

  @Flag(
    help: """
      Search all of each local video for more than three flashes a second. Takes as long as decoding the video.
      """)
  var flashes = false

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  @Option(help: ArgumentHelp("The one that this process tries.", visibility: .hidden))
  var only: Int?

  func run() throws {
    let plan: CheckPlan
    do throws(ConfigurationError) {
      plan = try CheckPlan(layers, mode: mode, rotation: rotation)
    } catch {
      throw refusal(error.lines, error.exitStatus)
    }
    let items = content.flatMap { CheckedItem.all(in: $0, plan) }
    if let only {
      if items.indices.contains(only) {
        PreflightReport(items[only].item, plan, searchesFlashes: flashes).send()
      }
      return
    }
    var hasFailed = false
    for (number, item) in items.enumerated() {
      let facts = item.facts(number, isLong: flashes)
      let line = CheckLine(facts, ContentJudgement(facts, on: plan.target(for: item.item)))
      print(json ? line.json : line.text)
      hasFailed = hasFailed || line.verdict.word == .fails
    }
    if plan.settings.zones.template != nil { printZones(plan) }
    if hasFailed { throw ExitCode(ExitStatus.data.rawValue) }
  }

  private func printZones(_ plan: CheckPlan) {
    let session = PreflightSession(
      plan.settings, on: plan.route, known: plan.known, isElsewhere: plan.isElsewhere, Log())
    defer { session.close() }
    let zones = session.zones
    for zone in zones.names {
      let line = CheckLine(zone: zone, cost: zones.cost)
      print(json ? line.json : line.text)
    }
  }

  private func refusal(_ lines: [String], _ status: ExitStatus) -> ExitCode {
    lines.forEach(Log().error)
    return ExitCode(status.rawValue)
  }
}
