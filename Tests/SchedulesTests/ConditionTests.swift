import Testing
import VitrineSchedules

@testable import VitrineSchedules

/// A time in the usual notation.
func civil(_ text: String) throws -> CivilTime { try #require(CivilTime(text: text)) }

/// Windows on days on which the clocks change.
@Suite("Windows")
struct ConditionTests {
  private func table(_ rows: [String]) throws -> TimeTable {
    TimeTable(showing: try rows.map { try TimeTable.Row($0) })
  }

  private func hours(_ rows: [String], on day: String, in place: String) throws -> Double {
    let clock = try zone(place).clock
    let condition = Condition(table: try table(rows))
    let begin = clock.moment(of: try civil(day + " 00:00"), after: 0)
    let next = try #require(CivilDate(text: day)).day + 1
    let end = clock.moment(of: CivilTime(CivilDate(day: next)), after: begin)
    var (now, open) = (begin, Int64(0))
    while now < end {
      let state = condition.state(at: now, clock)
      let until = min(state.until ?? end, end)
      #expect(until > now)
      if state.isOpen { open += until - now }
      now = until
    }
    return Double(open) / 3600
  }

  @Test(
    "A moment is a date or a time, with fractions only after seconds",
    arguments: [
      ("1970-01-02", 86400), ("1970-01-01 00:01", 60), ("1970-01-01T0:01:02", 62),
      ("1970-01-01 00:00:01.25", 1.25), ("1970-01-01 00:00:01.000000001", 1.000000001),
      ("1970-01-01 00:01.5", nil), ("1970-01-01.5", nil), ("1970-01-01 00:00:01.", nil),
      ("1970-01-01 00:00:01.-5", nil), ("1970-01-01 00:00:01.1e3", nil), (".5", nil), ("", nil),
      ("1970-01-01 00:00:01.1234567890", nil),
    ] as [(String, Double?)])
  func moments(text: String, seconds: Double?) {
    let moment = WallClock { _ in 0 }.moment(text: text)
    #expect(moment == seconds.map { Moment(second: 0) + $0 })
  }

  @Test(
    "A full day's windows sum to a day of 23, 23.5, 24, 24.5 or 25 hours",
    arguments: [
      ("Europe/Berlin", "2026-03-29", 23), ("Europe/Berlin", "2026-10-25", 25),
      ("Europe/Berlin", "2026-06-01", 24), ("America/New_York", "2026-03-08", 23),
      ("America/New_York", "2026-11-01", 25), ("Australia/Lord_Howe", "2026-04-05", 24.5),
      ("Australia/Lord_Howe", "2026-10-04", 23.5), ("Africa/Casablanca", "2026-02-15", 25),
      ("Africa/Casablanca", "2026-03-22", 23), ("UTC", "2026-03-29", 24),
    ])
  func wholeDays(place: String, day: String, length: Double) throws {
    #expect(try hours(["mon-sun 00:00-24:00"], on: day, in: place) == length)
    let parts = ["mon-sun 00:00-02:15 02:15-02:45 02:45-24:00"]
    #expect(try hours(parts, on: day, in: place) == length)
    let split = try ["mon-sun 00:00-02:15", "mon-sun 02:15-02:45", "mon-sun 02:45-24:00"]
      .map { try hours([$0], on: day, in: place) }
    #expect(split.reduce(0, +) == length)
  }

  @Test(
    "A time in a repeated hour is the first one, and in a skipped hour the clock change",
    arguments: [
      ("Europe/Berlin", "2026-10-25", "02:30-03:00", 1.5),
      ("Europe/Berlin", "2026-10-25", "01:00-02:30", 1.5),
      ("Europe/Berlin", "2026-10-25", "02:30-02:45", 0.25),
      ("Europe/Berlin", "2026-03-29", "02:15-02:45", 0),
      ("Europe/Berlin", "2026-03-29", "02:30-03:30", 0.5),
      ("Australia/Lord_Howe", "2026-04-05", "01:30-02:00", 1),
      ("Australia/Lord_Howe", "2026-10-04", "02:00-02:30", 0),
      ("Africa/Casablanca", "2026-02-15", "02:00-03:00", 2),
      ("America/New_York", "2026-03-08", "01:00-03:00", 1),
    ])
  func edges(place: String, day: String, window: String, length: Double) throws {
    #expect(try hours(["mon-sun \(window)"], on: day, in: place) == length)
  }

  @Test(
    "The rows closest to the day apply",
    arguments: [
      ("2026-12-24 10:00", false), ("2026-12-24 15:00", true), ("2026-12-23 10:00", true),
      ("2026-12-25 10:00", false), ("2027-12-25 10:00", false), ("2026-12-27 10:00", false),
      ("2027-01-02 10:00", false), ("2027-01-07 10:00", true), ("2026-08-05 10:00", true),
      ("2026-08-05 19:00", true), ("2026-09-02 19:00", false), ("2024-02-29 10:00", false),
      ("2023-03-01 10:00", true), ("2028-02-29 10:00", false),
    ])
  func nearest(time: String, isOpen: Bool) throws {
    let table = try table([
      "mon-sun 09:00-18:00", "2026-12-24 14:00-16:00", "12-25 off", "12-27..01-06 off",
      "2026-08-01..2026-08-31 09:00-20:00", "02-29 off",
    ])
    #expect(table.state(at: try civil(time)) == isOpen)
  }

  @Test("Changes agree with hourly checks over four years, forwards and backwards")
  func changes() throws {
    let table = try table([
      "mon-fri 09:00-18:00", "sat 22:00-03:00", "12-25 off", "12-27..01-06 off",
      "02-29 12:00-13:00",
      "2026-08-01..2026-08-31 09:00-20:00", "2027-03-28 01:00-04:00",
    ])
    var time = try civil("2025-12-01 00:00")
    let end = try civil("2029-06-01 00:00")
    var (last, isOpen) = (table.lastChange(before: time), table.state(at: time))
    var next = try #require(table.nextChange(after: time))
    while time < end {
      time = CivilTime(seconds: time.seconds + 1800)
      if time >= next {
        (last, isOpen) = (next, !isOpen)
        next = try #require(table.nextChange(after: time))
      }
      #expect(table.state(at: time) == isOpen, "\(time.text)")
      if time.seconds % 86400 == 0 {
        #expect(table.lastChange(before: time) == last, "\(time.text)")
      }
    }
  }

  @Test("An item's rows state when it shows, and nothing else")
  func rest() throws {
    #expect(try !table(["2026-12-24 09:00-14:00"]).state(at: civil("2026-12-23 10:00")))
    #expect(try table(["2026-12-24 off"]).state(at: civil("2026-12-23 10:00")))
    #expect(try !table(["2026-12-24 off"]).state(at: civil("2026-12-24 10:00")))
  }
}
