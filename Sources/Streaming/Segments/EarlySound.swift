internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// A separate audio stream that is requested before the player selects it. Otherwise it would
/// arrive only after the first video segment, and playback starts with both.
struct EarlySound {
  /// The index in the plan.
  let place: Int
  /// The place before its first segment.
  let before: HLSTimeline.Place
  let row: RowReader

  /// Waits for the video's list. Returns nil if no audio is separate, and for live streams: the
  /// place may have changed once the first segment arrives.
  init?(
    of plan: SegmentPlan, beside picture: SegmentFeed, _ rows: SegmentRows
  ) throws(MediaError) {
    guard let best = plan.bestSound else { return nil }
    let list = try fetching { () throws(NetworkError) in try picture.timeline() }
    guard !list.list.isLive else { return nil }
    before = try fetching { () throws(NetworkError) in try picture.place(before: list.beginning) }
    place = best
    row = rows.sound(plan.sounds[best], of: plan, behind: before)
  }
}
