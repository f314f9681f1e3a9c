import ArgumentParser
import Glibc
import VitrineContent
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineSignage

/// `vitrine ledger`: exports proof of play.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Export proof of play, measured from page flips.",
    discussion: """
      Examples:
        vitrine ledger
        vitrine ledger list --format csv --from 2026-12-01 > december.csv
        vitrine ledger hours --from 2026-12-24 --until 2026-12-24
        vitrine ledger verify
      """,
    subcommands: [List.self, Hours.self, Verify.self], defaultSubcommand: List.self)

  /// The folders, and the period.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Use this state folder of the service (service.state).",
        valueName: "folder"))
    var state = "/var/lib/vitrine"

    @Option(
      help: ArgumentHelp(
        "Read records not yet on disk from this runtime folder of the service.",
        valueName: "folder"))
    var runtime = "/run/vitrine"

    @Option(
      help: ArgumentHelp(
        "Start at this day or time. (default: the first record)", valueName: "date"))
    var from: String?

    @Option(
      help: ArgumentHelp(
        "Stop after this day, or at this time. (default: the last record)", valueName: "date"))
    var until: String?

    func validate() throws {
      for text in [from, until].compactMap(\.self) where Self.time(text, isEnd: false) == nil {
        throw ValidationError(
          "invalid date \"\(text)\": expected 2026-12-24 or \"2026-12-24 08:00\"")
      }
    }

    func snapshot() throws -> ShowingLedgerSnapshot {
      do throws(ContentError) {
        return try ShowingLedgerSnapshot(reading: Folder(state), runtime: Folder(runtime))
      } catch {
        Log().error(
          "\(error): check that --state is a service's state folder and that you may read it")
        throw ExitCode(ExitStatus.noInput.rawValue)
      }
    }

    /// The records that began within the period.
    func records(_ snapshot: ShowingLedgerSnapshot) -> [ShowingRecord] {
      let first = from.flatMap { Self.time($0, isEnd: false) }
      let last = until.flatMap { Self.time($0, isEnd: true) }
      return snapshot.records.filter { record in
        let time = CivilTime(
          seconds: Moment(nanoseconds: record.begin).second + Int64(record.offset))
        return time >= first ?? time && last.map { time < $0 } ?? true
      }
    }

    private static func time(_ text: String, isEnd: Bool) -> CivilTime? {
      CivilDate(text: text).map { CivilTime(CivilDate(day: $0.day + (isEnd ? 1 : 0))) }
        ?? CivilTime(text: text)
    }
  }

  /// `vitrine ledger list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List all showings, one per line.",
      discussion: """
        Examples:
          vitrine ledger list --from 2026-12-24
          vitrine ledger list --format json | jq .item
        """)

    @Option(help: "Print in this format; json prints one object per line.")
    var format = LedgerFormat.text

    @OptionGroup var place: Place

    func run() throws {
      let snapshot = try place.snapshot()
      for line in format.lines(place.records(snapshot)) { print(line) }
      for open in snapshot.open where format == .text {
        print(LedgerFormat.text(open, isOpen: true))
      }
    }
  }

  /// `vitrine ledger hours`.
  struct Hours: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print airtime and showings per item and hour, as CSV.",
      discussion: """
        Examples:
          vitrine ledger hours > hours.csv
          vitrine ledger hours --from 2026-12-24 --until 2026-12-24
        """)

    @OptionGroup var place: Place

    func run() throws {
      for line in LedgerHours(place.records(try place.snapshot())).lines { print(line) }
    }
  }

  /// `vitrine ledger verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check that no record was changed or removed.",
      discussion: """
        Each record includes the digest of the previous one. Keep the printed last digest elsewhere to \
        detect later whether the whole log was rewritten.

        Exit status: 0 if intact, 65 if a record was changed or removed.

        Examples:
          vitrine ledger verify
          vitrine ledger verify --state /var/lib/vitrine
        """)

    @OptionGroup var place: Place

    func run() throws {
      let snapshot = try place.snapshot()
      snapshot.faults.forEach { print($0) }
      guard snapshot.faults.isEmpty else { throw ExitCode(ExitStatus.data.rawValue) }
      print(
        "\(snapshot.records.count) records verified; last digest \(snapshot.head)"
      )
    }
  }
}

/// The airtime of each item in each hour, as CSV.
private struct LedgerHours {
  private let shown: ShownHours

  init(_ records: [ShowingRecord]) { shown = ShownHours(records) }

  var lines: [String] {
    ["hour,item,title,sha256,campaign,output,showings,to the end,seconds,frames,missing"]
      + shown.hours.sorted { $0.key < $1.key }.map { key, total in
        let hour = WallClock { _ in key.offset }.text(Moment(second: key.hour))
        let texts = [key.item, total.title, key.content, key.campaign, key.output]
        let seconds = (total.seconds * 1000).rounded() / 1000
        return
          ([hour] + texts.map(LedgerFormat.quoted)
          + [
            "\(total.showings)", "\(total.completed)", "\(seconds)", "\(total.frames)",
            "\(total.missing)",
          ])
          .joined(separator: ",")
      }
  }
}
