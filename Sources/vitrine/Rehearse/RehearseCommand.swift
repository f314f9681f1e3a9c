import ArgumentParser
import FoundationEssentials
import Glibc
import VitrineControl
import VitrineDaemon
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrineSchedules
import VitrineSettings
import VitrineSignage

/// `vitrine rehearse`: what a list shows when, on a clock that is turned by hand.
struct RehearseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract:
      "Show what will be shown when: blocks, gaps, overlaps, missing files, shares of the time.",
    discussion: """
      Without a list, what the service's configuration plays. From the day's beginning, or from now \
      where no day is given. Items that are never shown in this time are listed, with the reason. \
      Status 1 where something is not as it should be: a time without anything to show, two that \
      claim the screen alone, a file that is missing or cannot be read, windows that never open.
      """
  )

  @Argument(help: "Lists, folders and files.")
  var lists: [String] = []

  @Option(
    help: ArgumentHelp(
      "The first day, or the time: 2026-12-24, \"2026-12-24 08:00\", \"2026-12-24 08:00:00.5\".",
      valueName: "date"))
  var from: String?

  @Option(help: "For so many days, 1 to 1100.")
  var days = 7

  @Option(
    help: ArgumentHelp(
      "By the clocks of this place (Europe/Berlin), and not this machine's.", valueName: "zone"))
  var zone: String?

  @Option(
    help: ArgumentHelp(
      "Go on from what a service has shown: /run/vitrine/accounts-main.", valueName: "file"))
  var accounts: String?

  @Flag(help: "Print a line of JSON for each showing, for other programs.")
  var json = false

  @Option(help: ArgumentHelp("Write a page with a calendar to this file.", valueName: "file"))
  var html: String?

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  func validate() throws {
    guard (1...1100).contains(days) else { throw ValidationError("--days is 1 to 1100") }
    guard from.map({ WallClock { _ in 0 }.moment(text: $0) != nil }) ?? true else {
      throw ValidationError("--from is a day, 2026-12-24, or a time, \"2026-12-24 08:00\"")
    }
  }

  func run() throws {
    let rehearsed: RehearsedList
    let clock: WallClock
    do throws(Refusal) {
      clock = try ZoneFiles.clock(named: zone)
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
      report.take(showing, of: &rehearsal)
      if json { lines.take(showing) }
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
      Log().error("\(path): these are no accounts, or damaged ones")
    } catch {
      Log().error("\(path): cannot be read: \(error)")
    }
    throw ExitCode(ExitStatus.noInput.rawValue)
  }

  private func paths() throws(Refusal) -> [String] {
    if !lists.isEmpty { return lists }
    do throws(ConfigurationError) {
      let configuration = try layers.places.read().configuration.configuration
      return SuppliedLists.paths(configuration, state: "/var/lib/vitrine")
    } catch {
      throw Refusal(error.lines.joined(separator: "\n"))
    }
  }

  /// A configuration that cannot be read says nothing of how long pictures are shown.
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
      Log().error("\(path): cannot be written: \(error)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
  }
}
