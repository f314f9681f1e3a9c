internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Tells when the position has gone where playing alone would not have brought it. A value.
struct MPRISJumps {
  /// The status comes ten times a second, and may come late; a wait for bytes is no jump.
  private static let tolerance = Duration.seconds(1)

  private struct Place {
    let entry: Queue.Entry.ID?
    let position: MediaTime
    let rate: Double
    let time: HostTime
  }

  private var last: Place?

  /// Whether there was one since the last call. Another item is none: its metadata tell of it.
  mutating func note(_ status: PlaybackStatus, at now: HostTime) -> Bool {
    let isMoving = status.phase == .playing && !status.isPaused
    let place = Place(
      entry: status.entry, position: status.position, rate: isMoving ? status.rate : 0, time: now)
    defer { last = place }
    guard let last, last.entry == place.entry, status.item != nil else { return false }
    // It may have begun to play, or have paused, in between.
    let rate = max(last.rate, place.rate)
    let played = Duration(
      roundingNanoseconds: Double((now - last.time).nanoseconds) * rate)
    let earliest = last.position - MediaTime(nanoseconds: Self.tolerance.nanoseconds)
    let latest = last.position + (played + Self.tolerance)
    return place.position < earliest || place.position > latest
  }
}
