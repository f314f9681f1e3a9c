import Testing
import VitrineLinux
import VitrineSchedules
import VitrineTiming

@testable import VitrineSignage

/// `PowerPlanTests` has the decisions; this is how a player gets them.
struct ScheduledPowerTests {
  /// A clock in UTC that shows this hour of a Monday.
  private static func clock(_ hour: Shared<Int>) -> @Sendable () -> ClockReading {
    {
      ClockReading(
        Moment(second: 1_795_996_800 + Int64(hour.value) * 3600), WallClock { _ in 0 },
        hasEvidence: true)
    }
  }

  private static func table(_ row: String) throws -> TimeTable {
    TimeTable([try TimeTable.Row(row)])
  }

  @Test("A table decides while the player runs; the operator overrides it until its next change")
  func table() throws {
    let hour = Shared(9)
    let power = ScheduledPower(
      try Self.table("mon-fri 08:00-20:00"), wake: nil, read: Self.clock(hour))
    #expect(power.decide() == nil && !power.wakesOnTouch)
    try power.start {}
    #expect(power.decide() == true)
    power.recordSwitch(isOn: false)
    #expect(power.decide() == false)
    hour.update { $0 = 21 }
    #expect(power.decide() == false)
    power.recordTouch()
    #expect(power.decide() == false)
    hour.update { $0 = 24 + 9 }
    #expect(power.decide() == true)
    power.close()
    #expect(power.decide() == nil)
  }

  @Test("A touch turns on the display, also without a table")
  func touch() throws {
    let power = ScheduledPower(TimeTable(), wake: .seconds(600), read: Self.clock(Shared(9)))
    try power.start {}
    defer { power.close() }
    #expect(power.wakesOnTouch && power.decide() == true)
    power.recordSwitch(isOn: false)
    #expect(power.decide() == false)
    power.recordTouch()
    #expect(power.decide() == true)
  }

  @Test("The player is notified of a new table, even if there was none")
  func replaced() throws {
    let power = ScheduledPower(TimeTable(), wake: nil, read: Self.clock(Shared(9)))
    let changes = BoundedQueue<Bool>(limit: .max)
    try power.start { changes.push(true) }
    defer { power.close() }
    #expect(power.decide() == nil)
    power.replaceTable(try Self.table("mon-fri 10:00-20:00"))
    #expect(changes.pop(until: .now() + .seconds(20)) == true)
    #expect(power.decide() == false)
    power.replaceTable(TimeTable())
    #expect(changes.pop(until: .now() + .seconds(20)) == true)
    #expect(power.decide() == true)
  }
}
