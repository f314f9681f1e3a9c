import Testing
import VitrineSchedules

/// Seconds since 1970 of a date and time, in any zone.
private func wall(_ text: String) throws -> CivilTime {
  let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
  let date = try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
  return CivilTime(date, hour: parts[3], minute: parts[4])
}

private func table(_ rows: [String]) throws -> TimeTable {
  TimeTable(try rows.map { try TimeTable.Row($0) })
}

@Suite("A timetable")
struct TimeTableTests {
  private static let week = ["mon-fri 07:30-21:00", "sat,sun 09:00-18:00"]
  private static let holidays = week + ["2026-12-24 09:00-14:00", "2026-12-25 off"]
  private static let late = ["fri 18:00-02:00", "sat 00:00-24:00"]

  // 2026-11-23 is a Monday.
  @Test(
    "A moment is on or off",
    arguments: [
      (week, "2026-11-23 07:29", false), (week, "2026-11-23 07:30", true),
      (week, "2026-11-23 20:59", true), (week, "2026-11-23 21:00", false),
      (week, "2026-11-28 08:00", false), (week, "2026-11-29 17:59", true),
      (holidays, "2026-12-24 08:00", false), (holidays, "2026-12-24 13:00", true),
      (holidays, "2026-12-24 15:00", false), (holidays, "2026-12-25 12:00", false),
      (late, "2026-11-27 17:59", false), (late, "2026-11-27 23:59", true),
      (late, "2026-11-28 01:59", true), (late, "2026-11-28 23:59", true),
      (late, "2026-11-29 00:00", false),
      (["fri 18:00-02:00", "2026-11-28 off"], "2026-11-28 01:00", true),
      (["fri 18:00-02:00", "2026-11-27 off"], "2026-11-28 01:00", false),
      (["sun-mon 10:00-11:00"], "2026-11-23 10:30", true),
      (["sun-mon 10:00-11:00"], "2026-11-24 10:30", false),
      (["mon off"], "2026-11-24 10:30", false),
      (["mon 08:00-09:00 10:00-11:00"], "2026-11-23 09:30", false),
      (["mon 08:00-09:00 10:00-11:00"], "2026-11-23 10:30", true),
      (["2026-12-25 off"], "2026-12-24 23:59", true),
      (["2026-12-25 off"], "2026-12-25 00:00", false),
      ([], "1970-01-01 00:00", true),
    ])
  func state(rows: [String], time: String, isOn: Bool) throws {
    #expect(try table(rows).state(at: wall(time)) == isOn)
  }

  @Test(
    "The next change is the first one, however far away",
    arguments: [
      (week, "2026-11-23 07:00", "2026-11-23 07:30"),
      (week, "2026-11-23 07:30", "2026-11-23 21:00"),
      (week, "2026-11-27 21:00", "2026-11-28 09:00"),
      (holidays, "2026-12-24 09:00", "2026-12-24 14:00"),
      (holidays, "2026-12-24 14:00", "2026-12-26 09:00"),
      (late, "2026-11-27 18:00", "2026-11-29 00:00"),
      (["mon-sun 00:00-24:00", "2030-01-01 off"], "2026-11-23 12:00", "2030-01-01 00:00"),
      (["2030-01-01 off"], "2030-01-01 12:00", "2030-01-02 00:00"),
      (
        ["mon 08:00-12:00"] + (20...31).map { "2026-12-\($0) off" }, "2026-12-20 00:00",
        "2027-01-04 08:00"
      ),
    ])
  func nextChange(rows: [String], time: String, next: String) throws {
    #expect(try table(rows).nextChange(after: wall(time)) == wall(next))
  }

  @Test(
    "A constant table has no change", arguments: [[], ["mon-sun 00:00-24:00"], ["mon off"]])
  func noChange(rows: [String]) throws {
    #expect(try table(rows).nextChange(after: wall("2026-11-23 07:00")) == nil)
  }

  @Test("Changes agree with checks every minute")
  func minuteByMinute() throws {
    let schedule = try table(Self.holidays + Self.late)
    var (time, next) = (try wall("2026-12-20 00:00"), try wall("2026-12-20 00:00"))
    var isOn = schedule.state(at: time)
    while time < (try wall("2026-12-30 00:00")) {
      if time == next {
        isOn = schedule.state(at: time)
        next = try #require(schedule.nextChange(after: time))
        #expect(schedule.state(at: next) != isOn)
      }
      #expect(schedule.state(at: time) == isOn)
      time = CivilTime(seconds: time.seconds + 60)
    }
  }

  @Test(
    "An invalid row has a reason",
    arguments: [
      ("", "expected days and times"), ("mon", "expected days and times"),
      ("monday 08:00-09:00", "unknown days"), ("mon- 08:00-09:00", "unknown days"),
      ("mon,,tue off", "unknown days"), ("mon-tue-wed off", "unknown days"),
      ("2026-02-29 off", "invalid date"), ("2026-13-01 off", "invalid date"),
      ("26-12-01 off", "invalid date"), ("2026-1-01 off", "invalid date"),
      ("mon 25:00-26:00", "invalid times"), ("mon 8-9", "invalid times"),
      ("mon 08:60-09:00", "invalid times"), ("mon 24:00-25:00", "invalid times"),
      ("mon 08:00-24:01", "invalid times"), ("mon +8:00-09:00", "invalid times"),
      ("mon 08:00-09:00 off", "invalid times"), ("mon off off", "invalid times"),
      ("mon 99999999999999999999:00-09:00", "invalid times"),
      ("mon 08:00-08:00", "start and end are the same"),
      ("mon " + String(repeating: "08:00-09:00 ", count: 20), "expected days and times"),
    ])
  func bad(row: String, cause: String) {
    let fault = #expect(throws: TimeTable.Row.Fault.self) { try TimeTable.Row(row) }
    #expect(fault?.cause.hasPrefix(cause) == true, "\(fault?.cause ?? "")")
  }

  @Test("The calendar is correct for four hundred years")
  func calendar() throws {
    var day = try #require(CivilDate(year: 1970, month: 1, day: 1)).day
    #expect(day == 0)
    for year in 1970..<2370 {
      for month in 1...12 {
        for number in 1...31 {
          guard let date = CivilDate(year: year, month: month, day: number) else { continue }
          #expect(date.day == day)
          day += 1
        }
      }
    }
    #expect(day == 146_097)
    #expect(CivilDate(day: 0).weekday == .thu && CivilDate(day: -1).weekday == .wed)
    #expect(CivilTime(seconds: -1).date.day == -1 && CivilTime(seconds: -86400).date.day == -1)
  }
}
