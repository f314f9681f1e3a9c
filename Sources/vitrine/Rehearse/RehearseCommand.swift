import ArgumentParser
import FoundationEssentials
import Glibc
import VitrineControl
import VitrineDaemon
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineSettings

/// `vitrine rehearse`: simulates a schedule on a manual clock.
struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Simulate a schedule; report gaps and overlaps.",
    discussion: """
      Prints what is shown when, the airtime of each item, and items that are never shown, with \
      the reason. Without a list, simulates what the service plays.

      Exit status: 0 if there are no faults, 1 for a gap, an overlap of exclusive items, a missing \
      or unreadable file, or a time window that never opens.

      Examples:
        vitrine rehearse
        vitrine rehearse week.yaml --from 2026-12-24 --days 3
        vitrine rehearse week.yaml --html week.html
        vitrine rehearse week.yaml --zone Europe/Berlin --json
      """
  )

  @Argument(help: "Lists, folders and files. (default: the service's)")
  var lists: [String] = []

  @Option(
    help: ArgumentHelp(
      "Start at this day or time: 2026-12-24 or \"2026-12-24 08:00:00.5\". (default: now)",
      valueName: "date"))
  var from: String?

  @Option(help: "Simulate this many days (1-1100).")
  var days = 7

  @Option(
    help: ArgumentHelp(
      "Use this time zone, such as Europe/Berlin. (default: this machine's)", valueName: "zone"))
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "Continue from a service's airtime so far: /run/vitrine/accounts-main. (default: none)",
      valueName: "file"))
  var accounts: String?

  @Flag(help: "Print a line of JSON per showing.")
  var json = false

  @Option(help: ArgumentHelp("Also write a calendar page to this file.", valueName: "file"))
  var html: String?

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  func validate() throws {
    guard (1...1100).contains(days) else {
      throw ValidationError("invalid --days \(days): expected 1 to 1100")
    }
    guard from.map({ WallClock { _ in 0 }.moment(text: $0) != nil }) ?? true else {
      throw ValidationError(
        "invalid --from \"\(from ?? "")\": expected 2026-12-24 or \"2026-12-24 08:00\"")
    }
  }

  private func wallClock() throws(Refusal) -> WallClock {
    do throws(ZoneFiles.Failure) { return try ZoneFiles.clock(named: zone) } catch {
      throw Refusal(error.description)
    }
  }

  func run() throws {
    let rehearsed: RehearsedList
    let clock: WallClock
    do throws(Refusal) {
      clock = try wallClock()
      let (begin, end) = span(clock)
      rehearsed = try RehearsedList(
        paths: try paths(), playback(), for: begin.second..<max(begin.second, end.second))
    } catch {
      Log().error(error.description)
      throw ExitCode(ExitStatus.data.rawValue)
    }
    let (begin, end) = span(clock)
    var programme = rehearsed.programme(clock)
    if let accounts { programme.accounts = try read(accounts) }
    var rehearsal = Rehearsal(programme, from: begin, until: end)
    var report = RehearsalReport()
    var lines = RehearsalLines(rehearsed, clock)
    while let showing = rehearsal.next() {
      report.record(showing, of: &rehearsal)
      if json { lines.append(showing) }
    }
    if json { lines.close() }
    let neverShown = report.neverShown(of: programme, from: begin, until: end)
    let text = RehearsalText(rehearsed, report, clock, neverShown: neverShown)
    if !json { print(text.lines.joined(separator: "\n")) }
    if let html {
      try write(RehearsalPage(rehearsed, report, text, clock, begin, end).text, to: html)
    }
    if !text.faults.isEmpty { throw ExitCode(1) }
  }

  private func read(_ path: String) throws -> [String: Account] {
    do throws(Errno) {
      if let accounts = try AccountStore.read(path) { return accounts }
      Log().error("\(path): not an accounts file, or damaged")
    } catch {
      Log().error("\(path): cannot read: \(error)")
    }
    throw ExitCode(ExitStatus.noInput.rawValue)
  }

  private func paths() throws(Refusal) -> [String] {
    if !lists.isEmpty { return lists }
    do throws(ConfigurationError) {
      let configuration = try layers.places.read().configuration.configuration
      return ReleaseSource.paths(configuration, state: "/var/lib/vitrine")
    } catch {
      throw Refusal(error.lines.joined(separator: "\n"))
    }
  }

  /// Uses the defaults for still pictures if the configuration is unreadable.
  private func playback() -> PlaybackSettings {
    (try? layers.places.read())?.configuration.configuration.playback ?? PlaybackSettings()
  }

  private func span(_ clock: WallClock) -> (Moment, Moment) {
    let now = ClockReading.now().moment
    let first = from.flatMap { clock.moment(text: $0) } ?? now
    let time = clock.time(at: first.second)
    let last = CivilTime(seconds: time.seconds + Int64(days) * 86400)
    return (first, Moment(second: clock.moment(of: last, after: first.second)))
  }

  private func write(_ text: String, to path: String) throws {
    do throws(Errno) {
      let file = try FileDescriptor(making: path)
      try file.write(Array(text.utf8))
    } catch {
      Log().error("\(path): cannot write: \(error)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
  }
}
