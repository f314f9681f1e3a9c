import Foundation
import Glibc
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

  @Test(
    "The schedule's last value is stored, and decides in the next run while the clock is not set")
  func last() throws {
    let folder = Folder(FileManager.default.temporaryDirectory.path).folder("vp-\(UUID())")
    try folder.make()
    defer { try? folder.remove() }
    let warnings = Shared<[String]>([])
    func power(_ read: @escaping @Sendable () -> ClockReading) throws -> ScheduledPower {
      ScheduledPower(
        try Self.table("mon-fri 08:00-20:00"), wake: nil, untrusted: .last,
        store: LastPowerStore(state: folder, output: "main") { text in
          warnings.update { $0.append(text) }
        }, read: read)
    }
    let unset: @Sendable () -> ClockReading = {
      ClockReading(Moment(second: 0), WallClock { _ in 0 }, hasEvidence: false)
    }
    let first = try power(Self.clock(Shared(21)))
    try first.start {}
    #expect(first.decide() == false)
    // The thread stores the value after its next check.
    first.replaceTable(try Self.table("mon-fri 08:00-20:30"))
    let deadline = HostTime.now() + .seconds(20)
    while (try? FileStatus(of: folder.path(of: "power-main"))) == nil, HostTime.now() < deadline {
      sched_yield()
    }
    first.close()
    let second = try power(unset)
    try second.start {}
    #expect(second.decide() == false)
    second.close()
    try folder.replace("power-main") { draft throws(Errno) in try draft.write(Array("?".utf8)) }
    let third = try power(unset)
    try third.start {}
    #expect(third.decide() == true && warnings.value.count == 1)
    third.close()
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
