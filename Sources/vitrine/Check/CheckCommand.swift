import ArgumentParser
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineMachine
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

/// `vitrine check`: whether films, songs, pictures and lists play here, at which cost, and what cures it.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Say of each file, list or address whether it plays, at which cost, and what cures it.",
    discussion: """
      Each is opened and its beginning decoded as a player does it, for the display of this machine, \
      its mode and its rotation; without a display, for 1920x1080@60. With --board it is judged for \
      another board by its file (see `vitrine board list`), without this machine's speed. A file may \
      hang or crash: it is tried in a process of its own, for half a minute at the most. The cure is a \
      command of ffmpeg, to be run where there is one. Ends with 0 where all play, at a cost or not; \
      65 where something does not, or a list cannot be read; 64 and 78 where the command line or the \
      configuration is wrong. See docs/operate/check.md.
      """
  )

  @Argument(help: "Files, folders, lists and addresses.")
  var content: [Item]

  @Option(
    help: ArgumentHelp(
      "How far everything is turned clockwise: 0, 90, 180 or 270; as configured without it.",
      valueName: "degrees"))
  var rotation: Rotation?

  @Option(
    help: ArgumentHelp(
      "The display's mode, as in 1920x1080@60; what this display would run in without it.",
      valueName: "mode"))
  var mode: ModeRequest?

  @Flag(help: "Print a line of JSON for each: file, verdict (plays, costs, fails), reason, cure.")
  var json = false

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
      if items.indices.contains(only) { AuditionReport(items[only].item, plan).send() }
      return
    }
    var hasFailed = false
    for (number, item) in items.enumerated() {
      let facts = item.facts(number)
      let line = CheckLine(facts, ContentJudgement(facts, on: plan.stage(for: item.item)))
      print(json ? line.json : line.text)
      hasFailed = hasFailed || line.verdict.word == .fails
    }
    if hasFailed { throw ExitCode(ExitStatus.data.rawValue) }
  }

  private func refusal(_ lines: [String], _ status: ExitStatus) -> ExitCode {
    lines.forEach(Log().error)
    return ExitCode(status.rawValue)
  }
}
