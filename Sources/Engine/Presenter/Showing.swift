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
  /// How its first picture replaces another item's.
  var transition: Transition { queues.transition }

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
