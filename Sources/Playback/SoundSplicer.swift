public import Timing

/// Puts decoded stretches of sound end to end on the media's time line, so that sample N of
/// what comes out belongs to a known time: gaps become silence, overlaps are cut. A value.
public struct SoundSplicer: Sendable {
  private let rate: Int
  private let channels: Int
  private var samples: [Int16] = []
  private var head = 0
  private let start: Int64
  /// Frames appended since the start; counted, so that no rounding adds up.
  private var appended: Int64 = 0
  private var isAligned = false

  /// Time stamps wander by less than this without meaning it (containers round them).
  private static let tolerance: Int64 = 15_000_000
  /// A gap that a damaged file may claim; more is not filled.
  private static let longestGap: Int64 = 10_000_000_000

  /// `start` is the media time of the first sample that comes out.
  public init(start: MediaTime, rate: Int, channels: Int) {
    self.start = start.nanoseconds
    (self.rate, self.channels) = (rate, channels)
  }

  /// Frames (samples of one channel) that are ready.
  public var count: Int { (samples.count - head) / channels }
  /// The media time after the last frame that is ready.
  public var endTime: MediaTime { MediaTime(nanoseconds: end) }
  private var end: Int64 { start.saturatingAdd(MediaTime(appended, Int32(rate)).nanoseconds) }

  /// Adds a stretch whose first frame belongs to `pts`; without one it follows the last.
  public mutating func append(_ stretch: [Int16], pts: MediaTime?) {
    var stretch = stretch[...]
    let difference = pts.map { $0.nanoseconds.saturatingSubtract(end) } ?? 0
    // The first stretch is placed exactly, the others only where they clearly say so.
    if !isAligned || abs(difference) > Self.tolerance {
      let frames = Int((Double(difference) / 1e9 * Double(rate)).rounded())
      if difference > 0, difference <= Self.longestGap {
        push(repeatElement(0, count: frames * channels))
      } else if difference < 0 {
        stretch = stretch.dropFirst(-frames * channels)
      }
    }
    if pts != nil { isAligned = true }
    push(stretch)
  }

  /// Looks at the frames that are ready.
  public var ready: ArraySlice<Int16> { samples[head...] }

  /// Takes frames away that were written, or that are too late to be.
  public mutating func remove(_ frames: Int) {
    head = min(samples.count, head + frames * channels)
    if head == samples.count {
      samples.removeAll(keepingCapacity: true)
      head = 0
    }
  }

  private mutating func push(_ more: some Collection<Int16>) {
    if head > 0, samples.count + more.count > samples.capacity {
      samples.removeFirst(head)
      head = 0
    }
    samples.append(contentsOf: more)
    appended += Int64(more.count / channels)
  }
}
