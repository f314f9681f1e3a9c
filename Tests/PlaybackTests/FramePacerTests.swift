import Foundation
import Testing
import VitrinePlayback
import VitrineTiming

struct FramePacerTests {
  private static let period: Int64 = 16_666_667
  private let pacer = FramePacer()

  private var vblanks: VblankClock {
    var clock = VblankClock(period: .nanoseconds(Self.period))
    clock.observe(sequence: 100, at: HostTime(nanoseconds: 0))
    return clock
  }

  private func decide(_ due: [Int64?], at now: Int64) -> FramePacer.Decision {
    pacer.decide(
      due: due.map { $0.map { HostTime(nanoseconds: $0) } }, now: HostTime(nanoseconds: now),
      vblanks: vblanks)
  }

  @Test("The latest frame due at the next vblank is shown, and earlier ones are dropped")
  func latest() {
    #expect(decide([0, 10_000_000, 40_000_000], at: 2_000_000) == .show(1))
  }

  @Test("A frame is not dropped for one that is barely due")
  func tolerance() {
    let due = Self.period
    #expect(decide([due, due * 12 / 10], at: 2_000_000) == .show(1))
    #expect(decide([due, due * 13 / 10], at: 2_000_000) == .show(0))
  }

  @Test("A frame for a later vblank waits until the earlier one has passed")
  func waiting() {
    guard case .wait(let time) = decide([33_333_334], at: 2_000_000) else {
      Issue.record("the frame does not wait")
      return
    }
    #expect(time > HostTime(nanoseconds: Self.period))
    #expect(time < HostTime(nanoseconds: Self.period + Self.period / 2))
  }

  @Test("Nothing happens without frames or while the clock is stopped")
  func idle() {
    #expect(decide([], at: 0) == .idle)
    #expect(decide([nil], at: 0) == .idle)
  }

  @Test("A display without its own vblanks is paced by time")
  func fake() {
    var clock = VblankClock(period: .nanoseconds(Self.period))
    for number in 1...8 { clock.observe(sequence: 0, at: HostTime(nanoseconds: Int64(number))) }
    let due = HostTime(nanoseconds: 50_000_000)
    func decide(at now: Int64) -> FramePacer.Decision {
      pacer.decide(due: [due], now: HostTime(nanoseconds: now), vblanks: clock)
    }
    #expect(decide(at: 2_000_000) == .wait(until: due))
    #expect(decide(at: 49_999_999) == .wait(until: due))
    #expect(decide(at: 50_000_000) == .show(0))
  }

  @Test("A frame for the next vblank waits if it might still catch the current one")
  func margin() {
    guard case .wait(let time) = decide([Self.period * 2], at: Self.period - 500_000) else {
      Issue.record("the frame does not wait")
      return
    }
    #expect(time > HostTime(nanoseconds: Self.period))
    #expect(decide([Self.period * 2], at: time.nanoseconds) == .show(0))
    // A frame that is already late may take either vblank.
    #expect(decide([Self.period], at: Self.period - 500_000) == .show(0))
  }

  @Test(
    "Cadences are even at the usual rates, wherever the first frame falls",
    arguments: [24.0, 25, 30, 50, 60])
  func cadence(rate: Double) {
    let clock = vblanks
    let places = (0..<Int(rate) * 4).map { frame -> Int64 in
      let due = HostTime(nanoseconds: Int64(Double(frame) / rate * 1e9) + 5000)
      return pacer.vblank(for: due, vblanks: clock).nanoseconds / Self.period
    }
    let steps = zip(places, places.dropFirst()).map { $1 - $0 }
    let ideal = 60 / rate
    #expect(steps.allSatisfy { Double($0) > ideal - 1 && Double($0) < ideal + 1 })
    if rate == 24 { #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 + $1 == 5 }) }
  }

  /// The vblanks of frames due at these times, in periods, each shown at the vblank chosen for it.
  private func vblanks(of due: [Double]) -> [Int] {
    var (pacer, clock) = (FramePacer(), vblanks)
    return due.map { due in
      let due = HostTime(nanoseconds: Int64(due * Double(Self.period)))
      let vblank = pacer.vblank(for: due, vblanks: clock)
      pacer.record(due: due, at: vblank)
      let number = Int((Double(vblank.nanoseconds) / Double(Self.period)).rounded())
      clock.observe(sequence: UInt32(100 + number), at: vblank)
      return number
    }
  }

  @Test("Noise at the limit does not change a steady cadence", arguments: [1.0, 2, 2.005])
  func noise(interval: Double) {
    let due = (0..<200).map { number -> Double in
      let frame = Double(number)
      let noise: Double = 0.04 * sin(frame * frame) + 0.08 * sin(frame / 20)
      return frame * interval + 0.40 + noise
    }
    let shown = vblanks(of: due)
    let steps = zip(shown, shown.dropFirst()).map { $1 - $0 }
    #expect(steps.filter { $0 < Int(interval) } == [])
    // A drift of a whole period takes one more.
    #expect(steps.filter { $0 > Int(interval) }.count == (interval == 2.005 ? 1 : 0))
    #expect(zip(due, shown).allSatisfy { abs($0 - Double($1)) <= 0.6 })
  }
}
