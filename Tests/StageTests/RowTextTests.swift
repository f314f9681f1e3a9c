import Testing
import VitrineSchedules

@testable import VitrineStage

@Suite("Patterns and conditions of rows")
struct RowTextTests {
  private func field(_ fields: [String: String]) -> (String) -> String { { fields[$0] ?? "" } }

  @Test(
    "A pattern shows fields in a format",
    arguments: [
      ("{name}: {price|0.00} €", "Tea: 3.50 €"), ("{price|0,00}", "3,50"), ("{price|0}", "4"),
      ("{comma|0.00}", "1234.57"), ("{debt|0.0}", "−0.5"), ("{small|0.00}", "0.00"),
      ("{name|0.00}", "Tea"), ("{late|HH:MM}", "01:10"), ("{date|HH:MM}", "18:05"),
      ("{name|upper}", "TEA"), ("{{{missing}}", "{}"), ("{ name }", "Tea"), ("", ""),
      ("{huge|0.00}", "99999999999999999999"), ("{thousand|0.00}", "1,200"),
      ("{milli|0.00}", "0.13"), ("{whole|0.00}", "1200.00"),
    ])
  func patterns(pattern: String, text: String) throws {
    let fields = [
      "name": "Tea", "price": "3.5", "comma": "1234,567", "debt": "-0.46", "small": "-0.001",
      "late": "25:10:00", "date": "2026-12-24T18:05", "huge": "99999999999999999999",
      "thousand": "1,200", "milli": "0.125", "whole": "1200",
    ]
    #expect(try RowPattern(pattern).text(field(fields)) == text)
  }

  @Test(
    "An invalid pattern is reported with its cause",
    arguments: [
      ("{name", "not closed"), ("{}", "no name"), ("{a|0.00000}", "unknown format 0.00000"),
      ("{a|x}", "expected 0, 0.00"),
    ])
  func wrongPatterns(pattern: String, cause: String) {
    let failure = #expect(throws: RowPattern.Failure.self) { try RowPattern(pattern) }
    #expect(failure?.cause.contains(cause) ?? false)
  }

  @Test(
    "A condition compares numbers, times and texts",
    arguments: [
      ("price > 3", true), ("price >= 3.50", true), ("price < 3,5", false), ("price = 3.50", true),
      ("name = tea", true), ("name != 'Green tea'", true), ("name", true), ("missing", false),
      ("not missing", true), ("name and missing or price > 1", true),
      ("name and (missing or price > 4)", false), ("not (name and price)", false),
      ("departure >= now", true), ("departure < now", false), ("gone >= now", false),
      ("this >= now", true), ("night > now", true), ("until >= today", true),
      ("until > today", false), ("past >= today", false), ("moment > now", true),
      ("name >= now", false), ("moment = today", true), ("departure > 11:59", true),
      ("missing >= now", false),
    ])
  func conditions(condition: String, isTrue: Bool) throws {
    let fields = [
      "name": "Tea", "price": "3.5", "departure": "12:35", "gone": "12:29:59", "this": "12:30:00",
      "night": "24:10:00", "until": "2026-12-24", "past": "2026-12-23",
      "moment": "2026-12-24 12:31",
    ]
    let now = try #require(CivilTime(text: "2026-12-24 12:30:40"))
    #expect(try RowCondition(condition).isTrue(at: now, field(fields)) == isTrue)
  }

  @Test(
    "Around midnight, the night belongs to both days",
    arguments: [
      ("23:50", "0:10", true), ("23:50", "23:49", false), ("23:50", "24:10:00", true),
      ("19:59", "0:10", false), ("00:30", "25:10:00", true), ("00:30", "24:10:00", false),
      ("00:30", "0:20", false), ("00:30", "5:00", true), ("04:00", "25:10:00", true),
    ])
  func midnight(time: String, departure: String, isShown: Bool) throws {
    let now = try #require(CivilTime(text: "2026-12-24 \(time)"))
    #expect(try RowCondition("d >= now").isTrue(at: now) { _ in departure } == isShown)
  }

  @Test("Numbers, times and texts have one order, whatever is mixed")
  func sorting() throws {
    let fields = ["b", "10", "9:00", "A", "2,5", "25:00", "2026-12-24", "0:10"]
    func sorted(_ now: CivilTime?) -> [String] {
      fields.sorted { SortKey($0, near: now) < SortKey($1, near: now) }
    }
    #expect(sorted(nil) == ["2,5", "10", "0:10", "9:00", "25:00", "2026-12-24", "A", "b"])
    let night = try #require(CivilTime(text: "2026-12-24 00:30"))
    #expect(sorted(night)[2...4] == ["0:10", "25:00", "9:00"])
    let evening = try #require(CivilTime(text: "2026-12-24 23:30"))
    #expect(sorted(evening)[2...4] == ["9:00", "0:10", "25:00"])
  }

  @Test(
    "An invalid condition is reported with its cause",
    arguments: [
      ("", "the condition ends"), ("price >", "expected a value after >"), ("price => 3", "=>"),
      ("(price", "a parenthesis is not closed"), ("price 3", "got 3"), ("'a", "not closed"),
      ("= 3", "the name of a field, got ="), (")", "got )"),
      (String(repeating: "(", count: 50) + "a", "nested too deeply"),
      (String(repeating: "not ", count: 150) + "a", "nested too deeply"),
      (String(repeating: "a or ", count: 150) + "a", "too long"),
    ])
  func wrongConditions(condition: String, cause: String) {
    let failure = #expect(throws: RowCondition.Failure.self) { try RowCondition(condition) }
    #expect(failure?.cause.contains(cause) ?? false, "\(failure?.cause ?? "")")
  }

  @Test("A condition knows its fields and whether it depends on the time")
  func names() throws {
    let condition = try RowCondition("a > 1 and not (b or c >= now)")
    #expect(condition.names == ["a", "b", "c"])
    #expect(condition.isTimed)
    #expect(try !RowCondition("a = 'now'").isTimed)
  }
}
