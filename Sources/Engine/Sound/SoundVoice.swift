internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// A run as the sound thread sees it.
package struct SoundRun: Sendable {
  let run: Run
  /// Nil for an item without sound.
  let chunks: BoundedQueue<SoundChunk>?
  let start: MediaTime
  let ending: Shared<RunQueues.Ending?>
  /// For its loudness.
  var gain = ItemGain()
  /// The local file of the item, for other languages; nil for streams.
  var path: String?
}

/// The sound of one run between decoder and device.
struct SoundVoice {
  let source: SoundRun
  private(set) var hasEnded = false
  private var splicer: SoundSplicer
  private var format: SoundFormat
  /// A chunk for which the device is not open yet.
  private var awaited: SoundChunk?
  /// Frames that were due before they could be written, to be skipped.
  private var owed = 0
  /// With a tempo filter: the frames at the splicer's head that it has processed, and its output.
  private var filtered = 0
  private var stretched: [Int16] = []
  private var consumed = 0.0
  private var isFlushed = false

  init(_ source: SoundRun, format: SoundFormat) {
    self.source = source
    self.format = format
    splicer = SoundSplicer(start: source.start, rate: format.rate, frameSize: format.frameSize)
  }

  var run: Run { source.run }
  /// The media time after the last frame received.
  var endTime: MediaTime { splicer.endTime }
  /// The media time of the next frame.
  var nextTime: MediaTime {
    endTime - MediaTime(Int64(splicer.total - owed), Int32(format.rate))
  }
  /// Whether it has any sound, or still may.
  var hasSound: Bool { source.chunks != nil && (!hasEnded || splicer.hasBegun) }

  /// Whether all received sound was written.
  var isSpent: Bool { splicer.total == 0 && stretched.isEmpty }

  /// The format of the next chunk, if the device has to be opened for its coding first.
  var awaitedFormat: SoundFormat? { awaited?.format }

  /// Takes decoded sound, up to what the device may need soon. Drops compressed sound in codings other
  /// than these. Returns true at the end of the sound.
  mutating func receiveChunks(speed: Double, codings: Set<SoundCoding>) -> Bool {
    let wanted = Int(Double(format.rate / 5) * max(speed, 1)) + owed
    if let chunk = awaited {
      awaited = nil
      accept(chunk, codings)
    }
    while awaited == nil, splicer.total < wanted, let chunk = source.chunks?.tryPop() {
      accept(chunk, codings)
    }
    payDebt()
    guard !hasEnded, awaited == nil, source.chunks?.isExhausted ?? true else { return false }
    hasEnded = true
    return true
  }

  private mutating func accept(_ chunk: SoundChunk, _ codings: Set<SoundCoding>) {
    if let coding = chunk.format.coding {
      guard codings.contains(coding) else { return }
    }
    guard chunk.format.coding == format.coding else {
      awaited = chunk
      return
    }
    // Bursts are not cut to fit: the gap of a missing one is silent.
    if format.coding != nil, let pts = chunk.pts, isCut(pts) { return }
    splicer.append(
      SoundRemix.convert(chunk.samples, from: chunk.format, to: format), pts: chunk.pts)
  }

  /// Whether the splicer would cut a chunk that starts at `pts`.
  private func isCut(_ pts: MediaTime) -> Bool {
    pts < splicer.endTime - (splicer.hasBegun ? SoundSplicer.tolerance : .zero)
  }

  /// The frames that are ready of a burst that was begun; 0 for samples.
  var restOfBurst: Int {
    guard format.coding != nil else { return 0 }
    return SoundBurst.start(in: splicer.ready, frameSize: format.frameSize) ?? splicer.count
  }

  /// How many of the next frames to write before the sound is cut after `limit` frames, so that no burst
  /// is begun that does not end.
  func wholeBursts(_ limit: Int) -> Int {
    guard format.coding != nil, limit < splicer.count else { return limit }
    let next = splicer.ready.prefix(limit * format.frameSize)
    return SoundBurst.lastStart(in: next, frameSize: format.frameSize) ?? limit
  }

  /// The number of frames that can be written at this rate.
  mutating func available(_ wanted: Int, tempo: inout Tempo?) -> Int {
    guard isStretching(tempo) else { return splicer.count }
    stretch(until: wanted, &tempo)
    return stretched.count / format.frameSize
  }

  private func isStretching(_ tempo: borrowing Tempo?) -> Bool {
    switch tempo {
    case .some: true
    case .none: false
    }
  }

  /// The next frames, at most `count`.
  func ready(_ count: Int, isStretched: Bool) -> ArraySlice<Int16> {
    (isStretched ? stretched[...] : splicer.ready).prefix(count * format.frameSize)
  }

  /// Removes frames that were written.
  mutating func remove(_ frames: Int, isStretched: Bool, speed: Double) {
    guard isStretched else { return splicer.remove(frames) }
    stretched.removeFirst(frames * format.frameSize)
    consumed += Double(frames) * speed
    let whole = min(Int(consumed), filtered)
    consumed -= Double(whole)
    filtered -= whole
    splicer.remove(whole)
    if isFlushed, stretched.isEmpty { splicer.remove(splicer.total) }
  }

  /// Skips as many frames as silence was played instead, in media time.
  mutating func owe(_ frames: Int) {
    owed += frames
    payDebt()
  }

  /// Another device is open: the received sound continues in its format.
  mutating func change(to format: SoundFormat) {
    let old = self.format
    splicer.reformat(frameSize: format.frameSize) { SoundRemix.convert($0, from: old, to: format) }
    self.format = format
    resetTempo()
  }

  /// The rate has changed: the sound in the old filter is filtered again.
  mutating func resetTempo() {
    (filtered, stretched, consumed, isFlushed) = (0, [], 0, false)
  }

  private mutating func payDebt() {
    let paid = min(owed, splicer.total)
    guard paid > 0 else { return }
    splicer.remove(paid)
    owed -= paid
    // The rest of a burst would be noise.
    splicer.silence(restOfBurst)
    resetTempo()
  }

  private mutating func stretch(until wanted: Int, _ tempo: inout Tempo?) {
    let step = format.rate / 50
    while stretched.count / format.frameSize < wanted {
      let fresh = splicer.ready.dropFirst(filtered * format.frameSize)
        .prefix(step * format.frameSize)
      if fresh.isEmpty {
        guard hasEnded, !isFlushed else { return }
        isFlushed = true
      }
      // If a filter fails, there is silence; the picture is not affected.
      stretched += (try? tempo?.process(fresh)) ?? []
      filtered += fresh.count / format.frameSize
    }
  }
}

/// Converts sound that was decoded for another device: the decoder follows the device that is open,
/// but is ahead of it.
enum SoundRemix {
  /// -3 dB, for a channel that goes to two loudspeakers.
  private static let half = 0.5.squareRoot()

  /// Returns the samples in the format `to`, which has the same rate.
  static func convert(
    _ samples: [Int16], from: SoundFormat, to: SoundFormat
  ) -> [Int16] {
    guard from != to else { return samples }
    // Bursts are not samples.
    guard from.coding == to.coding else {
      // bound: the samples are in memory, and a frame has at most eight times as many words.
      return [Int16](repeating: 0, count: samples.count / from.frameSize * to.frameSize)
    }
    let gains = gains(from: from.channels, to: to.channels)
    // bound: the samples are in memory, and a frame has at most eight times as many words.
    let count = samples.count / from.frameSize
    var result = [Int16](repeating: 0, count: count * to.frameSize)
    for frame in 0..<count {
      for (channel, sources) in gains.enumerated() {
        var sum = 0.0
        for (source, gain) in sources {
          let place = frame * from.frameSize + source * (from.isWide ? 2 : 1)
          sum += gain * Double(from.isWide ? samples[wide: place] : Int32(samples[place]) << 16)
        }
        let place = frame * to.frameSize + channel * (to.isWide ? 2 : 1)
        let sample = Int32(clipping: sum)
        if to.isWide {
          result[wide: place] = sample
        } else {
          result[place] = Int16(truncatingIfNeeded: sample >> 16)
        }
      }
    }
    return result
  }

  /// For each channel, the channels that it consists of and their gains, of at most 1 in total.
  static func gains(from: Int, to: Int) -> [[(source: Int, gain: Double)]] {
    // The same channels; those that do not exist are silent.
    guard to < from else { return (0..<to).map { $0 < from ? [($0, 1)] : [] } }
    let sums: [[(source: Int, gain: Double)]] =
      if to == 2 {
        [0, 1].map { side in
          [(side, 1), (2, half)] + stride(from: 4 + side, to: from, by: 2).map { ($0, half) }
        }
      } else {
        // 7.1: the side channels go to the rear ones.
        (0..<to).map { $0 < 4 ? [($0, 1)] : [($0, half), ($0 + 2, half)] }
      }
    let largest = sums.map { $0.reduce(0) { $0 + $1.gain } }.max() ?? 1
    return sums.map { $0.map { ($0.source, $0.gain / max(largest, 1)) } }
  }
}
