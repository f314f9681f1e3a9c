internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// A sound that comes apart from the picture, asked for before it is known whether it is wanted: else
/// it would come only behind the picture's first segment, and playing begins with both.
struct EarlySound {
  /// Among the plan's.
  let place: Int
  /// What lies before its first segment.
  let before: HLSTimeline.Place
  let row: RowReader

  /// Waits for the list of the picture. Nil where no sound comes apart, and of what is live, which may
  /// be elsewhere once its first segment is there.
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
