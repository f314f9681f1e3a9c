import Testing
import VitrineTiming

struct ClockTests {
  private func time(_ nanoseconds: Int64) -> HostTime { HostTime(nanoseconds: nanoseconds) }

  @Test("The vblank clock finds a period that the mode states 0.1 % wrong")
  func period() {
    var clock = VblankClock(period: .nanoseconds(16_666_667))
    let real: Int64 = 16_683_333
    for number in 0..<600 {
      clock.observe(sequence: UInt32(number), at: time(Int64(number) * real))
    }
    #expect(abs(clock.period.nanoseconds - real) < 200)
    let next = clock.vblank(after: time(599 * real + 1000))
    #expect(abs((next?.nanoseconds ?? 0) - 600 * real) < 20_000)
  }

  @Test("Jitter in a flip's timestamp hardly moves the grid")
  func jitter() {
    var clock = VblankClock(period: .nanoseconds(16_666_667))
    var generator = SystemRandomNumberGenerator()
    for number in 0..<600 {
      let noise = Int64.random(in: -300_000...300_000, using: &generator)
      clock.observe(sequence: UInt32(number), at: time(Int64(number) * 16_666_667 + noise))
    }
    let next = clock.vblank(after: time(599 * 16_666_667 + 8_000_000))
    #expect(abs((next?.nanoseconds ?? 0) - 600 * 16_666_667) < 200_000)
  }

  @Test("A display that flips at once, or does not count vblanks, is detected")
  func fake() {
    var early = VblankClock(period: .milliseconds(16))
    for number in 0..<8 { early.observe(sequence: UInt32(number), at: time(Int64(number) * 1000)) }
    #expect(early.isFake)
    var uncounted = VblankClock(period: .milliseconds(16))
    for number in 0..<8 { uncounted.observe(sequence: 0, at: time(Int64(number) * 16_000_000)) }
    #expect(uncounted.isFake)
  }

  @Test("A sample clock smooths steps of 10 ms", arguments: [-1000.0, 0, 1000])
  func steps(partsPerMillion: Double) {
    let rate = 48000 * (1 + partsPerMillion / 1e6)
    var clock = SampleClock(rate: 48000, sample: 0, at: time(0))
    for report in 1...500 {
      let seconds = Double(report) * 0.0213
      let seen = (seconds * 100).rounded(.down) / 100 * rate
      clock.observe(sample: Int64(seen), at: time(Int64(seconds * 1e9)))
    }
    let error = clock.sample(at: time(10_650_000_000)) / 48000 - 10.65 * rate / 48000
    #expect(abs(error) < 0.001, "off by \(error) s")
  }

  @Test("The steady clock does not move inside its dead band, and closes a gap gently")
  func steady() {
    var steady = SteadyClock(rate: 48000, position: 0, at: time(0))
    var measured = SampleClock(rate: 48000, sample: 0, at: time(0))
    for tick in 1...2000 {
      let now = Int64(tick) * 20_000_000
      // 1 ms ahead of the steady clock for 20 s, then 10 ms.
      let lead: Int64 = tick < 1000 ? 48 : 480
      measured.observe(sample: now * 48 / 1_000_000 + lead, at: time(now))
      let before = steady.position(at: time(now))
      steady.follow(measured, at: time(now))
      #expect(abs(steady.position(at: time(now)) - before) < 0.01, "the clock does not jump")
      if tick == 900 { #expect(abs(before - Double(now) * 48 / 1e6) < 1) }
    }
    let end = Int64(40_000_000_000)
    let error = steady.position(at: time(end)) - Double(end) * 48 / 1e6 - 480
    #expect(abs(error) < 150, "off by \(error) samples")
  }

  @Test("A histogram gives its percentiles, with and without signs")
  func percentiles() {
    var histogram = Histogram()
    #expect(histogram.percentile(0.5) == nil)
    for value in -50...49 { histogram.add(.milliseconds(value)) }
    #expect(histogram.percentile(0.5) == .milliseconds(-1))
    #expect(histogram.magnitudePercentile(1) == .milliseconds(50))
    histogram.add(.seconds(100))
    #expect(histogram.percentile(1) == .milliseconds(500))
  }
}
