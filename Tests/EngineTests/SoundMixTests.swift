import Testing
import VitrineLinux
import VitrineMedia
import VitrinePlayback
import VitrineSound
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

  private func makeMix(_ format: SoundFormat) -> SoundMix {
    let clock = PlaybackClock(
      steady: SteadyClock(rate: Double(rate), position: 0, at: HostTime(nanoseconds: 0)),
      timeline: SoundTimeline(rate: rate))
    return SoundMix(format: format, clock: clock)
  }

  private static let sync: [Int16] = [Int16(bitPattern: 0xF872), 0x4E1F]

  /// A burst of AC-3 with a value in each word.
  private func burst(_ value: Int16, at frame: Int64) -> SoundChunk {
    SoundChunk(
      pts: MediaTime(frame, 48000),
      samples: Self.sync + [Int16](repeating: value, count: 2 * 1536 - 2), format: SoundFormat(.ac3)
    )
  }

  /// Writes the ready sound up to `end`, and returns it.
  private func samples(_ mix: inout SoundMix, until end: Int64) -> [Int16] {
    var written: [Int16] = []
    while mix.written < end, let count = mix.prepare(Int(end - mix.written), reserve: 0), count > 0
    {
      written += mix.output(count)
      mix.advance(count)
    }
    return written
  }

  /// A mix that has begun a run of bursts, on a device that takes AC-3.
  private func coded(
    _ bursts: Int, _ chunks: BoundedQueue<SoundChunk> = BoundedQueue(limit: .max),
    ended: Bool = true
  ) -> SoundMix {
    var mix = makeMix(.standard)
    for index in 0..<bursts {
      // bound: constants
      chunks.push(burst(Int16(index + 1), at: Int64(index) * 1536))
    }
    if ended { chunks.close() }
    mix.deviceCodings = [.ac3]
    mix.carryOut(
      .begin(
        SoundRun(run: Run(1), chunks: chunks, start: .zero, ending: Shared(nil)), vblanks: nil))
    return mix
  }

  @Test("Bursts wait until the device is open for their coding, and are written unchanged")
  func bursts() {
    var mix = coded(3)
    #expect(mix.wantedCoding == .ac3 && mix.format == .standard)
    mix.change(to: SoundFormat(.ac3))
    mix.receiveChunks()
    #expect(mix.wantedCoding == .ac3)
    let expected = (1...3).flatMap { burst(Int16($0), at: 0).samples }
    #expect(samples(&mix, until: 3 * 1536) == expected)
  }

  @Test(
    "The cause that needs samples is named, and ends the coding; queued bursts are silent",
    arguments: [
      (SoundCommand.setVolume(0.5), DecodingCause.volume), (.setSpeed(1.5), .speed),
      (.trim(1.001), .liveStream), (.speak([1, 1]), .speech),
    ])
  func decoded(command: SoundCommand, cause: DecodingCause) {
    let chunks = BoundedQueue<SoundChunk>(limit: .max)
    var mix = coded(2, chunks, ended: false)
    mix.change(to: SoundFormat(.ac3))
    mix.receiveChunks()
    #expect(mix.decodingCause == nil && mix.codings == [.ac3])
    mix.carryOut(command)
    #expect(mix.decodingCause == cause && mix.codings.isEmpty)
    #expect(mix.isCodingRefused && mix.wantedCoding == nil)
    mix.change(to: .standard)
    mix.carryOut(.setSpeed(1))
    mix.carryOut(.trim(nil))
    mix.carryOut(.speak([]))
    #expect(samples(&mix, until: 3000).allSatisfy { $0 == 0 })
    chunks.push(SoundChunk(pts: MediaTime(3072, 48000), samples: [7, 7, 7, 7]))
    mix.receiveChunks()
    #expect(mix.wantedCoding == nil)
  }

  @Test("Samples after bursts wait until these were written")
  func samplesAfterBursts() {
    let chunks = BoundedQueue<SoundChunk>(limit: .max)
    var mix = coded(1, chunks, ended: false)
    chunks.push(SoundChunk(pts: MediaTime(1536, 48000), samples: [7, 7]))
    mix.change(to: SoundFormat(.ac3))
    mix.receiveChunks()
    #expect(mix.wantedCoding == .ac3)
    _ = samples(&mix, until: 1536)
    mix.receiveChunks()
    #expect(mix.wantedCoding == nil && !mix.isCodingRefused)
    mix.change(to: .standard)
    mix.receiveChunks()
    #expect(samples(&mix, until: 1537) == [7, 7])
  }

  @Test("A pause lets the burst end that was begun, and a skip silences the rest of one")
  func wholeBursts() {
    var mix = coded(4)
    mix.change(to: SoundFormat(.ac3))
    mix.receiveChunks()
    _ = samples(&mix, until: 480)
    mix.carryOut(.pause)
    let rest = samples(&mix, until: 2000)
    #expect(
      rest.prefix(2 * 1056).allSatisfy { $0 == 1 }
        && rest.dropFirst(2 * 1056).allSatisfy { $0 == 0 })
    mix.carryOut(.resume(vblanks: nil))
    #expect(samples(&mix, until: 2002) == Self.sync + [2, 2])
    mix.carryOut(.leap(Run(1), by: MediaTime(100, 48000)))
    let after = samples(&mix, until: 2002 + 1434 + 1)
    #expect(
      after.dropLast(2).allSatisfy { $0 == 0 } && Array(after.suffix(2)) == Self.sync,
      "\(after.suffix(8))")
  }

  /// Both are on one timeline, so that no frame is lost or repeated between them.
  @Test("Sound for the previous device is converted, and continues with sound for the new one")
  func anotherDevice() {
    var mix = makeMix(.standard)
    let chunks = BoundedQueue<SoundChunk>(limit: .max)
    let surround = SoundFormat(rate: rate, channels: 6, isWide: true)
    chunks.push(SoundChunk(pts: .zero, samples: [Int16](repeating: 1000, count: 2 * 4800)))
    mix.carryOut(
      .begin(
        SoundRun(run: Run(1), chunks: chunks, start: .zero, ending: Shared(nil)), vblanks: nil))
    write(&mix, until: 2400)
    mix.change(to: surround)
    chunks.push(
      SoundChunk(
        pts: nil, samples: [Int16](repeating: 500, count: 12 * 4800), format: surround))
    chunks.close()
    #expect(mix.prepare(480, reserve: 0) == 480)
    let first = Array(mix.output(480))
    #expect(first.count == 480 * 12)
    #expect(Array(first[0..<12]) == [0, 1000, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0])
    write(&mix, until: 4800)
    #expect(mix.prepare(480, reserve: 0) == 480)
    #expect(mix.output(480).allSatisfy { $0 == 500 })
    write(&mix, until: 20_000)
    #expect(mix.soundedUntil == 9600)
    // Back to the first device.
    mix.change(to: .standard)
    #expect(mix.prepare(480, reserve: 0) == 480)
    #expect(mix.output(480).count == 960)
  }

  @Test("The gain of an item ends with its last sample")
  func gains() {
    var mix = makeMix(.standard)
    func begin(_ run: Int, gain: Double) {
      let chunks = BoundedQueue<SoundChunk>(limit: .max)
      chunks.push(SoundChunk(pts: .zero, samples: [Int16](repeating: 1000, count: 2 * 4800)))
      chunks.close()
      mix.carryOut(
        .begin(
          SoundRun(
            run: Run(run), chunks: chunks, start: .zero, ending: Shared(nil),
            gain: ItemGain(stereo: gain, surround: gain / 4)),
          vblanks: nil))
    }
    for (run, gain) in [(1, 0.5), (2, 2), (3, 1)] as [(Int, Double)] {
      begin(run, gain: gain)
      #expect(mix.prepare(480, reserve: 0) == 480)
      #expect(mix.output(480).allSatisfy { $0 == Int16(1000 * gain) })
      mix.advance(480)
    }
    // A device with more channels has its own.
    mix.change(to: SoundFormat(rate: rate, channels: 6))
    #expect(mix.prepare(480, reserve: 0) == 480)
    #expect(mix.output(480).prefix(2) == [250, 250])
  }

  @Test(
    "A downmix does not clip, and keeps the balance of the channels",
    arguments: [(6, 2), (8, 2), (8, 6), (2, 6), (6, 8), (6, 6)])
  func remix(from: Int, to: Int) {
    let gains = SoundRemix.gains(from: from, to: to)
    #expect(gains.count == to)
    for channel in gains {
      #expect(channel.reduce(0) { $0 + $1.gain } < 1.000_001)
      #expect(channel.allSatisfy { (0..<from).contains($0.source) })
    }
    // Every channel but the LFE is heard.
    let heard = Set(gains.joined().map(\.source))
    #expect(heard.isSuperset(of: Set(0..<from).subtracting([3])))
    #expect(gains[0].first?.source == 0 && gains[1].first?.source == 1)
  }

  @Test("The monitor decides about the channels, unless the configuration does")
  func channels() {
    var bytes = [UInt8](repeating: 0, count: 20)
    (bytes[0], bytes[5], bytes[7]) = (2 << 3, 1 << 4, 0b1111)
    let receiver = ELD(bytes + [0x0D, 7, 7]).map { SoundPort.Display.present($0) }
    var choice = SoundFormatChoice()
    #expect(choice.formats(for: nil) == [.standard])
    #expect(choice.formats(for: .unknown) == [.standard])
    #expect(choice.formats(for: .absent) == [.standard])
    #expect(choice.formats(for: receiver).map(\.channels) == [6, 2])
    bytes[7] = 0b100_1111
    let larger = ELD(bytes + [0x0F, 7, 7]).map { SoundPort.Display.present($0) }
    #expect(choice.formats(for: larger).map(\.channels) == [8, 6, 2])
    choice.channels = 2
    #expect(choice.formats(for: receiver) == [.standard])
    (choice.channels, choice.isWide) = (8, true)
    #expect(choice.formats(for: nil).map(\.channels) == [8, 6, 2])
    #expect(choice.formats(for: nil).allSatisfy { $0.isWide })
  }

  @Test(
    "After a change of the speed, the rest of the sound lasts as long as its picture",
    arguments: [2.0, 0.5])
  func speed(_ speed: Double) {
    let format = SoundFormat.standard
    var mix = makeMix(format)
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
