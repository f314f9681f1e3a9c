import Testing
import VitrineSchedules

@testable import VitrineCalendars

/// A recurrence rule with its expected occurrences.
struct ExpandedRule: CustomTestStringConvertible {
  let begin: String
  let rule: String
  private let end: String
  private let count: Int
  /// The first occurrences, and the last if there are more.
  private let some: [String]

  var testDescription: String { "\(begin) \(rule)" }

  /// Parses a table with two lines for each rule: the start, the rule and the end of the search;
  /// and the number of occurrences, the first ones and the last.
  static func table(_ text: String) -> [ExpandedRule] {
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return stride(from: 0, to: lines.count, by: 2).map { index in
      let (rule, times) = (lines[index], lines[index + 1])
      return ExpandedRule(
        begin: rule[0], rule: rule[1], end: rule[2], count: Int(times[0]) ?? -1,
        some: Array(times.dropFirst()))
    }
  }

  /// Expands the rule and compares its occurrences. UNTIL is taken as local time.
  func check() throws {
    let begin = try EventTime(try line("DTSTART:\(begin)")).civil
    let rule = try RecurrenceRule(try line("RRULE:\(rule)"))
    let last = rule.until.map(\.civil)
    var budget = ReadingBudget()
    let times = try rule.occurrences(
      from: begin, to: try #require(CivilTime(text: end)), &budget
    ) { time in last.map { time > $0 } ?? false }
    #expect(times.count == count)
    #expect(times == Set(times).sorted())
    let expected = try some.map { try #require(CivilTime(text: $0)) }
    let found =
      times.count > some.count ? times.prefix(some.count - 1) + times.suffix(1) : times[...]
    #expect(Array(found) == expected, "\(found.map(\.text))")
  }

  private func line(_ text: String) throws -> ContentLine {
    try ContentLine(Array(text.utf8), number: 1)
  }
}
