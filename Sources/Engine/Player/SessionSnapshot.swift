internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The facts about a session at one moment, from which its status is made.
struct SessionSnapshot {
  let state: PlaybackState
  let time: HostTime
  /// From the current item's beginning.
  let position: MediaTime
  /// Whether a new picture is due.
  var isMoving = false
  /// Progress that counts for the watchdog.
  var work: WatchdogProgress?
  /// The number of abandoned items whose reads still hang.
  var hungReads = 0
  var live: LiveProgress?
  var display = DisplayProgress()
  var underruns = 0
  var sound = SoundStatus()
  /// Whether playback downloads nothing that it needs soon.
  var isNetworkFree = true
  /// The current item; nil if none is open.
  var item: OpenItem?

  /// An open item.
  struct OpenItem {
    /// Nil before it is opened.
    var summary: MediaSummary?
    var isCard = false
    /// Whether one of its pictures has been on screen.
    var isShown = false
    var tracks: [TrackInfo] = []
    var selected: [TrackInfo] = []
    /// The display size of the decoded pictures; nil before the first one.
    var decodedSize: PixelSize?
    var effort = DecodeEffort.full
    /// How far it has been read, in the source's own time.
    var readTo: MediaTime?
    /// The source's own timestamp of its beginning.
    var origin = MediaTime.zero
    /// Nil for local items.
    var arrival: Arrival?

    /// Nil if unknown. A card has none.
    var duration: MediaTime? { isCard ? nil : summary?.duration }

    /// The display size of the video, first according to the container; nil while no video track is
    /// selected.
    var videoSize: PixelSize? {
      guard tracks.isEmpty || selected.contains(where: { $0.kind == .video }) else { return nil }
      return decodedSize ?? summary?.videoSize
    }

    /// Whether it may be endless: video or audio of unknown duration, such as a stream.
    var isEndless: Bool { duration == nil && summary?.isStill == false && !isCard }

    /// The range from `position` that has been read or downloaded. The position advances meanwhile:
    /// both ends are from the same moment.
    func buffered(from position: MediaTime) -> ClosedRange<MediaTime>? {
      guard let readTo else { return nil }
      let fetched = arrival.map { position + $0.lead.time } ?? position
      let end = max(readTo - origin, fetched, position)
      return position...max(min(end, summary?.duration ?? end), position)
    }
  }
}

extension SessionSnapshot.OpenItem {
  init(_ opened: Session.Opened, _ arrival: Arrival?) {
    summary = opened.summary
    isCard = opened.source.item.isCard
    isShown = opened.opening.shown != nil
    tracks = opened.tracks
    selected = opened.selected
    decodedSize = opened.videoSize
    effort = opened.source.queues.counts.value.effort
    readTo = opened.source.queues.readTo.value
    origin = opened.source.origin
    self.arrival = arrival
  }
}

extension PlaybackStatus {
  init(_ snapshot: SessionSnapshot) {
    self.init()
    describe(snapshot.state)
    position = snapshot.position
    time = snapshot.time
    live = snapshot.live
    isMoving = snapshot.isMoving
    work = snapshot.work
    hungReads = snapshot.hungReads
    snapshot.display.describe(&self)
    statistics.underruns = snapshot.underruns
    sound = snapshot.sound
    isNetworkFree = snapshot.isNetworkFree
    if let item = snapshot.item { describe(item) }
  }

  private mutating func describe(_ item: SessionSnapshot.OpenItem) {
    isShown = item.isShown
    title = item.summary?.title
    tags = item.summary?.tags ?? MediaTags()
    videoSize = item.videoSize
    duration = item.duration
    isEndless = item.isEndless
    tracks = item.tracks
    selected = item.selected
    chapters = item.summary?.chapters ?? []
    networkError = item.arrival?.networkError
    awaitsNetwork = item.arrival?.isStalled ?? false
    renditions = item.arrival?.renditions
    dateRanges = item.arrival?.dateRanges ?? []
    effort = item.effort
    buffered = [item.buffered(from: position)].compactMap(\.self)
  }

  /// Fills in the fields that the state machine knows.
  private mutating func describe(_ state: PlaybackState) {
    let intention = state.intention
    (phase, isPaused, isScrubbing) = (state.phase, intention.isPaused, state.isScrubbing)
    (entry, item) = (state.currentEntry, state.currentItem)
    (hasNext, hasPrevious) = (state.hasNext, state.hasPrevious)
    awaitsItems = state.awaitsItems
    failure = state.lastFailure
    (rate, volume, isMuted) = (intention.rate, intention.volume, intention.isMuted)
    maximumVolume = intention.maximumVolume
    (rotation, fit, area) = (intention.rotation, intention.fit, intention.area)
    choices = intention.choices(in: state.currentEntry)
    quality = intention.quality
    (isDisplayOn, brightness) = (state.isDisplayOn, intention.brightness)
    waiting =
      switch state.phase {
      case .opening: .opening
      case .buffering: state.seekTarget != nil ? .seeking : state.isStarved ? .source : .opening
      default: nil
      }
  }
}
