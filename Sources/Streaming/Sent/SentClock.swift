internal import VitrinePlayback
internal import VitrineTiming

/// Makes one time line of the time stamps of a sender, who may begin anew with others at any moment. A
/// value; all times are in nanoseconds.
struct SentClock: Hashable, Sendable {
  /// Up to when something was sent: what begins anew goes on there.
  private(set) var end: Int64 = 0
  /// Added to stamps; the one before counts for what was sent before the jump and comes late.
  private var shift: Int64?
  private var shiftBefore: Int64?
  /// Of each kind the latest time.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// After so long stamps begin again.
  var period: Int64?

  /// Further from where they are expected, stamps have jumped.
  private static let jump: Int64 = 3_000_000_000

  /// Another connection: whatever comes goes on where it was.
  mutating func beginAnew(period: Int64?) {
    (shift, shiftBefore, latest) = (nil, nil, [:])
    self.period = period
  }

  /// What is added to the stamps of a packet, of which the decoding one is `stamp`. Whether it is the
  /// first behind a jump is told, too.
  mutating func place(_ stamp: Int64, _ kind: TrackInfo.Kind) -> (shift: Int64, isJump: Bool) {
    let near = latest[kind] ?? latest.values.max() ?? end
    for known in [shift, shiftBefore] {
      guard let known else { continue }
      let place = StretchTimes.unwrapped(stamp.saturatingAdd(known), near: near, period)
      guard place.saturatingSubtract(near).magnitude < Self.jump else { continue }
      note(place, kind)
      return (place.saturatingSubtract(stamp), false)
    }
    let isJump = shift != nil
    (shiftBefore, shift) = (shift, end.saturatingSubtract(stamp))
    note(end, kind)
    return (shift ?? 0, isJump)
  }

  private mutating func note(_ time: Int64, _ kind: TrackInfo.Kind) {
    latest[kind] = time
    end = max(end, time)
  }
}
