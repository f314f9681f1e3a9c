import Testing
import VitrineSchedules
import VitrineTiming

@testable import VitrineSignage

/// A moment in UTC, `2026-03-29 01:00`.
private func utc(_ text: String) throws -> Int64 {
  let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
  let date = try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
  return CivilTime(date, hour: parts[3], minute: parts[4]).seconds
}

/// In 2026, summer time lasts from the last Sunday of March to that of October, as in Berlin.
private func berlin() throws -> WallClock {
  let summer = try utc("2026-03-29 01:00")..<utc("2026-10-25 01:00")
  return WallClock { summer.contains($0) ? 7200 : 3600 }
}

extension PowerPlan {
  fileprivate mutating func decide(
    at second: Int64, _ clock: WallClock, isSet: Bool = true, host: Int64? = nil
  ) -> Decision {
    decide(at: ClockReading(second, clock, isSet), HostTime(second: host ?? second))
  }

  fileprivate mutating func wake(for seconds: Int64, at second: Int64) {
    wake(for: .seconds(seconds), at: HostTime(second: second))
  }

  fileprivate mutating func setOverride(_ isOn: Bool, at second: Int64, _ clock: WallClock) {
    setOverride(isOn, at: ClockReading(second, clock))
  }

  fileprivate mutating func exchange(_ table: TimeTable, at second: Int64, _ clock: WallClock) {
    exchange(table, at: ClockReading(second, clock))
  }
}

extension ClockReading {
  fileprivate init(_ second: Int64, _ clock: WallClock, _ isSet: Bool = true) {
    self.init(Moment(second: second), clock, hasEvidence: isSet)
  }
}

extension HostTime {
  fileprivate init(second: Int64) { self.init(nanoseconds: second * 1_000_000_000) }
}

private func table(_ rows: [String]) throws -> PowerPlan {
  PowerPlan(TimeTable(try rows.map { try TimeTable.Row($0) }))
}

@Suite("When the display is on")
struct PowerPlanTests {
  struct Night: Sendable {
    let rows: [String]
    let start: String
    /// The switches on and off in order, in UTC.
    let changes: [String]
  }

  static let nights = [
    // 02:30 does not exist: the clocks skip it.
    Night(
      rows: ["mon-sun 02:30-12:00"], start: "2026-03-28 12:00",
      changes: ["2026-03-29 01:00", "2026-03-29 10:00", "2026-03-30 00:30"]),
    Night(
      rows: ["mon-sun 02:10-02:50"], start: "2026-03-28 12:00",
      changes: ["2026-03-30 00:10", "2026-03-30 00:50"]),
    Night(
      rows: ["mon-sun 22:00-02:30"], start: "2026-03-28 12:00",
      changes: ["2026-03-28 21:00", "2026-03-29 01:00", "2026-03-29 20:00"]),
    // 02:30 occurs twice and counts once.
    Night(
      rows: ["mon-sun 02:30-12:00"], start: "2026-10-24 12:00",
      changes: ["2026-10-25 00:30", "2026-10-25 11:00", "2026-10-26 01:30"]),
    Night(
      rows: ["mon-sun 22:00-02:30"], start: "2026-10-24 12:00",
      changes: ["2026-10-24 20:00", "2026-10-25 00:30", "2026-10-25 21:00"]),
    Night(
      rows: ["mon-sun 02:00-03:00"], start: "2026-10-24 12:00",
      changes: ["2026-10-25 00:00", "2026-10-25 02:00", "2026-10-26 01:00"]),
    Night(
      rows: ["mon-sun 02:10-02:20 02:40-02:50"], start: "2026-10-24 12:00",
      changes: [
        "2026-10-25 00:10", "2026-10-25 00:20", "2026-10-25 00:40", "2026-10-25 00:50",
        "2026-10-26 01:10",
      ]),
  ]

  @Test("Every switch happens once on nights with a clock change", arguments: nights)
  func clockChange(night: Night) throws {
    var plan = try table(night.rows)
    let clock = try berlin()
    var decision = plan.decide(at: try utc(night.start), clock)
    var changes: [Int64] = []
    for _ in 0..<20 where changes.count < night.changes.count {
      let next = try #require(decision.next)
      let after = plan.decide(at: next, clock)
      if after.isOn != decision.isOn { changes.append(next) }
      decision = after
    }
    #expect(changes == (try night.changes.map(utc)))
  }

  @Test("Checking every minute gives the same result", arguments: nights)
  func everyMinute(night: Night) throws {
    var plan = try table(night.rows)
    let clock = try berlin()
    let (start, end) = (try utc(night.start), try utc(night.changes[night.changes.count - 1]))
    var (isOn, changes) = (plan.decide(at: start, clock).isOn, [Int64]())
    for moment in stride(from: start, through: end, by: 60) {
      let now = plan.decide(at: moment, clock).isOn
      if now != isOn { changes.append(moment) }
      isOn = now
    }
    #expect(changes == (try night.changes.map(utc)))
  }

  @Test("An order lasts until the table's next change")
  func order() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = try berlin()
    plan.setOverride(false, at: try utc("2026-11-23 09:00"), clock)
    #expect(plan.decide(at: try utc("2026-11-23 18:59"), clock).isOn == false)
    #expect(plan.decide(at: try utc("2026-11-23 19:00"), clock).isOn == false)
    #expect(plan.decide(at: try utc("2026-11-24 07:00"), clock).isOn)
    plan.setOverride(false, at: try utc("2026-11-24 08:00"), clock)
    plan.setOverride(true, at: try utc("2026-11-24 08:30"), clock)
    #expect(plan.decide(at: try utc("2026-11-24 08:30"), clock).isOn)
    plan.setOverride(true, at: try utc("2026-11-24 20:00"), clock)
    #expect(plan.decide(at: try utc("2026-11-25 06:59"), clock).isOn)
    #expect(plan.decide(at: try utc("2026-11-25 19:00"), clock).isOn == false)
  }

  @Test("A clock set forward past two changes also ends an order")
  func leap() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = try berlin()
    plan.setOverride(false, at: try utc("2026-11-23 09:00"), clock)
    #expect(plan.decide(at: try utc("2026-11-24 09:00"), clock).isOn)
  }

  @Test("A clock that was never set is ignored")
  func unset() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = try berlin()
    #expect(plan.decide(at: 30, clock) == PowerPlan.Decision(isOn: true, next: 31))
    #expect(plan.decide(at: try utc("2023-12-31 23:59"), clock).isOn)
    plan.setOverride(false, at: 40, clock)
    #expect(plan.decide(at: 50, clock).isOn == false)
    #expect(plan.decide(at: try utc("2026-11-23 02:00"), clock).isOn == false)
    #expect(plan.decide(at: try utc("2026-11-23 07:00"), clock).isOn)
  }

  struct Start: Sendable {
    /// The time shown by a machine whose clock has not been set, in UTC.
    let shown: String
    let isSet: Bool
    /// The operator's earlier order, if any.
    var order: Bool?
    let isOn: Bool
  }

  // The table is on from 07:00 to 19:00 UTC.
  @Test(
    "A clock without evidence of being set turns nothing off and is checked every second",
    arguments: [
      Start(shown: "2026-11-23 02:00", isSet: false, isOn: true),
      Start(shown: "2026-11-23 12:00", isSet: false, isOn: true),
      Start(shown: "2026-11-23 02:00", isSet: true, isOn: false),
      Start(shown: "2026-11-23 12:00", isSet: true, isOn: true),
      Start(shown: "2023-12-31 12:00", isSet: true, isOn: true),
      // Orders hold by any clock.
      Start(shown: "2026-11-23 02:00", isSet: false, order: false, isOn: false),
      Start(shown: "2026-11-23 12:00", isSet: false, order: false, isOn: false),
      Start(shown: "2026-11-23 12:00", isSet: false, order: true, isOn: true),
    ])
  func untrusted(start: Start) throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let (clock, shown) = (try berlin(), try utc(start.shown))
    let reading = ClockReading(shown, clock, start.isSet)
    if let order = start.order { plan.setOverride(order, at: reading) }
    let decision = plan.decide(at: reading, HostTime(second: 100))
    #expect(decision.isOn == start.isOn)
    if !reading.isTrusted { #expect(decision.next == shown + 1) }
    // Once the clock was set, the table applies: an order that contradicts it ends at its next
    // change.
    let night = plan.decide(at: try utc("2026-11-23 22:00"), clock, host: 101)
    #expect(night == PowerPlan.Decision(isOn: false, next: try utc("2026-11-24 07:00")))
    #expect(plan.decide(at: try utc("2026-11-24 07:00"), clock, host: 102).isOn)
  }

  @Test("A correct clock is followed from the moment it is trusted")
  func becomesTrusted() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let (clock, night) = (try berlin(), try utc("2026-11-23 22:00"))
    for second in night..<night + 5 {
      #expect(
        plan.decide(at: second, clock, isSet: false)
          == PowerPlan.Decision(isOn: true, next: second + 1))
    }
    #expect(!plan.decide(at: night + 5, clock).isOn)
  }

  @Test("Without a table, only orders count")
  func noTable() throws {
    var plan = try table([])
    let clock = try berlin()
    #expect(
      plan.decide(at: try utc("2026-11-23 09:00"), clock)
        == PowerPlan.Decision(isOn: true, next: nil)
    )
    plan.setOverride(false, at: try utc("2026-11-23 09:00"), clock)
    #expect(
      plan.decide(at: try utc("2027-11-23 09:00"), clock)
        == PowerPlan.Decision(isOn: false, next: nil))
  }

  @Test(
    "A new table applies at once; an order lasts while both tables agree",
    arguments: [
      // At 09:00 UTC, which is 10:00 there: on by the schedule, and switched off by the operator.
      (["mon-sun 08:00-20:00"], ["mon-sun 09:00-21:00"], false, "2026-11-23 20:00"),
      (["mon-sun 08:00-20:00"], ["mon-sun 11:00-21:00"], false, "2026-11-23 10:00"),
      (["mon-sun 11:00-20:00"], ["mon-sun 08:00-21:00"], true, "2026-11-23 20:00"),
      ([], ["mon-sun 08:00-20:00"], false, "2026-11-23 19:00"),
      (["mon-sun 08:00-20:00"], [], false, nil), (["mon-sun 11:00-20:00"], [], true, nil),
    ] as [([String], [String], Bool, String?)])
  func exchange(old: [String], new: [String], isOn: Bool, next: String?) throws {
    var plan = try table(old)
    let (clock, moment) = (try berlin(), try utc("2026-11-23 09:00"))
    plan.setOverride(false, at: moment, clock)
    plan.exchange(TimeTable(try new.map { try TimeTable.Row($0) }), at: moment, clock)
    #expect(
      plan.decide(at: moment, clock)
        == PowerPlan.Decision(isOn: isOn, next: try next.map(utc)))
    guard let next else { return }
    // From its next change on, only the table applies.
    #expect(
      plan.decide(at: try utc(next), clock).isOn != PowerPlanTests.scheduled(new, moment, clock))
  }

  private static func scheduled(_ rows: [String], _ moment: Int64, _ clock: WallClock) -> Bool {
    var plan = try? table(rows)
    return plan?.decide(at: moment, clock).isOn ?? true
  }

  @Test(
    "Each touch wakes a display that is off, until the wake time has passed")
  func wake() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = try berlin()
    let night = try utc("2026-11-23 22:00")
    #expect(!plan.decide(at: night, clock).isOn)
    plan.wake(for: 60, at: night)
    #expect(plan.decide(at: night, clock) == PowerPlan.Decision(isOn: true, next: night + 61))
    plan.wake(for: 60, at: night + 50)
    #expect(plan.decide(at: night + 109, clock).isOn)
    let after = plan.decide(at: night + 110, clock)
    #expect(after == PowerPlan.Decision(isOn: false, next: try utc("2026-11-24 07:00")))
  }

  @Test("A display in use at its switch-off time stays on")
  func use() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = try berlin()
    let end = try utc("2026-11-23 19:00")
    plan.wake(for: 60, at: end - 10)
    #expect(plan.decide(at: end, clock) == PowerPlan.Decision(isOn: true, next: end + 51))
    #expect(!plan.decide(at: end + 50, clock).isOn)
  }

  @Test("A new table does not end the wake time, but applies after it")
  func wakeAndExchange() throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = try berlin()
    let moment = try utc("2026-11-23 09:00")
    plan.setOverride(false, at: moment, clock)
    plan.wake(for: 60, at: moment)
    plan.exchange(
      TimeTable([try TimeTable.Row("mon-sun 07:00-21:00")]), at: moment + 5, clock)
    #expect(plan.decide(at: moment + 59, clock).isOn && !plan.decide(at: moment + 60, clock).isOn)
  }

  @Test("An order ends the wake time and can be followed by another; setting the clock does not")
  func wakeAndOrder() throws {
    var plan = try table([])
    let clock = try berlin()
    let moment = try utc("2026-11-23 22:00")
    plan.setOverride(false, at: moment, clock)
    plan.wake(for: 60, at: moment)
    #expect(plan.decide(at: moment + 59, clock).isOn && !plan.decide(at: moment + 60, clock).isOn)
    plan.wake(for: 60, at: moment + 100)
    plan.setOverride(false, at: moment + 110, clock)
    #expect(!plan.decide(at: moment + 110, clock).isOn)
    plan.wake(for: 60, at: moment + 200)
    for leap in [-86_400, 0, 86_400] as [Int64] {
      #expect(plan.decide(at: moment + leap, clock, host: moment + 259).isOn)
    }
    #expect(!plan.decide(at: moment, clock, host: moment + 260).isOn)
    plan.wake(for: .max, at: moment)
    #expect(plan.decide(at: moment, clock).isOn)
  }

  @Test("An invalid time zone stops nothing", arguments: [Int.min, Int.max, 0])
  func oddZone(offset: Int) throws {
    var plan = try table(["mon-sun 08:00-20:00"])
    let clock = WallClock { _ in offset }
    #expect(plan.decide(at: try utc("2026-11-23 09:00"), clock).next != nil)
  }
}

/// Machines whose clock is wrong for a while.
@Suite("The display and a clock that is not set")
struct UntrustedClockTests {
  /// The machine's clock, in UTC, after a number of seconds of host time.
  struct Step: Sendable {
    let host: Int64
    let wall: String
    var isSet = true
    let isOn: Bool
  }

  struct Machine: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var untrusted = UntrustedClockPower.on
    var last: Bool?
    let steps: [Step]
  }

  /// Open from 08:00 to 20:00; 2026-11-30 is a Monday.
  private static let rows = ["mon-sun 08:00-20:00"]

  static let machines = [
    Machine(
      testDescription: "boots in the past, at night by its clock",
      steps: [
        Step(host: 5, wall: "1970-01-01 00:00", isOn: true),
        Step(host: 600, wall: "1970-01-01 00:10", isOn: true),
        Step(host: 601, wall: "2026-11-30 12:00", isOn: true),
        Step(host: 28_801, wall: "2026-11-30 19:50", isOn: true),
        Step(host: 29_401, wall: "2026-11-30 20:00", isOn: false),
      ]),
    Machine(
      testDescription:
        "boots with the time of its last run, at night, before a time server answers",
      steps: [
        Step(host: 5, wall: "2026-11-20 23:00", isSet: false, isOn: true),
        Step(host: 65, wall: "2026-11-20 23:01", isSet: false, isOn: true),
        Step(host: 66, wall: "2026-11-30 12:00", isOn: true),
      ]),
    Machine(
      testDescription: "boots in the future, with a damaged battery-backed clock",
      steps: [
        Step(host: 5, wall: "2099-01-01 23:00", isOn: true),
        Step(host: 66, wall: "2026-11-30 12:00", isOn: true),
        Step(host: 67, wall: "2026-11-30 23:00", isOn: false),
      ]),
    Machine(
      testDescription: "has no network for hours, and sees two evenings",
      steps: [6, 18, 24, 30, 42].map { hour in
        Step(
          host: Int64(hour) * 3600, wall: "2026-11-\(20 + hour / 24) \(hour % 24):00",
          isSet: false, isOn: true)
      } + [Step(host: 43 * 3600, wall: "2026-11-30 23:00", isOn: false)]),
    Machine(
      testDescription: "jumps a year ahead and back",
      steps: [
        Step(host: 5, wall: "2026-11-30 12:00", isOn: true),
        Step(host: 6, wall: "2027-11-30 23:00", isOn: false),
        Step(host: 7, wall: "2026-11-30 12:00", isOn: true),
        Step(host: 8, wall: "2025-11-30 12:00", isOn: true),
        Step(host: 9, wall: "2025-11-30 03:00", isOn: false),
        Step(host: 10, wall: "2026-11-30 12:00", isOn: true),
      ]),
    Machine(
      testDescription: "off until the clock is set", untrusted: .off,
      steps: [
        Step(host: 5, wall: "2026-11-30 12:00", isSet: false, isOn: false),
        Step(host: 6, wall: "2026-11-30 12:00", isOn: true),
      ]),
    Machine(
      testDescription: "as in the previous run: off", untrusted: .last, last: false,
      steps: [
        Step(host: 5, wall: "2026-11-30 12:00", isSet: false, isOn: false),
        Step(host: 6, wall: "2026-11-30 12:00", isOn: true),
        // The battery fails, and the machine is set back.
        Step(host: 7, wall: "1970-01-01 23:00", isOn: true),
        Step(host: 8, wall: "2026-11-30 23:00", isOn: false),
        Step(host: 9, wall: "1970-01-01 12:00", isOn: false),
      ]),
    Machine(
      testDescription: "as in the previous run, of which nothing is known", untrusted: .last,
      steps: [Step(host: 5, wall: "2026-11-30 23:00", isSet: false, isOn: true)]),
  ]

  @Test(
    "The schedule decides once the clock is set, and is looked at each second before",
    arguments: machines)
  func machine(_ machine: Machine) throws {
    var plan = PowerPlan(
      TimeTable(try Self.rows.map { try TimeTable.Row($0) }), untrusted: machine.untrusted,
      last: machine.last)
    let utcClock = WallClock { _ in 0 }
    for step in machine.steps {
      let second = try utc(step.wall)
      let decision = plan.decide(at: second, utcClock, isSet: step.isSet, host: step.host)
      #expect(decision.isOn == step.isOn, "\(step)")
      let isTrusted = ClockReading(second, utcClock, step.isSet).isTrusted
      let next = try #require(decision.next)
      #expect(isTrusted ? next > second : next == second + 1, "\(step)")
    }
  }

  @Test(
    "Without a schedule the display is on, whatever the clock",
    arguments: UntrustedClockPower.allCases)
  func unscheduled(untrusted: UntrustedClockPower) throws {
    var plan = PowerPlan(TimeTable(), untrusted: untrusted, last: false)
    #expect(plan.decide(at: 0, WallClock { _ in 0 }, isSet: false).isOn)
  }

  @Test("An operator's choice lasts until the clock is set and the schedule differs")
  func overridden() throws {
    var plan = try table(Self.rows)
    let clock = WallClock { _ in 0 }
    let unset = ClockReading(try utc("2026-11-20 12:00"), clock, false)
    plan.setOverride(false, at: unset)
    #expect(!plan.decide(at: unset, HostTime(second: 1)).isOn)
    #expect(!plan.decide(at: try utc("2026-11-30 12:00"), clock).isOn)
    #expect(!plan.decide(at: try utc("2026-11-30 23:00"), clock).isOn)
    #expect(plan.decide(at: try utc("2026-12-01 09:00"), clock).isOn)
  }
}
