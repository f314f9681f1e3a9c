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
  /// Whether only single pictures are read.
  var isForStills = false

  /// Starts downloading a row. Playback does not wait for a row that `isAside`.
  func begin(_ scheduler: SegmentScheduler, wantsVideo: Bool, isAside: Bool = false) -> RowReader {
    let feed = SegmentFeed(scheduler, over: sources) { [weak feeds] in feeds?.isLeft ?? false }
    feeds.add(feed, isAside: isAside)
    return RowReader(feed, wantsVideo: wantsVideo, interrupter, limits)
  }

  func main(of plan: SegmentPlan) -> RowReader {
    var scheduler = plan.scheduler(over: sources, policy)
    scheduler.latency = feeds.latency?.duration
    if isForStills { scheduler.limits.count = 1 }
    return begin(scheduler, wantsVideo: true)
  }

  /// Starts a separate audio stream after a place.
  func sound(_ side: SegmentPlan.Side, of plan: SegmentPlan, behind place: HLSTimeline.Place)
    -> RowReader
  {
    var scheduler = plan.scheduler(of: side, over: sources)
    scheduler.latency = feeds.latency?.duration
    _ = scheduler.seek(behind: place)
    return begin(scheduler, wantsVideo: false)
  }

  /// Returns nil if there is no key-frame-only stream.
  func keyFrames(of plan: SegmentPlan) -> KeyFrameRow? {
    plan.keyFrameScheduler(over: sources, policy).map { scheduler in
      KeyFrameRow(begin(scheduler, wantsVideo: true, isAside: true))
    }
  }
}
