internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The run on screen, as the presenter keeps it.
struct Showing {
  let queues: RunQueues
  var start = MediaTime.zero
  var end = MediaTime.zero
  /// Its clock runs; until then its first picture alone is shown.
  var isBegun: Bool
  /// It was told to go on where another one ends.
  var isFollower = false
  /// From which run it has taken the screen.
  var before: Run?
  /// The picture that was shown before the clock ran.
  var preview: MediaTime?
  /// The picture on screen.
  var last: MediaTime?
  /// The first picture that was given to the display.
  var first: MediaTime?
  var isFirstPending = true
  var hasSaidNearEnd = false
  var hasEnded = false

  init(_ queues: RunQueues, isBegun: Bool) {
    (self.queues, self.isBegun) = (queues, isBegun)
  }

  var run: Run { queues.run }

  /// When a picture is due. The first one is due at the beginning, wherever it lies: sound often
  /// begins a little earlier, and the screen does not wait.
  ///
  /// Of those that are queued only the foremost can be the first.
  func due(
    _ picture: ScanoutPicture, isForemost: Bool = true, _ clock: PlaybackClock
  ) -> HostTime? {
    let isFirst = isForemost && first == nil || first == picture.pts
    return clock.hostTime(of: isFirst ? start : max(picture.pts, start), in: run)
  }

  /// A picture was given to the display.
  mutating func noteGiven(_ picture: ScanoutPicture) {
    first = first ?? picture.pts
    end = max(end, picture.end)
  }

  /// Whether pictures should come and do not.
  var isWaiting: Bool {
    queues.pictures.isEmpty && !queues.pictures.isExhausted
  }

  /// What the decoders did since the last time.
  func takeCounts() -> DecodeCounts {
    queues.counts.update { counts in
      defer { counts = DecodeCounts(effort: counts.effort) }
      return counts
    }
  }
}

/// How far the display is, for those who watch over it.
package struct DisplayProgress: Sendable {
  /// Whether there is a presenter; before, it waits for a device that another process has.
  var isOpen = false
  /// Pictures that came on screen.
  var presented = 0
  var late = 0
  var dropped = 0
  var repeated = 0
  /// Frames that were not decoded, or not shown, because all of them are too much.
  var leftOut = 0
  var decoded = 0
  var damaged = 0
  var recoveries = 0
  /// Picture against sound, about a second old.
  var offsets = Histogram()
  /// From the last flip of an item to the first of the one that follows it.
  var edges = Histogram()
  /// Whether pictures should come and do not.
  var isWaiting = false
  /// The media time of the picture on screen.
  var picture: MediaTime?
  /// The vblanks as measured; nil before the first look at them.
  var vblanks: VblankClock?
  /// The subtitles over the picture.
  var subtitles: SubtitlePicture?
  /// By what the display is as bright as it is wanted.
  var dimming: Dimming?
  /// Of the HDR pictures that are given to the display; nil for SDR.
  var transfer: HDRMetadata.Transfer?

  init(isOpen: Bool) { self.isOpen = isOpen }

  /// Of a display that is not open yet.
  package init() {}
}

extension DisplayProgress {
  /// Takes over the figures of the presenter. Copies what is large only when it has changed.
  mutating func note(_ statistics: PlaybackStatistics) {
    (presented, late) = (statistics.presented, statistics.late)
    (dropped, repeated) = (statistics.dropped, statistics.repeated)
    if edges.count != statistics.edges.count { edges = statistics.edges }
  }

  /// Whether `offsets` is so old that it is worth a copy: it changes with each picture.
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
