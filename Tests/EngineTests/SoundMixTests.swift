import Testing
import VitrineLinux
import VitrineMedia
import VitrinePlayback
import VitrineTiming

@testable import VitrineEngine

/// The placement of sound on the device's timeline.
struct SoundMixTests {
  private let rate = SoundFormat.standard.rate

  /// Writes what the mix has ready, up to this position.
  private func write(_ mix: inout SoundMix, until end: Int64) {
    while mix.written < end, let count = mix.prepare(480, reserve: 0), count > 0 {
      _ = mix.output(count)
      mix.advance(count)
    }
  }

  @Test("While a receiver recognises the signal, sound and picture wait; later starts do not")
  func preRoll() {
    let clock = PlaybackClock(
      steady: SteadyClock(rate: Double(rate), position: 0, at: HostTime(nanoseconds: 0)),
      timeline: SoundTimeline(rate: rate))
    var mix = SoundMix(format: .standard, clock: clock)
    mix.startNoEarlier(than: 1000)
    let run = SoundRun(run: Run(1), chunks: nil, start: .zero, ending: Shared(nil))
    mix.carryOut(.begin(run, vblanks: nil))
    #expect(mix.clock.timeline.sample(of: .zero, in: Run(1)) == 1000)
    write(&mix, until: 4800)
    let next = SoundRun(run: Run(2), chunks: nil, start: .zero, ending: Shared(nil))
    mix.carryOut(.begin(next, vblanks: nil))
    #expect(mix.clock.timeline.sample(of: .zero, in: Run(2)) == Double(mix.written))
  }

  @Test(
    "After a change of the speed, the rest of the sound lasts as long as its picture",
    arguments: [2.0, 0.5])
  func speed(_ speed: Double) {
    let format = SoundFormat.standard
    let clock = PlaybackClock(
      steady: SteadyClock(rate: Double(rate), position: 0, at: HostTime(nanoseconds: 0)),
      timeline: SoundTimeline(rate: rate))
    var mix = SoundMix(format: format, clock: clock)
    let chunks = BoundedQueue<SoundChunk>(limit: .max)
    let samples = [Int16](repeating: 1000, count: 4 * rate * format.channels)
    chunks.push(SoundChunk(pts: .zero, samples: samples))
    chunks.close()
    let run = SoundRun(run: Run(1), chunks: chunks, start: .zero, ending: Shared(nil))
    mix.carryOut(.begin(run, vblanks: nil))
    write(&mix, until: Int64(rate))
    mix.carryOut(.setSpeed(speed))
    write(&mix, until: Int64(12 * rate))
    let seconds = Double(mix.soundedUntil) / Double(rate)
    #expect(abs(seconds - (1 + 3 / speed)) < 0.1, "\(seconds) s")
  }
}
