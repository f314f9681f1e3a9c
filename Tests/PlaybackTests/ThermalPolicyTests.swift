import Testing
import VitrineTiming

@testable import VitrinePlayback

struct ThermalPolicyTests {
  private typealias Reading = ThermalPolicy.Reading

  private func hot(_ temperature: Double) -> Reading {
    var reading = Reading()
    reading.zones = [
      .init(temperature: 40), .init(temperature: temperature, trips: [80]),
    ]
    return reading
  }

  /// The changes by second; readings change at the given seconds.
  private func changes(
    _ readings: [Int: Reading], for seconds: Int
  ) -> [Int: ThermalPolicy.Easing] {
    var policy = ThermalPolicy()
    var (reading, found) = (Reading(), [Int: ThermalPolicy.Easing]())
    for second in stride(from: 0, to: seconds, by: 10) {
      reading = readings[second] ?? reading
      found[second] = policy.update(
        reading, at: HostTime(nanoseconds: Int64(second) * 1_000_000_000))
    }
    return found
  }

  @Test("A hot machine is spared step by step, and less once it has cooled down for a while")
  func steps() {
    #expect(changes([:], for: 1000).isEmpty)
    #expect(changes([0: hot(79.9)], for: 1000).isEmpty)
    #expect(
      changes([0: hot(80), 100: hot(70)], for: 1000)
        == [30: .decoding, 60: .brightness, 220: .decoding, 340: .none])
    // A peak of a few seconds.
    #expect(changes([0: hot(90), 20: hot(79)], for: 1000).isEmpty)
  }

  @Test("Between the limits nothing changes")
  func hysteresis() {
    #expect(changes([0: hot(85), 40: hot(74)], for: 5000) == [30: .decoding])
    #expect(
      changes([0: hot(85), 40: hot(73.9), 100: hot(75), 130: hot(73.9)], for: 1000)
        == [30: .decoding, 250: .none])
  }

  @Test("A measure that ended too early lasts longer the next time")
  func relapse() {
    #expect(
      changes([0: hot(85), 40: hot(60), 200: hot(85), 240: hot(60)], for: 1000)
        == [30: .decoding, 160: .none, 230: .decoding, 480: .none])
  }

  @Test("Throttling and a low voltage count as well")
  func firmware() {
    var (throttled, weak) = (Reading(), Reading())
    (throttled.isThrottled, weak.isUnderVoltage) = (true, true)
    for reading in [throttled, weak] {
      #expect(changes([0: reading, 40: Reading()], for: 300) == [30: .decoding, 160: .none])
    }
  }

  @Test(
    "A zone's limit is where the kernel throttles, if that is not in normal use",
    arguments: [
      ([], nil, 95), ([95], nil, 95), ([70, 85], 115, 85), ([], 100, 90), ([], 85, 80),
      ([95], 100, 90), ([0, -274], nil, 95),
    ] as [([Double], Double?, Double)])
  func limits(trips: [Double], critical: Double?, limit: Double) {
    #expect(
      ThermalPolicy.Zone(temperature: 20, trips: trips, critical: critical).limit == limit)
  }

  @Test("The effects of each measure")
  func effects() {
    #expect(
      ThermalPolicy.Easing.allCases.map(\.effort) == [
        .full, .withoutLoopFilter, .withoutLoopFilter,
      ])
    #expect(ThermalPolicy.Easing.allCases.map { $0.limiting(percent: 50) } == [50, 50, 30])
    #expect([0, 1, 100].map(ThermalPolicy.Easing.brightness.limiting(percent:)) == [0, 1, 60])
    #expect(ThermalPolicy.Easing.none.limiting(.automatic) == .automatic)
    #expect(ThermalPolicy.Easing.decoding.limiting(.automatic) == .upTo(height: 720))
    // The operator's choice stays.
    #expect(ThermalPolicy.Easing.decoding.limiting(.highest) == .highest)
  }
}
