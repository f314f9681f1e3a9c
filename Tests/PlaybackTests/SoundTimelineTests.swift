import Testing
import VitrinePlayback
import VitrineTiming

/// At 1000 samples per second, a sample is a millisecond.
struct SoundTimelineTests {
  private let run = Run(1)

  private func media(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds, 1000) }

  private func line(at start: Int64 = 0, from sample: Int64 = 100) -> SoundTimeline {
    var line = SoundTimeline(rate: 1000)
    line.begin(run, at: media(start), from: sample)
    return line
  }

  @Test(
    "Time passes at the playback speed, in both directions", arguments: [0.25, 0.5, 1, 1.5, 2, 4])
  func speeds(speed: Double) {
    var line = SoundTimeline(rate: 1000)
    line.begin(run, at: media(500), from: 100, speed: speed)
    #expect(line.mediaTime(of: run, at: 100) == media(500))
    #expect(line.mediaTime(of: run, at: 500) == media(500 + Int64(400 * speed)))
    #expect(line.mediaTime(of: run, at: 60) == media(500 - Int64(40 * speed)), "counted backwards")
    for sample in stride(from: 100.0, to: 5000, by: 39) {
      let time = line.mediaTime(of: run, at: sample) ?? .zero
      #expect(abs((line.sample(of: time, in: run) ?? 0) - sample) < 0.001)
    }
  }

  @Test("Skipped samples end where the rest starts, and the speed stays")
  func leaps() {
    var line = SoundTimeline(rate: 1000)
    line.begin(run, at: media(0), from: 100, speed: 2)
    line.leap(by: media(700), from: 300)
    #expect(line.mediaTime(of: run, at: 299) == media(398))
    #expect(line.mediaTime(of: run, at: 300) == media(1100))
    #expect(line.mediaTime(of: run, at: 400) == media(1300))
    // No sample in between is due later than its successors.
    #expect(line.sample(of: media(500), in: run) == 300)
    #expect(line.sample(of: media(1100), in: run) == 300)
    #expect(line.sample(of: media(1200), in: run) == 350)
    var halted = line
    halted.setSpeed(0, from: 500)
    let before = halted
    halted.leap(by: media(100), from: 600)
    #expect(halted.mediaTime(of: run, at: 700) == before.mediaTime(of: run, at: 700))
  }

  @Test("A speed change moves no time", arguments: [0.25, 0.5, 2, 4])
  func changes(speed: Double) {
    var line = line()
    line.setSpeed(speed, from: 600)
    line.setSpeed(1, from: 1000)
    #expect(line.mediaTime(of: run, at: 600) == media(500))
    #expect(line.mediaTime(of: run, at: 1000) == media(500 + Int64(400 * speed)))
    #expect(line.mediaTime(of: run, at: 1100) == media(600 + Int64(400 * speed)))
    #expect(line.sample(of: media(499), in: run) == 599)
    #expect(line.sample(of: media(600 + Int64(400 * speed)), in: run) == 1100)
  }

  @Test("A pause halts the media time, and later times have no host time until it ends")
  func pause() {
    var line = line()
    line.setSpeed(0, from: 600)
    #expect(line.mediaTime(of: run, at: 99_999) == media(500))
    #expect(line.sample(of: media(501), in: run) == nil)
    #expect(line.sample(of: media(500), in: run) == 600)
    #expect(line.sample(of: media(400), in: run) == 500)
    line.setSpeed(2, from: 2000)
    #expect(line.sample(of: media(700), in: run) == 2100)
    #expect(line.mediaTime(of: run, at: 1999) == media(500))
  }

  @Test("A step moves the halted time but not a running one")
  func move() {
    var line = line()
    line.move(to: media(9000))
    #expect(line.mediaTime(of: run, at: 600) == media(500))
    line.setSpeed(0, from: 600)
    line.move(to: media(540))
    #expect(line.mediaTime(of: run, at: 700) == media(540))
    line.setSpeed(1, from: 800)
    #expect(line.mediaTime(of: run, at: 900) == media(640))
  }

  @Test("A following run takes over at its start; the previous run counts until then")
  func following() {
    var line = line()
    line.begin(Run(2), at: media(50), from: 1100)
    #expect(line.mediaTime(of: run, at: 1000) == media(900))
    #expect(line.mediaTime(of: Run(2), at: 1100) == media(50))
    #expect(line.mediaTime(of: Run(2), at: 1000) == media(-50))
    #expect(line.sample(of: media(1000), in: run) == 1100)
    line.remove(Run(2))
    #expect(line.mediaTime(of: Run(2), at: 1200) == nil)
    #expect(line.sample(of: media(50), in: Run(2)) == nil)
    #expect(line.mediaTime(of: run, at: 1200) == media(1100))
  }

  @Test("A starting run replaces everything scheduled from then on")
  func replaced() {
    var line = line()
    line.begin(Run(2), at: .zero, from: 1000)
    line.setSpeed(0, from: 1500)
    line.begin(Run(3), at: .zero, from: 900)
    #expect(line.mediaTime(of: Run(2), at: 1200) == nil)
    #expect(line.mediaTime(of: Run(3), at: 1200) == media(300))
    line.begin(Run(3), at: media(70), from: 2000)
    #expect(line.mediaTime(of: Run(3), at: 2000) == media(70))
    #expect(line.sample(of: media(71), in: Run(3)) == 2001)
  }

  @Test("A run that has not started waits at its start while halted")
  func waiting() {
    var line = line(at: 40, from: 1000)
    line.setSpeed(0, from: 300)
    #expect(line.mediaTime(of: run, at: 5000) == media(40))
    #expect(line.sample(of: media(41), in: run) == nil)
    line.setSpeed(1, from: 6000)
    #expect(line.mediaTime(of: run, at: 6010) == media(50))
  }

  @Test("The present is as exact after many pauses as at first")
  func many() {
    var line = line(from: 0)
    for number in 1...Int64(100) {
      line.setSpeed(0, from: number * 100)
      line.setSpeed(1, from: number * 100 + 50)
    }
    #expect(line.mediaTime(of: run, at: 10_100) == media(5100))
    #expect(line.sample(of: media(5100), in: run) == 10_100)
  }
}
