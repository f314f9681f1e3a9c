import Testing
import VitrineTiming

@testable import VitrineNetwork

/// How fast bytes come, by the time that is passed in.
struct LineMeterTests {
  private static let start = HostTime(nanoseconds: 1_000_000_000)

  /// So many bytes each 10 ms, from a moment on.
  private func fetch(_ meter: inout LineMeter, _ bytes: Int, from first: Int, steps: Int) {
    for step in 0..<steps {
      meter.note(bytes: bytes, at: Self.start + .milliseconds(first + 10 * step))
    }
  }

  @Test("it is what comes in a second, known after a fifth of one")
  func rate() throws {
    var meter = LineMeter()
    fetch(&meter, 10_000, from: 0, steps: 15)
    #expect(meter.rate == nil)
    fetch(&meter, 10_000, from: 150, steps: 300)
    let rate = try #require(meter.rate)
    #expect(abs(rate - 8e6) < 1e5, "\(rate)")
  }

  @Test("what was is forgotten within seconds of fetching, and a pause is no slow line")
  func changes() throws {
    var meter = LineMeter()
    fetch(&meter, 10_000, from: 0, steps: 1000)
    fetch(&meter, 1250, from: 100_000, steps: 10)
    let behindPause = try #require(meter.rate)
    #expect(behindPause > 6.5e6, "\(behindPause)")
    fetch(&meter, 1250, from: 100_100, steps: 2500)
    let later = try #require(meter.rate)
    #expect((0.9e6...1.5e6).contains(later), "\(later)")
  }

  @Test("a clock that stands still, or goes back, makes no line")
  func clock() {
    var meter = LineMeter()
    for _ in 0..<100 { meter.note(bytes: 10_000, at: Self.start) }
    meter.note(bytes: 10_000, at: HostTime(nanoseconds: 0))
    #expect(meter.rate == nil)
  }
}
