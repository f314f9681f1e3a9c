import Testing
import VitrinePictures
import VitrineSchedules

@testable import VitrinePlans

struct ScheduledAmountTests {
  private func look<Value>(
    _ amount: inout ScheduledAmount<Value>, _ text: String
  ) throws -> Value? {
    let time = try #require(CivilTime(text: text))
    return amount.update(at: time.seconds, ZoneRules.utc.clock, isClockTrusted: true)
  }

  private static func volume(_ row: String) throws -> ScheduledAmount<Double> {
    ScheduledAmount(AmountTable([try AmountTable.Row(row)]), default: 0.9) { Double($0) / 100 }
  }

  @Test("A row sets its amount at its start, and the default at its end")
  func edges() throws {
    var volume = try Self.volume("mon-sun 08:00-20:00 40%")
    #expect(try look(&volume, "2026-11-26 07:59") == nil)
    #expect(try look(&volume, "2026-11-26 08:00") == 0.4)
    // A value set by people now stays.
    #expect(try look(&volume, "2026-11-26 19:59") == nil)
    #expect(try look(&volume, "2026-11-26 20:00") == 0.9)
  }

  @Test("A new default applies at once outside rows, otherwise at the row's end")
  func exchange() throws {
    let table = AmountTable([try AmountTable.Row("mon-sun 08:00-20:00 40%")])
    var volume = try Self.volume("mon-sun 08:00-20:00 40%")
    #expect(try look(&volume, "2026-11-26 07:00") == nil)
    volume.replaceTable(table, default: 0.7)
    #expect(try look(&volume, "2026-11-26 07:01") == 0.7)
    #expect(try look(&volume, "2026-11-26 08:00") == 0.4)
    volume.replaceTable(table, default: 0.6)
    #expect(try look(&volume, "2026-11-26 08:01") == nil)
    #expect(try look(&volume, "2026-11-26 20:00") == 0.6)
  }

  @Test("A default that follows a sensor applies outside rows only, and at most once")
  func followed() throws {
    let table = AmountTable([try AmountTable.Row("mon-sun 20:00-06:00 30%")])
    var brightness = ScheduledAmount(
      table, default: .percent(100), part: Brightness.init(percent:))
    #expect(try look(&brightness, "2026-11-26 19:00") == nil)
    brightness.replaceDefault(with: .percent(60))
    #expect(try look(&brightness, "2026-11-26 19:01") == .percent(60))
    brightness.replaceDefault(with: .percent(60))
    #expect(try look(&brightness, "2026-11-26 19:02") == nil)
    #expect(try look(&brightness, "2026-11-26 20:00") == .percent(30))
    brightness.replaceDefault(with: .percent(10))
    #expect(try look(&brightness, "2026-11-26 21:00") == nil)
    #expect(try look(&brightness, "2026-11-27 06:00") == .percent(10))
  }

  @Test("Without a default, brightness returns to the value found at the start")
  func brightness() throws {
    let table = AmountTable([try AmountTable.Row("mon-sun 20:00-06:00 30%")])
    var brightness = ScheduledAmount(table, default: .asFound, part: Brightness.init(percent:))
    #expect(try look(&brightness, "2026-11-26 19:59") == nil)
    #expect(try look(&brightness, "2026-11-26 20:00") == .percent(30))
    #expect(try look(&brightness, "2026-11-27 06:00") == .asFound)
    // Without a table, another default applies at once, and its removal restores the value found
    // at the start.
    brightness.replaceTable(AmountTable(), default: .percent(50))
    #expect(try look(&brightness, "2026-11-27 20:30") == .percent(50))
    brightness.replaceTable(AmountTable(), default: .asFound)
    #expect(try look(&brightness, "2026-11-27 20:31") == .asFound)
  }

  @Test("The default applies while the clock is not set")
  func unset() throws {
    var volume = try Self.volume("mon-sun 08:00-20:00 40%")
    #expect(volume.update(at: 0, ZoneRules.utc.clock, isClockTrusted: false) == nil)
    volume.replaceTable(AmountTable(), default: 0.5)
    #expect(volume.update(at: 1, ZoneRules.utc.clock, isClockTrusted: false) == 0.5)
  }
}
