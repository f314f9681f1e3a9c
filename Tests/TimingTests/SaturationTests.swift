import Testing
import VitrineTiming

struct SaturationTests {
  private static let most = MediaTime(nanoseconds: .max)
  private static let least = MediaTime(nanoseconds: .min)

  @Test(
    "Sums of implausible times saturate at the end of the range",
    arguments: [
      (MediaTime(.max, 1), MediaTime(1, 1), most), (MediaTime(.min, 1), MediaTime(-1, 1), least),
      (most, MediaTime(1, 25), most), (least, MediaTime(-1, 25), least),
      (MediaTime(.max, 90_000), MediaTime(.max, 90_000), most),
    ])
  func sums(a: MediaTime, b: MediaTime, sum: MediaTime) {
    #expect((a + b).nanoseconds == sum.nanoseconds)
    #expect((b + a).nanoseconds == sum.nanoseconds)
  }

  @Test("Differences saturate, too")
  func differences() {
    #expect((MediaTime(.min, 1) - MediaTime(1, 1)).nanoseconds == .min)
    #expect((Self.most - Self.least).nanoseconds == .max)
    #expect((Self.least - Self.most).nanoseconds == .min)
    #expect((Self.most + Duration.seconds(1)).nanoseconds == .max)
  }

  @Test("A distant machine time saturates at the last one")
  func moments() {
    let now = HostTime(nanoseconds: 1_000_000_000)
    #expect((now + Duration.seconds(Int64.max)).nanoseconds == .max)
    #expect((now - Duration.seconds(Int64.max)).nanoseconds < 0)
    #expect((HostTime(nanoseconds: .min) - HostTime(nanoseconds: .max)).nanoseconds == .min)
    #expect(Duration.seconds(Int64.min).nanoseconds == .min)
  }

  @Test(
    "Fractions are rounded to the nearest representable integer",
    arguments: [
      (2.5, 3), (-2.5, -3), (9.2e15, 9_200_000_000_000_000), (1e300, Int64.max),
      (-1e300, Int64.min), (.infinity, Int64.max), (-.infinity, Int64.min), (.nan, 0),
      (9_223_372_036_854_775_808, Int64.max), (-9_223_372_036_854_775_808, Int64.min),
    ] as [(Double, Int64)])
  func rounding(value: Double, whole: Int64) {
    #expect(Int64(saturating: value) == whole)
    #expect(Duration(roundingNanoseconds: value).nanoseconds == whole)
  }

  @Test(
    "Saturating operators return the nearest end of the range",
    arguments: [
      (Int64.max, 1, .max, .max - 1, .max), (.min, 1, .min + 1, .min, .min),
      (.max, -1, .max - 1, .max, -.max), (.min, -1, .min, .min + 1, .max),
      (0, .min, .min, .max, 0), (-1, .min, .min, .max, .max), (3, 4, 7, -1, 12),
      (.max, .max, .max, 0, .max), (.min, .min, .min, 0, .max), (.min, .max, -1, .min, .min),
    ] as [(Int64, Int64, Int64, Int64, Int64)])
  func operators(a: Int64, b: Int64, sum: Int64, difference: Int64, product: Int64) {
    #expect(a +| b == sum)
    #expect(a -| b == difference)
    #expect(a *| b == product)
  }

  @Test("Saturating operators also work on unsigned integers")
  func unsigned() {
    #expect(UInt8(200) +| 100 == 255)
    #expect(UInt8(1) -| 2 == 0)
    #expect(UInt8(200) *| 2 == 255)
    var count = 3
    count -|= .min
    #expect(count == .max)
  }

  @Test("A steady clock returns the end of the range for a position beyond all time")
  func clock() {
    let clock = SteadyClock(rate: 48_000, position: 0, at: HostTime(nanoseconds: 0))
    #expect(clock.time(of: 1e300).nanoseconds == .max)
    #expect(clock.time(of: -1e300).nanoseconds == .min)
    #expect(clock.time(of: .nan).nanoseconds == 0)
  }
}
