internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Detects jumps of the position, for the signal Seeked. A value type.
struct MPRISSeekDetector {
  /// The status arrives ten times per second and may be late; a stall is not a jump.
  private static let tolerance = Duration.seconds(1)

  private struct Place {
    let entry: Queue.Entry.ID?
    let position: MediaTime
    let rate: Double
    let time: HostTime
  }

  private var last: Place?

  /// Returns whether the position has jumped since the last call. A new item does not count: its
  /// metadata report it.
  mutating func update(_ status: PlaybackStatus, at now: HostTime) -> Bool {
    let isMoving = status.phase == .playing && !status.isPaused
    let place = Place(
      entry: status.entry, position: status.position, rate: isMoving ? status.rate : 0, time: now)
    defer { last = place }
    guard let last, last.entry == place.entry, status.item != nil else { return false }
    // Playback may have started or paused in between.
    let rate = max(last.rate, place.rate)
    let played = Duration(
      roundingNanoseconds: Double((now - last.time).nanoseconds) * rate)
    let earliest = last.position - MediaTime(nanoseconds: Self.tolerance.nanoseconds)
    let latest = last.position + (played + Self.tolerance)
    return place.position < earliest || place.position > latest
  }
}
