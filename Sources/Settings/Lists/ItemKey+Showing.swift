internal import VitrinePlaylists
internal import VitrineSchedules

/// The keys that say when something is shown: of an entry, of `default`, and of a whole list.
extension ItemKey {
  static let showing: [ItemKey] = [
    day("from", "always", "The day or the time from which on it is shown.", \.from, isEnd: false),
    day(
      "until", "for ever", "The last day on which it is shown, or the time at which that ends.",
      \.until, isEnd: true),
    ItemKey(
      name: "when", kind: .list(of: .hours, most: 400), value: "rows of days and times",
      standard: "at any time",
      meaning: "When it is shown, in the words of `power.schedule`. What has none fills the rest."
    ) { value, _, words in
      guard case .list(let rows) = value else { return }
      words.showing.table = TimeTable(showing: rows.compactMap { try? TimeTable.Row($0) })
    },
    ItemKey(
      name: "calendar", kind: .text(1...4095), value: "a file", standard: "at any time",
      meaning: "When it is shown: while one of the events in this calendar (iCalendar, `.ics`) is."
    ) { (value, location, words) throws(SettingError) in
      guard case .text(let text) = value else { return }
      words.showing.calendar = try location.settingPath(text)
    },
    ItemKey(
      name: "event", kind: .text(1...300), value: "text, 1 to 300 characters", standard: "all",
      meaning: "Of the calendar's events those that are called so, or are of this category."
    ) { value, _, words in
      if case .text(let text) = value { words.showing.event = text }
    },
    ItemKey(
      name: "mode", kind: .choice(noun: "mode", ShowingRules.Mode.allCases.map(\.rawValue)),
      value: ShowingRules.Mode.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "),
      standard: "see below", meaning: "How it stands to all else."
    ) { value, _, words in
      if case .text(let word) = value { words.showing.mode = ShowingRules.Mode(rawValue: word) }
    },
    whole(
      "priority", -1000...1000, "`0`", "Of what stands equally the highest is shown alone.",
      \.priority),
    whole(
      "weight", 1...1000, "none: each in its turn",
      "Its part of the time, against the others beside it.", \.weight),
    whole(
      "per-hour", 1...720, "none", "So often it is shown in each hour, no more and no less.",
      \.perHour),
  ]

  private typealias Place<Value> = any WritableKeyPath<ShowingWords, Value?> & Sendable

  private static func whole(
    _ name: String, _ range: ClosedRange<Int>, _ standard: String, _ meaning: String,
    _ place: Place<Int>
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .number(Double(range.lowerBound)...Double(range.upperBound), unit: ""),
      value: "\(range.lowerBound) to \(range.upperBound)", standard: standard, meaning: meaning
    ) { (value, _, words) throws(SettingError) in
      guard case .number(let number) = value else { return }
      guard let whole = Int(exactly: number) else {
        throw SettingError(cause: "\(number); write a whole number")
      }
      words.showing[keyPath: place] = whole
    }
  }

  /// A day that ends something is part of it.
  private static func day(
    _ name: String, _ standard: String, _ meaning: String, _ place: Place<CivilTime>, isEnd: Bool
  ) -> ItemKey {
    ItemKey(
      name: name, kind: .text(1...40), value: "`2026-12-24` or `2026-12-24 08:00`",
      standard: standard, meaning: meaning
    ) { (value, _, words) throws(SettingError) in
      guard case .text(let text) = value else { return }
      if let date = CivilDate(text: text) {
        words.showing[keyPath: place] = CivilTime(CivilDate(day: date.day + (isEnd ? 1 : 0)))
      } else if let time = CivilTime(text: text) {
        words.showing[keyPath: place] = time
      } else {
        throw SettingError(
          cause: "\(quoted(text)) is no day; write it as 2026-12-24 or 2026-12-24 08:00")
      }
    }
  }
}
