public import VitrineTiming

/// Puts decoded stretches of sound end to end on the media's time line, so that sample N of
/// what comes out belongs to a known time: gaps become silence, overlaps are cut. A value.
public struct SoundSplicer: Sendable {
  private let rate: Int
  private let channels: Int
  private var samples: [Int16] = []
  private var head = 0
  /// Frames of silence behind `samples`, which are counted where they are many, and what follows.
  private var gap = 0
  private var behindGap: [Int16] = []
  private let start: Int64
  /// Frames appended since the start; counted, so that no rounding adds up.
  private var appended: Int64 = 0
  private var isAligned = false

  /// Time stamps wander by less than this without meaning it (containers round them).
  private static let tolerance: Int64 = 15_000_000
  /// A gap that a damaged file may claim; more is not filled.
  private static let longestGap: Int64 = 10_000_000_000
  /// Sound may begin so long after the pictures.
  private static let latestStart: Int64 = 3_600_000_000_000

  /// `start` is the media time of the first sample that comes out.
  public init(start: MediaTime, rate: Int, channels: Int) {
    self.start = start.nanoseconds
    (self.rate, self.channels) = (rate, channels)
  }

  /// Frames (samples of one channel) that are ready: of a long silence, half a second.
  public var count: Int { (samples.count - head) / channels }
  /// Those that are ready, and all that follow them.
  public var total: Int { count + gap + behindGap.count / channels }
  /// Whether there was any sound so far.
  public var hasBegun: Bool { isAligned || appended > 0 }
  /// The media time after the last frame that has come.
  public var endTime: MediaTime { MediaTime(nanoseconds: end) }
  private var end: Int64 { start.saturatingAdd(MediaTime(appended, Int32(rate)).nanoseconds) }

  /// Adds a stretch whose first frame belongs to `pts`; without one it follows the last.
  public mutating func append(_ stretch: [Int16], pts: MediaTime?) {
    var stretch = stretch[...]
    let difference = pts.map { $0.nanoseconds.saturatingSubtract(end) } ?? 0
    // The first stretch is placed exactly, the others only where they clearly say so.
    if !isAligned || abs(difference) > Self.tolerance {
      let frames = Int((Double(difference) / 1e9 * Double(rate)).rounded())
      if difference > 0, difference <= (isAligned ? Self.longestGap : Self.latestStart) {
        appendSilence(frames)
      } else if difference < 0 {
        stretch = stretch.dropFirst(-frames * channels)
      }
    }
    if pts != nil { isAligned = true }
    push(stretch)
    settle()
  }

  /// Looks at the frames that are ready.
  public var ready: ArraySlice<Int16> { samples[head...] }

  /// Takes frames away that were written, or that are too late to be.
  public mutating func remove(_ frames: Int) {
    let own = min(frames, count)
    head += own * channels
    let silent = min(frames - own, gap)
    gap -= silent
    let last = min(frames - own - silent, behindGap.count / channels)
    behindGap.removeFirst(last * channels)
    if head == samples.count {
      samples.removeAll(keepingCapacity: true)
      head = 0
    }
    settle()
  }

  private mutating func appendSilence(_ frames: Int) {
    // One gap is counted at a time; a second one soon after it is of little length.
    if gap == 0 {
      gap = frames
    } else {
      behindGap.append(contentsOf: repeatElement(0, count: frames * channels))
    }
    appended += Int64(frames)
  }

  private mutating func push(_ more: some Collection<Int16>) {
    if gap > 0 { behindGap.append(contentsOf: more) } else { pushReady(more) }
    appended += Int64(more.count / channels)
  }

  private mutating func pushReady(_ more: some Collection<Int16>) {
    if head > 0, samples.count + more.count > samples.capacity {
      samples.removeFirst(head)
      head = 0
    }
    samples.append(contentsOf: more)
  }

  /// Turns what was counted into silence, as far as it is needed soon.
  private mutating func settle() {
    guard gap > 0 || !behindGap.isEmpty else { return }
    let frames = min(gap, max(0, rate / 2 - count))
    pushReady(repeatElement(0, count: frames * channels))
    gap -= frames
    guard gap == 0 else { return }
    pushReady(behindGap)
    behindGap = []
  }
}
