import Testing
import VitrineTiming

struct MediaTimeTests {
  @Test(
    "A rational time is the nearest nanosecond",
    arguments: [
      (.zero, 0), (MediaTime(5, 1), 5_000_000_000), (MediaTime(1, 3), 333_333_333),
      (MediaTime(2, 3), 666_666_667),
      (MediaTime(-1, 2), -500_000_000), (MediaTime(1001, 24000), 41_708_333),
      (MediaTime(.max, 1), Int64.max), (MediaTime(.min, 1), Int64.min),
    ] as [(MediaTime, Int64)])
  func nanoseconds(time: MediaTime, expected: Int64) {
    #expect(time.nanoseconds == expected)
  }

  @Test("Times of different timescales compare exactly")
  func comparison() {
    #expect(MediaTime(1, 3) == MediaTime(2, 6))
    #expect(MediaTime(1001, 30000) > MediaTime(1, 30))
    #expect(MediaTime(1, 24) + MediaTime(1, 24) == MediaTime(1, 12))
  }

  @Test(
    "Displayed times have minutes, and hours if there are any",
    arguments: [(0, "00:00"), (59, "00:59"), (61, "01:01"), (3600, "1:00:00"), (36061, "10:01:01")])
  func reading(seconds: Int64, text: String) {
    #expect("\(MediaTime(seconds, 1))" == text)
  }

  @Test("Whole seconds have a timestamp in every unit")
  func wholeSeconds() throws {
    let unit = try #require(Timebase(numerator: 1, denominator: 100_000))
    #expect(unit.timestamp(of: .zero) == 0)
    #expect(unit.timestamp(of: MediaTime(3, 1)) == 300_000)
    #expect(unit.timestamp(of: MediaTime(-1, 3)) == -33_334)
    #expect(unit.timestamp(of: MediaTime(.max, 1)) == nil)
  }

  @Test("A damaged file's time base and timestamps are refused and not computed with")
  func damaged() throws {
    #expect(Timebase(numerator: 0, denominator: 1) == nil)
    #expect(Timebase(numerator: 1, denominator: -5) == nil)
    let unit = try #require(Timebase(numerator: 1001, denominator: 30000))
    #expect(unit.mediaTime(of: .max) == nil)
    #expect(unit.mediaTime(of: 30) == MediaTime(30030, 30000))
  }
}
