internal import VitrinePlayback
internal import VitrineTiming

/// Decides which decoded frames of a run are shown, and when.
struct FramePlacement {
  enum Decision {
    case show
    case skip
    /// It ends before the target of a seek. The latest such frame is shown if no frame follows.
    case hold
  }

  /// The time of the first picture queued.
  private(set) var start: MediaTime?
  /// The number of pictures queued.
  private(set) var count = 0
  private var lastEnd: MediaTime?
  /// The latest queued picture, and the end of the pictures that another decoder repeats.
  private var lastQueued: MediaTime?
  private var repeatedUntil: MediaTime?

  /// Containers round timestamps by this much: a frame that ends so soon after the target of a seek
  /// is not the one to show.
  private static let rounding = MediaTime(1, 1000)

  /// A frame without a timestamp follows the previous one, or starts at `origin`.
  func time(of pts: MediaTime?, _ bounds: RunQueues.Bounds, origin: MediaTime) -> MediaTime {
    pts ?? lastEnd ?? bounds.start ?? origin
  }

  mutating func decide(
    at pts: MediaTime, duration: MediaTime, _ bounds: RunQueues.Bounds
  ) -> Decision {
    if let repeatedUntil, pts <= repeatedUntil { return .skip }
    if let end = bounds.end, pts >= end { return .skip }
    if count == 0, bounds.isExact, let start = bounds.start, pts < start,
      pts + duration <= start + Self.rounding
    {
      lastEnd = pts + duration
      return .hold
    }
    return .show
  }

  /// Records the end of a frame that is shown.
  mutating func advance(to end: MediaTime) { lastEnd = end }

  /// Records a queued picture.
  mutating func recordQueued(at pts: MediaTime) {
    (start, lastQueued) = (start ?? pts, pts)
    count += 1
  }

  /// Another decoder starts before the queued pictures.
  mutating func resume() { repeatedUntil = lastQueued }
}
