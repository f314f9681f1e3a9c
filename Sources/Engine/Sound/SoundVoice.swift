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
}

/// The sound of one run between decoder and device.
struct SoundVoice {
  let source: SoundRun
  private(set) var hasEnded = false
  private var splicer: SoundSplicer
  private let format: SoundFormat
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
    splicer = SoundSplicer(start: source.start, rate: format.rate, channels: format.channels)
  }

  var run: Run { source.run }
  /// The media time after the last frame received.
  var endTime: MediaTime { splicer.endTime }
  /// Whether it has any sound, or still may.
  var hasSound: Bool { source.chunks != nil && (!hasEnded || splicer.hasBegun) }

  /// Whether all received sound was written.
  var isSpent: Bool { splicer.total == 0 && stretched.isEmpty }

  /// Takes decoded sound, up to what the device may need soon. Returns true at the end of the
  /// sound.
  mutating func receiveChunks(speed: Double) -> Bool {
    let wanted = Int(Double(format.rate / 5) * max(speed, 1)) + owed
    while splicer.total < wanted, let chunk = source.chunks?.tryPop() {
      splicer.append(chunk.samples, pts: chunk.pts)
    }
    payDebt()
    guard !hasEnded, source.chunks?.isExhausted ?? true else { return false }
    hasEnded = true
    return true
  }

  /// The number of frames that can be written at this rate.
  mutating func available(_ wanted: Int, tempo: inout Tempo?) -> Int {
    guard isStretching(tempo) else { return splicer.count }
    stretch(until: wanted, &tempo)
    return stretched.count / format.channels
  }

  private func isStretching(_ tempo: borrowing Tempo?) -> Bool {
    switch tempo {
    case .some: true
    case .none: false
    }
  }

  /// The next frames, at most `count`.
  func ready(_ count: Int, isStretched: Bool) -> ArraySlice<Int16> {
    (isStretched ? stretched[...] : splicer.ready).prefix(count * format.channels)
  }

  /// Removes frames that were written.
  mutating func remove(_ frames: Int, isStretched: Bool, speed: Double) {
    guard isStretched else { return splicer.remove(frames) }
    stretched.removeFirst(frames * format.channels)
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

  /// The rate has changed: the sound in the old filter is filtered again.
  mutating func resetTempo() {
    (filtered, stretched, consumed, isFlushed) = (0, [], 0, false)
  }

  private mutating func payDebt() {
    let paid = min(owed, splicer.total)
    guard paid > 0 else { return }
    splicer.remove(paid)
    owed -= paid
    resetTempo()
  }

  private mutating func stretch(until wanted: Int, _ tempo: inout Tempo?) {
    let step = format.rate / 50
    while stretched.count / format.channels < wanted {
      let fresh = splicer.ready.dropFirst(filtered * format.channels)
        .prefix(step * format.channels)
      if fresh.isEmpty {
        guard hasEnded, !isFlushed else { return }
        isFlushed = true
      }
      // If a filter fails, there is silence; the picture is not affected.
      stretched += (try? tempo?.process(fresh)) ?? []
      filtered += fresh.count / format.channels
    }
  }
}
