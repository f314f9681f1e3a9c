internal import VitrinePlayback
internal import VitrineTiming

/// A continuous timeline of a sender's timestamps, which may start over at any moment. All times
/// are in nanoseconds.
struct SentClock: Hashable, Sendable {
  /// The end of everything received; timestamps that start over continue here.
  private(set) var end: Int64 = 0
  /// Added to timestamps. The previous shift applies to late packets from before a jump.
  private var shift: Int64?
  private var shiftBefore: Int64?
  /// The latest time of each kind.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// Timestamps wrap after this time.
  var period: Int64?

  /// Timestamps further from their expected place have jumped.
  private static let jump: Int64 = 3_000_000_000

  /// Starts over with a new connection: its packets continue at the end.
  mutating func beginAnew(period: Int64?) {
    (shift, shiftBefore, latest) = (nil, nil, [:])
    self.period = period
  }

  /// Returns the shift for a packet with the decoding timestamp `stamp`, and whether it is the
  /// first after a jump.
  mutating func place(_ stamp: Int64, _ kind: TrackInfo.Kind) -> (shift: Int64, isJump: Bool) {
    let near = latest[kind] ?? latest.values.max() ?? end
    for known in [shift, shiftBefore] {
      guard let known else { continue }
      let place = StretchTimes.unwrapped(stamp.saturatingAdd(known), near: near, period)
      guard place.saturatingSubtract(near).magnitude < Self.jump else { continue }
      record(place, kind)
      return (place.saturatingSubtract(stamp), false)
    }
    let isJump = shift != nil
    (shiftBefore, shift) = (shift, end.saturatingSubtract(stamp))
    record(end, kind)
    return (shift ?? 0, isJump)
  }

  private mutating func record(_ time: Int64, _ kind: TrackInfo.Kind) {
    latest[kind] = time
    end = max(end, time)
  }
}
