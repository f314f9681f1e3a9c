internal import VitrinePlaylists
internal import VitrineSchedules

/// The scheduling keys of an entry, of `default`, and of a whole playlist.
extension ItemKey {
  static let showing: [ItemKey] = [
    day("from", "always", "The first day to show it, or the time to start.", \.from, isEnd: false),
    day(
      "until", "forever", "The last day to show it, or the time to stop.",
      \.until, isEnd: true),
    ItemKey(
      name: "when", kind: .list(of: .hours, most: 400), value: "rows of days and times",
      defaultText: "at any time",
      meaning:
        "When to show it, in the syntax of `power.schedule`. Entries without windows fill the rest."
    ) { value, _, words in
      guard case .list(let rows) = value else { return }
      words.showing.table = TimeTable(showing: rows.compactMap { try? TimeTable.Row($0) })
    },
    ItemKey(
      name: "calendar", kind: .text(1...4095), value: "a file", defaultText: "at any time",
      meaning: "Show it during the events of this calendar (iCalendar, `.ics`)."
    ) { (value, location, words) throws(SettingError) in
      guard case .text(let text) = value else { return }
      words.showing.calendar = try location.settingPath(text)
    },
    ItemKey(
      name: "event", kind: .text(1...300), value: "text, 1 to 300 characters",
      defaultText: "all events",
      meaning: "Only during the calendar's events with this name or category."
    ) { value, _, words in
      if case .text(let text) = value { words.showing.event = text }
    },
    ItemKey(
      name: "mode", kind: .choice(noun: "mode", ShowingRules.Mode.allCases.map(\.rawValue)),
      value: ShowingRules.Mode.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
      defaultText: "see below", meaning: "How it combines with other entries."
    ) { value, _, words in
      if case .text(let word) = value { words.showing.mode = ShowingRules.Mode(rawValue: word) }
    },
    integer(
      "priority", -1000...1000, "`0`", "Among entries of the same mode, only the highest is shown.",
      \.priority),
    integer(
      "weight", 1...1000, "none: takes turns",
      "Its share of the time, relative to the entries beside it.", \.weight),
    integer(
      "per-hour", 1...720, "none", "The exact number of showings per hour.",
      \.perHour),
  ]

  private typealias Place<Value> = any WritableKeyPath<ScheduleKeys, Value?> & Sendable

  private static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ defaultText: String, _ meaning: String,
    _ place: Place<Int>
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .number(Double(range.lowerBound)...Double(range.upperBound), unit: ""),
      value: "\(range.lowerBound) to \(range.upperBound)", defaultText: defaultText,
      meaning: meaning
    ) { (value, _, words) throws(SettingError) in
      guard case .number(let number) = value else { return }
      guard let integer = Int(exactly: number) else {
        throw SettingError(cause: "invalid value \(number): expected an integer")
      }
      words.showing[keyPath: place] = integer
    }
  }

  /// A day as an end includes that day.
  private static func day(
    _ name: String, _ defaultText: String, _ meaning: String, _ place: Place<CivilTime>, isEnd: Bool
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .text(1...40), value: "`2026-12-24` or `2026-12-24 08:00`",
      defaultText: defaultText, meaning: meaning
    ) { (value, _, words) throws(SettingError) in
      guard case .text(let text) = value else { return }
      if let date = CivilDate(text: text) {
        words.showing[keyPath: place] = CivilTime(CivilDate(day: date.day + (isEnd ? 1 : 0)))
      } else if let time = CivilTime(text: text) {
        words.showing[keyPath: place] = time
      } else {
        throw SettingError(
          cause:
            "invalid date \(quoted(text)): expected a date such as 2026-12-24 or 2026-12-24 08:00")
      }
    }
  }
}
