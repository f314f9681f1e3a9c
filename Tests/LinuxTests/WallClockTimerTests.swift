import Testing

@testable import VitrineLinux

struct WallClockTimerTests {
  @Test("A time of day in the past is due at once; one in the future is not")
  func due() throws {
    let timer = try WallClockTimer()
    timer.set(to: TimeOfDay.now() + 3600)
    var isDue = timer.descriptor.isReadable
    #expect(!isDue)
    timer.set(to: TimeOfDay.now() - 1)
    isDue = timer.descriptor.isReadable
    #expect(isDue)
    timer.clear()
    isDue = timer.descriptor.isReadable
    #expect(!isDue)
  }

  @Test("Extreme times have a zone and do not trap", arguments: [Int64.min, -1, 0, .max])
  func odd(moment: Int64) throws {
    #expect(abs(TimeOfDay.zoneOffset(at: moment)) <= 26 * 3600)
    let timer = try WallClockTimer()
    timer.set(to: moment)
  }
}
