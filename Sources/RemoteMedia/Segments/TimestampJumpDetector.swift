internal import VitrinePlayback
internal import VitrineTiming

/// A detector of timestamp jumps inside a stretch that the list does not announce as
/// discontinuities. All times are in nanoseconds.
///
/// Restarted packagers and hand-made lists produce segments whose timestamps all start at 0. hls.js
/// moves such a segment after the previous one; FFmpeg does this with jumps of at least 10 s.
struct TimestampJumpDetector {
  /// The correction of each kind.
  private var added: [TrackInfo.Kind: Int64] = [:]
  /// The latest correction of any kind.
  private var newest: Int64 = 0

  /// Decoding times never decrease: a larger step back is a jump.
  private static let back: Int64 = 500_000_000
  /// Presentation times may decrease, because pictures are reordered.
  private static let backReordered: Int64 = 1_500_000_000
  /// A larger step ahead of all other tracks and of the list is a jump.
  static let ahead: Int64 = 10_000_000_000
  /// The most that tracks of the same time differ.
  private static let spread: Int64 = 1_000_000_000

  /// The timestamp of a packet.
  struct Stamp {
    let kind: TrackInfo.Kind
    /// The decoding time; the presentation time if there is none.
    let time: Int64
    let isDecoding: Bool
    /// The presentation time.
    let presented: Int64
  }

  /// Returns the correction of a kind.
  func correction(of kind: TrackInfo.Kind) -> Int64 { added[kind] ?? 0 }

  /// Checks a packet whose timestamps include the current correction. `latest` is the time of the
  /// previous packet of its kind, `end` the end of all packets, and `listed` the end according to
  /// the list. Returns whether the timestamps have jumped and the `correction` has changed.
  mutating func check(
    _ stamp: Stamp, latest: Int64?, end: Int64?, listed: () -> Int64
  ) -> Bool {
    guard let latest, let end, hasJumped(stamp, stamp.time, latest, end, listed) else {
      return false
    }
    let plain = stamp.time.saturatingSubtract(correction(of: stamp.kind))
    let together = plain.saturatingAdd(newest)
    // The other kind has jumped before: both get the same correction.
    if together.saturatingSubtract(latest).magnitude < Self.spread,
      !hasJumped(stamp, together, latest, end, listed)
    {
      added[stamp.kind] = newest
      return true
    }
    let jump = end.saturatingSubtract(stamp.presented)
    newest = correction(of: stamp.kind).saturatingAdd(jump)
    added[stamp.kind] = newest
    return true
  }

  private func hasJumped(
    _ stamp: Stamp, _ time: Int64, _ latest: Int64, _ end: Int64, _ listed: () -> Int64
  ) -> Bool {
    let back = stamp.isDecoding ? Self.back : Self.backReordered
    if time < latest.saturatingSubtract(back) { return true }
    return time > end.saturatingAdd(Self.ahead) && time > listed().saturatingAdd(Self.ahead)
  }
}
