import ArgumentParser
import Glibc
import VitrineContent
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineSchedules

/// `vitrine ledger`: what was shown, as the display's flips have it.
struct LedgerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger",
    abstract: "Show what was shown, by the display's flips; for people, spreadsheets and programs.",
    subcommands: [List.self, Hours.self, Verify.self], defaultSubcommand: List.self)

  /// Where it is, and which part of it.
  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The folder of what the player remembers: service.state, or the service's own.",
        valueName: "folder"))
    var state = "/var/lib/vitrine"

    @Option(
      help: ArgumentHelp(
        "The folder in memory of a service that runs; what it has not written to the disk yet is read there.",
        valueName: "folder"))
    var runtime = "/run/vitrine"

    @Option(help: ArgumentHelp("From this day or time on.", valueName: "date"))
    var from: String?

    @Option(help: ArgumentHelp("Until the end of this day, or until this time.", valueName: "date"))
    var until: String?

    func validate() throws {
      for text in [from, until].compactMap(\.self) where Self.time(text, isEnd: false) == nil {
        throw ValidationError("\(text): write a day as 2026-12-24, a time as \"2026-12-24 08:00\"")
      }
    }

    func survey() throws -> ShowingSurvey {
      do throws(ContentError) {
        return try ShowingSurvey(reading: Folder(state), runtime: Folder(runtime))
      } catch {
        Log().error("\(error); is --state the folder of a service, and may you read it?")
        throw ExitCode(ExitStatus.noInput.rawValue)
      }
    }

    /// Those that began within the part.
    func records(_ survey: ShowingSurvey) -> [ShowingRecord] {
      let first = from.flatMap { Self.time($0, isEnd: false) }
      let last = until.flatMap { Self.time($0, isEnd: true) }
      return survey.records.filter { record in
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
    static let configuration = CommandConfiguration(abstract: "A line for each showing.")

    @Option(help: "text, csv or json (a line for each).")
    var format = LedgerFormat.text

    @OptionGroup var place: Place

    func run() throws {
      let survey = try place.survey()
      for line in format.lines(place.records(survey)) { print(line) }
      for open in survey.open where format == .text {
        print(LedgerFormat.text(open, isOpen: true))
      }
    }
  }

  /// `vitrine ledger hours`.
  struct Hours: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Proof of play by the hour: how often and how long each item was seen, as CSV.")

    @OptionGroup var place: Place

    func run() throws {
      for line in LedgerHours(place.records(try place.survey())).lines { print(line) }
    }
  }

  /// `vitrine ledger verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Look whether a record was changed or taken out; status 65 where one was.",
      discussion: """
        Each record has the digest of the one before. The last digest is printed: kept elsewhere, it \
        tells later whether all of it was written anew.
        """)

    @OptionGroup var place: Place

    func run() throws {
      let survey = try place.survey()
      survey.faults.forEach { print($0) }
      guard survey.faults.isEmpty else { throw ExitCode(ExitStatus.data.rawValue) }
      print(
        "\(survey.records.count) records, each as it was written; the last has the digest \(survey.head)"
      )
    }
  }
}
