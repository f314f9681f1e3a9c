internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// By what the rows of one item are read.
struct SegmentRows {
  let policy: VariantPolicy
  let sources: RemoteSources
  let feeds: SegmentFeeds
  let interrupter: Demuxer.Interrupter
  let limits: PictureLimits

  /// A row whose fetching begins. Nothing waits for one that `isAside`.
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

  /// One of the sounds that come apart, from behind a place.
  func sound(_ side: SegmentPlan.Side, of plan: SegmentPlan, behind place: HLSTimeline.Place)
    -> RowReader
  {
    var reading = plan.reading(of: side, over: sources)
    reading.latency = feeds.latency?.duration
    _ = reading.seek(behind: place)
    return begin(reading, wantsVideo: false)
  }

  /// Nil where there is no list of key frames.
  func keyFrames(of plan: SegmentPlan) -> KeyFrameRow? {
    plan.keyFrameReading(over: sources, policy).map { reading in
      KeyFrameRow(begin(reading, wantsVideo: true, isAside: true))
    }
  }
}
