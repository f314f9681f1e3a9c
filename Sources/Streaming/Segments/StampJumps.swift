internal import VitrinePlayback
internal import VitrineTiming

/// Jumps of the time stamps inside a stretch, where the list names no discontinuity: it goes on as at
/// one. A value; all times are in nanoseconds.
///
/// Packagers that restart, and lists put together by hand, have segments whose stamps all begin at 0.
/// hls.js moves such a segment behind the one before; FFmpeg does so with what jumps by 10 s.
struct StampJumps {
  /// What is added to the stamps of each kind.
  private var added: [TrackInfo.Kind: Int64] = [:]
  /// What was added last, to any kind.
  private var newest: Int64 = 0

  /// Decoding times never decrease: what lies further back has jumped.
  private static let back: Int64 = 500_000_000
  /// Times of presentation may: pictures are reordered.
  private static let backReordered: Int64 = 1_500_000_000
  /// What lies further ahead of all else, and of the list, has jumped.
  static let ahead: Int64 = 10_000_000_000
  /// So far from each other kinds may be that belong together.
  private static let spread: Int64 = 1_000_000_000

  /// A packet of a kind.
  struct Stamp {
    let kind: TrackInfo.Kind
    /// When it is decoded, or where that is not told, presented.
    let time: Int64
    let isDecoding: Bool
    /// When it is presented.
    let presented: Int64
  }

  /// What is added to the stamps of a kind.
  func correction(of kind: TrackInfo.Kind) -> Int64 { added[kind] ?? 0 }

  /// A packet came, with what is added to its stamps in them. `latest` is the time of the one before of
  /// its kind; `end` is where all that was read ends, `listed` where it does by the list. Answers whether
  /// it has jumped: then its `correction` is another one.
  mutating func take(
    _ stamp: Stamp, latest: Int64?, end: Int64?, listed: () -> Int64
  ) -> Bool {
    guard let latest, let end, hasJumped(stamp, stamp.time, latest, end, listed) else {
      return false
    }
    let plain = stamp.time.saturatingSubtract(correction(of: stamp.kind))
    let together = plain.saturatingAdd(newest)
    // The other kind has jumped before: both keep their distance from each other.
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
