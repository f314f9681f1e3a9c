internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The presenter's state of the run on screen.
struct Showing {
  let queues: RunQueues
  var start = MediaTime.zero
  var end = MediaTime.zero
  /// Whether its clock runs; until then only its first picture is shown.
  var isBegun: Bool
  /// Whether it continues where another run ends.
  var isFollower = false
  /// The run that it replaced on screen.
  var before: Run?
  /// The picture shown before the clock started.
  var preview: MediaTime?
  /// The picture on screen.
  var last: MediaTime?
  /// The first committed picture.
  var first: MediaTime?
  var isFirstPending = true
  var isNearEndReported = false
  var hasEnded = false

  init(_ queues: RunQueues, isBegun: Bool) {
    self.queues = queues
    self.isBegun = isBegun
  }

  var run: Run { queues.run }

  /// When a picture is due. The first one is due at the start, whatever its timestamp: sound often
  /// starts a little earlier, and the screen does not wait.
  ///
  /// Only the foremost queued picture can be the first.
  func due(
    _ picture: ScanoutPicture, isForemost: Bool = true, _ clock: PlaybackClock
  ) -> HostTime? {
    let isFirst = isForemost && first == nil || first == picture.pts
    return clock.hostTime(of: isFirst ? start : max(picture.pts, start), in: run)
  }

  /// Records a committed picture.
  mutating func recordCommit(of picture: ScanoutPicture) {
    first = first ?? picture.pts
    end = max(end, picture.end)
  }

  /// Whether pictures are missing.
  var isWaiting: Bool {
    queues.pictures.isEmpty && !queues.pictures.isExhausted
  }

  /// The decoders' counts since the previous call.
  func consumeCounts() -> DecodeCounts {
    queues.counts.update { counts in
      defer { counts = DecodeCounts(effort: counts.effort) }
      return counts
    }
  }
}

/// The display's progress, for the session and the watchdog.
package struct DisplayProgress: Sendable {
  /// False while the presenter waits for a device that another process uses.
  var isOpen = false
  /// Pictures that reached the screen.
  var presented = 0
  var late = 0
  var dropped = 0
  var repeated = 0
  /// Frames skipped because the machine cannot decode or show all of them.
  var leftOut = 0
  var decoded = 0
  var damaged = 0
  var recoveries = 0
  /// The A/V offset, about a second old.
  var offsets = Histogram()
  /// The time from an item's last flip to the first flip of the next one.
  var edges = Histogram()
  /// Whether pictures are missing.
  var isWaiting = false
  /// The media time of the picture on screen.
  var picture: MediaTime?
  /// The measured vblanks; nil before the first measurement.
  var vblanks: VblankClock?
  /// The subtitles over the picture.
  var subtitles: SubtitlePicture?
  /// The means of dimming in use.
  var dimming: Dimming?
  /// The transfer function of the committed HDR pictures; nil for SDR.
  var transfer: HDRMetadata.Transfer?

  init(isOpen: Bool) { self.isOpen = isOpen }

  /// The progress of a display that is not open yet.
  package init() {}
}

extension DisplayProgress {
  /// Copies the presenter's statistics. Large values are copied only if they changed.
  mutating func update(from statistics: PlaybackStatistics) {
    (presented, late) = (statistics.presented, statistics.late)
    (dropped, repeated) = (statistics.dropped, statistics.repeated)
    if edges.count != statistics.edges.count { edges = statistics.edges }
  }

  /// Whether `offsets` is outdated enough to be copied: it changes with each picture.
  func wantsOffsets(_ statistics: PlaybackStatistics) -> Bool {
    let news = statistics.offsets.count - offsets.count
    return news >= 60 || news > 0 && offsets.count == 0
  }

  func describe(_ status: inout PlaybackStatus) {
    status.dimming = dimming
    describe(&status.statistics)
  }

  private func describe(_ statistics: inout PlaybackStatistics) {
    (statistics.presented, statistics.late) = (presented, late)
    (statistics.leftOut, statistics.decoded, statistics.damaged) = (leftOut, decoded, damaged)
    (statistics.recoveries, statistics.offsets) = (recoveries, offsets)
    (statistics.dropped, statistics.repeated, statistics.edges) = (dropped, repeated, edges)
  }
}
