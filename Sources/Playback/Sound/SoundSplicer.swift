package import VitrineTiming

/// Joins decoded blocks of sound on the media timeline, so that each output sample has a known
/// time: gaps become silence, overlaps are cut. It does not interpret the samples.
package struct SoundSplicer: Sendable {
  private let rate: Int
  private var frameSize: Int
  private var samples: [Int16] = []
  private var head = 0
  /// Frames of silence after `samples`, which are only counted, and the samples after them.
  private var gap = 0
  private var behindGap: [Int16] = []
  private let start: Int64
  /// Frames appended since the start; counted, so that rounding errors do not accumulate.
  private var appended: Int64 = 0
  private var isAligned = false

  /// Smaller deviations of timestamps are rounding by the container.
  package static let tolerance = MediaTime(nanoseconds: 15_000_000)
  /// A longer gap is an error in the file and is not filled.
  private static let longestGap: Int64 = 10_000_000_000
  /// The latest start of the sound after the pictures.
  private static let latestStart: Int64 = 3_600_000_000_000

  /// `start` is the media time of the first output sample; `frameSize` is in 16-bit words.
  package init(start: MediaTime, rate: Int, frameSize: Int) {
    self.start = start.nanoseconds
    self.rate = rate
    self.frameSize = frameSize
  }

  /// The number of frames (samples of one channel) ready; of a long silence, half a second.
  package var count: Int { (samples.count - head) / frameSize }
  /// The number of frames ready, including the rest of a long silence and the samples after it.
  package var total: Int { count + gap + behindGap.count / frameSize }
  /// Whether there was any sound so far.
  package var hasBegun: Bool { isAligned || appended > 0 }
  /// The media time after the last frame received.
  package var endTime: MediaTime { MediaTime(nanoseconds: end) }
  private var end: Int64 { start.saturatingAdd(MediaTime(appended, Int32(rate)).nanoseconds) }

  /// Appends a block that starts at `pts`; without one it follows the previous block.
  package mutating func append(_ stretch: [Int16], pts: MediaTime?) {
    var stretch = stretch[...]
    let difference = pts.map { $0.nanoseconds.saturatingSubtract(end) } ?? 0
    // The first block is placed exactly, later ones only if they deviate clearly.
    if !isAligned || abs(difference) > Self.tolerance.nanoseconds {
      let frames = Int((Double(difference) / 1e9 * Double(rate)).rounded())
      if difference > 0, difference <= (isAligned ? Self.longestGap : Self.latestStart) {
        appendSilence(frames)
      } else if difference < 0 {
        stretch = stretch.dropFirst(-frames * frameSize)
      }
    }
    if pts != nil { isAligned = true }
    push(stretch)
    settle()
  }

  /// The frames that are ready.
  package var ready: ArraySlice<Int16> { samples[head...] }

  /// Removes frames that were written or are too late.
  package mutating func remove(_ frames: Int) {
    let own = min(frames, count)
    head += own * frameSize
    let silent = min(frames - own, gap)
    gap -= silent
    let last = min(frames - own - silent, behindGap.count / frameSize)
    behindGap.removeFirst(last * frameSize)
    if head == samples.count {
      samples.removeAll(keepingCapacity: true)
      head = 0
    }
    settle()
  }

  /// Converts all samples to frames of another size.
  package mutating func reformat(frameSize: Int, _ convert: ([Int16]) -> [Int16]) {
    (samples, head) = (convert(Array(ready)), 0)
    behindGap = convert(behindGap)
    self.frameSize = frameSize
  }

  /// Silences the first frames that are ready.
  package mutating func silence(_ frames: Int) {
    for place in head..<head + min(frames, count) * frameSize { samples[place] = 0 }
  }

  private mutating func appendSilence(_ frames: Int) {
    // Only one gap is counted at a time; another one soon after it is short.
    if gap == 0 {
      gap = frames
    } else {
      behindGap.append(contentsOf: repeatElement(0, count: frames * frameSize))
    }
    appended += Int64(frames)
  }

  private mutating func push(_ more: some Collection<Int16>) {
    if gap > 0 { behindGap.append(contentsOf: more) } else { pushReady(more) }
    appended += Int64(more.count / frameSize)
  }

  private mutating func pushReady(_ more: some Collection<Int16>) {
    if head > 0, samples.count + more.count > samples.capacity {
      samples.removeFirst(head)
      head = 0
    }
    samples.append(contentsOf: more)
  }

  /// Fills in as much of the counted silence as is needed soon.
  private mutating func settle() {
    guard gap > 0 || !behindGap.isEmpty else { return }
    let frames = min(gap, max(0, rate / 2 - count))
    pushReady(repeatElement(0, count: frames * frameSize))
    gap -= frames
    guard gap == 0 else { return }
    pushReady(behindGap)
    behindGap = []
  }
}
