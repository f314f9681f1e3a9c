import Testing
import VitrineSchedules

@testable import VitrineSignage

struct ScheduledVolumeTests {
  private func look(_ volume: inout ScheduledVolume, _ text: String) throws -> Double? {
    let time = try #require(CivilTime(text: text))
    return volume.look(at: time.seconds, ZoneRules.utc.clock, isClockTrusted: true)
  }

  @Test("a row's volume is set at its beginning, the usual one at its end")
  func edges() throws {
    let table = AmountTable([try AmountTable.Row("mon-sun 08:00-20:00 40%")])
    var volume = ScheduledVolume(table, usual: 0.9)
    #expect(try look(&volume, "2026-11-26 07:59") == nil)
    #expect(try look(&volume, "2026-11-26 08:00") == 0.4)
    // What people set now stands.
    #expect(try look(&volume, "2026-11-26 19:59") == nil)
    #expect(try look(&volume, "2026-11-26 20:00") == 0.9)
  }

  @Test("another usual volume is set at once where no row holds, else at the row's end")
  func exchange() throws {
    let table = AmountTable([try AmountTable.Row("mon-sun 08:00-20:00 40%")])
    var volume = ScheduledVolume(table, usual: 0.9)
    #expect(try look(&volume, "2026-11-26 07:00") == nil)
    volume.exchange(table, usual: 0.7)
    #expect(try look(&volume, "2026-11-26 07:01") == 0.7)
    #expect(try look(&volume, "2026-11-26 08:00") == 0.4)
    volume.exchange(table, usual: 0.6)
    #expect(try look(&volume, "2026-11-26 08:01") == nil)
    #expect(try look(&volume, "2026-11-26 20:00") == 0.6)
  }
}
