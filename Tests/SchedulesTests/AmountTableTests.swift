import Testing
import VitrineSchedules

@testable import VitrineSchedules

/// The amount at each time.
@Suite("Amounts by time of day")
struct AmountTableTests {
  private func table(_ rows: [String]) throws -> AmountTable {
    AmountTable(try rows.map { row throws(TimeTable.Row.Fault) in try AmountTable.Row(row) })
  }

  @Test(
    "The row closest to the day applies, and the first of two at the same time",
    arguments: [
      ("2026-11-26 07:59", nil), ("2026-11-26 08:00", 40), ("2026-11-26 19:59", 40),
      ("2026-11-26 20:00", 10), ("2026-11-27 01:59", 10), ("2026-11-27 02:00", nil),
      ("2026-11-28 09:00", nil), ("2026-12-24 09:00", 0), ("2026-12-24 13:00", nil),
      ("2026-12-25 09:00", nil), ("2026-11-26 12:30", 40),
    ] as [(String, Int?)])
  func amounts(time: String, amount: Int?) throws {
    let table = try table([
      "mon-fri 08:00-20:00 40%", "mon-fri 20:00-02:00 10%", "mon-fri 12:00-13:00 80%",
      "2026-12-24 08:00-12:00 0%", "2026-12-25 off",
    ])
    #expect(table.amount(at: try civil(time)) == amount)
  }

  @Test(
    "An invalid row is refused with its cause",
    arguments: [
      ("mon 08:00-09:00", "a percentage"), ("40%", "a percentage"), ("mon 40%", "a percentage"),
      ("mon 08:00-09:00 101%", "a percentage"), ("mon 08:00-09:00 -1%", "a percentage"),
      ("mon 08:00-09:00 4.5%", "a percentage"), ("mon off 40%", "off"),
      ("day 08:00-09:00 40%", "days"),
      ("mon 08:00-08:00 40%", "are the same"),
    ])
  func faults(row: String, cause: String) {
    let error = #expect(throws: TimeTable.Row.Fault.self) { try AmountTable.Row(row) }
    #expect(error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
  }

  /// The amounts set in each minute of some days in Berlin.
  private func said(
    _ plan: inout AmountPlan, _ begin: String, _ end: String, isClockTrusted: Bool = true
  ) throws -> [String] {
    let clock = try zone("Europe/Berlin").clock
    let first = clock.moment(of: try civil(begin), after: 0)
    let last = clock.moment(of: try civil(end), after: first)
    return stride(from: first, to: last, by: 60).compactMap { moment in
      let amount = plan.update(at: moment, clock, isClockTrusted: isClockTrusted)
      return amount.map { "\(clock.time(at: moment).text.dropLast(3)) \($0)" }
    }
  }

  @Test("An amount is set at a row's start and end, and at no other time")
  func edges() throws {
    var plan = AmountPlan(try table(["mon-sun 08:00-20:00 40%", "mon-sun 20:00-22:00 10%"]))
    #expect(
      try said(&plan, "2026-11-26 09:00", "2026-11-27 09:00") == [
        "2026-11-26T09:00 part(40)", "2026-11-26T20:00 part(10)", "2026-11-26T22:00 default",
        "2026-11-27T08:00 part(40)",
      ])
  }

  @Test("A time that occurs twice means the first, and a skipped time the clock change")
  func leaps() throws {
    var plan = AmountPlan(try table(["mon-sun 02:30-12:00 40%"]))
    #expect(
      try said(&plan, "2026-10-25 00:00", "2026-10-25 13:00") == [
        "2026-10-25T02:30 part(40)", "2026-10-25T12:00 default",
      ])
    plan = AmountPlan(try table(["mon-sun 02:30-12:00 40%"]))
    #expect(
      try said(&plan, "2026-03-29 00:00", "2026-03-29 13:00") == [
        "2026-03-29T03:00 part(40)", "2026-03-29T12:00 default",
      ])
  }

  @Test(
    "Adjacent rows with the same amount are two edges only with a gap between them")
  func same() throws {
    var plan = AmountPlan(try table(["mon-sun 08:00-10:00 40%", "mon-sun 12:00-14:00 40%"]))
    #expect(try said(&plan, "2026-11-26 07:00", "2026-11-26 15:00").count == 4)
    // A clock set past the time in between finds another row.
    _ = try said(&plan, "2026-11-26 09:00", "2026-11-26 09:01")
    #expect(
      try said(&plan, "2026-11-26 13:00", "2026-11-26 13:01") == ["2026-11-26T13:00 part(40)"])
  }

  @Test("An untrusted clock sets nothing, and a new table sets only what differs")
  func changes() throws {
    let rows = ["mon-sun 08:00-20:00 40%"]
    var plan = AmountPlan(try table(rows))
    #expect(
      try said(&plan, "2026-11-26 09:00", "2026-11-26 09:05", isClockTrusted: false) == [])
    #expect(try said(&plan, "2026-11-26 09:05", "2026-11-26 09:10").count == 1)
    plan.replaceTable(try table(["mon-sun 09:00-21:00 40%"]))
    #expect(try said(&plan, "2026-11-26 09:10", "2026-11-26 09:20") == [])
    plan.replaceTable(try table(["mon-sun 09:00-21:00 30%"]))
    #expect(
      try said(&plan, "2026-11-26 09:20", "2026-11-26 09:30") == ["2026-11-26T09:20 part(30)"])
    plan.replaceTable(AmountTable())
    #expect(try said(&plan, "2026-11-26 09:30", "2026-11-26 09:40") == ["2026-11-26T09:30 default"])
  }
}
