import Testing
import VitrinePlayback

/// Sound on a device whose clock is not that of the picture.
struct DriftCorrectionTests {
  @Test(
    "Small differences change the rate, and larger ones cut the sound or wait",
    arguments: [
      (0, .play(extra: 0)), (0.005, .play(extra: 0)), (0.006, .play(extra: 1)),
      (-0.006, .play(extra: -1)), (0.01, .play(extra: 1)), (0.011, .wait(528)),
      (-0.011, .skip(528)), (-2, .skip(96_000)), (1e9, .wait(3600 * 48_000)),
      (-.infinity, .skip(3600 * 48_000)),
    ] as [(Double, DriftCorrection.Step)])
  func steps(early: Double, expected: DriftCorrection.Step) {
    var correction = DriftCorrection(rate: 48_000)
    #expect(correction.step(early: early, frames: 960) == expected)
  }

  /// In parts per million: cheap devices differ by up to 200.
  @Test(
    "A device that is too fast or too slow stays within two milliseconds",
    arguments: [-300, -50, 0, 40, 300])
  func drift(parts: Int) {
    var correction = DriftCorrection(rate: 48_000)
    var (early, worst) = (0.0, 0.0)
    for tick in 0..<30_000 {
      // The device reports its position in steps of a millisecond.
      let measured = ((early + Double(tick % 7) * 0.000_1) * 1000).rounded() / 1000
      guard case .play(let extra) = correction.step(early: measured, frames: 960) else {
        Issue.record("cut after \(tick)")
        return
      }
      // A fast device is early by its drift, and extra frames delay it.
      early += Double(parts) * 1e-6 * 0.02 - Double(extra) / 48_000
      if tick > 3000 { worst = max(worst, abs(early)) }
    }
    #expect(worst < 0.002, "\(worst)")
  }

  @Test("A single wrong measurement changes nothing audible; a lasting one is corrected at once")
  func noise() {
    var correction = DriftCorrection(rate: 48_000)
    for _ in 0..<10 { _ = correction.step(early: 0, frames: 960) }
    #expect(correction.step(early: 0.05, frames: 960) == .play(extra: 0))
    #expect(correction.step(early: 0.5, frames: 960) == .wait(24_000))
    correction.restart()
    #expect(correction.step(early: -0.02, frames: 960) == .skip(960))
  }
}
