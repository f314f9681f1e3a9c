internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The shared configuration of an item's rows.
struct SegmentRows {
  let policy: VariantPolicy
  let sources: RemoteSources
  let feeds: SegmentFeeds
  let interrupter: Demuxer.Interrupter
  let limits: PictureLimits

  /// Starts downloading a row. Playback does not wait for a row that `isAside`.
  func begin(_ reading: SegmentReading, wantsVideo: Bool, isAside: Bool = false) -> RowReader {
    let feed = SegmentFeed(reading, over: sources) { [weak feeds] in feeds?.isLeft ?? false }
    feeds.add(feed, isAside: isAside)
    return RowReader(feed, wantsVideo: wantsVideo, interrupter, limits)
  }

  func main(of plan: SegmentPlan) -> RowReader {
    var reading = plan.reading(over: sources, policy)
    reading.latency = feeds.latency?.duration
    return begin(reading, wantsVideo: true)
  }

  /// Starts a separate audio stream after a place.
  func sound(_ side: SegmentPlan.Side, of plan: SegmentPlan, behind place: HLSTimeline.Place)
    -> RowReader
  {
    var reading = plan.reading(of: side, over: sources)
    reading.latency = feeds.latency?.duration
    _ = reading.seek(behind: place)
    return begin(reading, wantsVideo: false)
  }

  /// Returns nil if there is no key-frame-only stream.
  func keyFrames(of plan: SegmentPlan) -> KeyFrameRow? {
    plan.keyFrameReading(over: sources, policy).map { reading in
      KeyFrameRow(begin(reading, wantsVideo: true, isAside: true))
    }
  }
}
