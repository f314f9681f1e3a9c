import Testing
import VitrineContent

@testable import VitrineSignage

@Suite("Showings by hour")
struct ShownHoursTests {
  /// 2026-06-03 07:59:50 UTC, in nanoseconds.
  private static let begin: Int64 = 1_780_473_590_000_000_000

  private func record(
    _ begin: Int64, lasting seconds: Int64, seen: Int64, isClockTrusted: Bool = true
  ) -> ShowingRecord {
    var record = ShowingRecord()
    (record.begin, record.end) = (begin, begin &+ seconds &* 1_000_000_000)
    (record.seen, record.frames) = (seen * 1_000_000_000, 30)
    (record.item, record.isClockTrusted) = ("/a.mp4", isClockTrusted)
    return record
  }

  private func rows(_ records: [ShowingRecord]) -> [ShownHours.Total] {
    ShownHours(records).hours.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test("A showing across the hour counts in its first hour, and its time in both")
  func edge() {
    let rows = rows([record(Self.begin, lasting: 40, seen: 20)])
    #expect(rows.map(\.showings) == [1, 0] && rows.map(\.frames) == [30, 0])
    #expect(rows.map(\.seconds) == [5, 15])
  }

  @Test("A stream shown for days has all of their hours")
  func days() {
    let rows = rows([record(Self.begin, lasting: 40 * 86_400, seen: 40 * 86_400)])
    #expect(rows.count == 961 && rows[1...959].allSatisfy { abs($0.seconds - 3600) < 0.01 })
  }

  @Test("Setting the clock from 1970 does not add 56 years to a showing")
  func clockSet() {
    let set = ShowingRecord.of1970(until: Self.begin)
    let rows = rows([set])
    #expect(rows.map(\.showings) == [1] && rows.map(\.seconds) == [10])
  }

  @Test("Implausible records are counted, in no more lines than needed")
  func hostile() {
    for (begin, end) in [
      (Int64.min, Int64.max), (Int64.max, Int64.min), (0, -5), (Int64.max - 1, Int64.max),
    ] {
      var record = record(begin, lasting: 0, seen: 3)
      (record.end, record.frames) = (end, .max)
      let rows = rows([record, record])
      #expect(rows.reduce(0) { $0 + $1.showings } == 2 && rows.count <= 2)
    }
  }
}

extension ShowingRecord {
  /// As written by a version that took the end from the clock.
  fileprivate static func of1970(until end: Int64) -> ShowingRecord {
    var record = ShowingRecord()
    (record.begin, record.end, record.seen) = (2_678_400_000_000_000, end, 10_000_000_000)
    (record.item, record.isClockTrusted) = ("/a.mp4", false)
    return record
  }
}
