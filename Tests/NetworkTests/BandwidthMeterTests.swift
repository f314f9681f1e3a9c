import Testing
import VitrineTiming

@testable import VitrineNetwork

/// The measured throughput, with times passed in.
struct BandwidthMeterTests {
  private static let start = HostTime(nanoseconds: 1_000_000_000)

  /// This many bytes every 10 ms, from a given time.
  private func fetch(_ meter: inout BandwidthMeter, _ bytes: Int, from first: Int, steps: Int) {
    for step in 0..<steps {
      meter.record(bytes: bytes, at: Self.start + .milliseconds(first + 10 * step))
    }
  }

  @Test("Throughput is measured per second and known after a fifth of one")
  func rate() throws {
    var meter = BandwidthMeter()
    fetch(&meter, 10_000, from: 0, steps: 15)
    #expect(meter.rate == nil)
    fetch(&meter, 10_000, from: 150, steps: 300)
    let rate = try #require(meter.rate)
    #expect(abs(rate - 8e6) < 1e5, "\(rate)")
  }

  @Test("Old measurements fade within seconds of fetching, and a pause does not count as slow")
  func changes() throws {
    var meter = BandwidthMeter()
    fetch(&meter, 10_000, from: 0, steps: 1000)
    fetch(&meter, 1250, from: 100_000, steps: 10)
    let behindPause = try #require(meter.rate)
    #expect(behindPause > 6.5e6, "\(behindPause)")
    fetch(&meter, 1250, from: 100_100, steps: 2500)
    let later = try #require(meter.rate)
    #expect((0.9e6...1.5e6).contains(later), "\(later)")
  }

  @Test("A clock that stops or goes back gives no measurement")
  func clock() {
    var meter = BandwidthMeter()
    for _ in 0..<100 { meter.record(bytes: 10_000, at: Self.start) }
    meter.record(bytes: 10_000, at: HostTime(nanoseconds: 0))
    #expect(meter.rate == nil)
  }
}
