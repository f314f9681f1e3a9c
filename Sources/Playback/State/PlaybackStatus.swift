public import VitrinePictures
public import VitrinePlaylists
public import VitrineTiming

/// The state of a player for its clients: a value that is replaced on every change, and ten times a
/// second during playback. It has more fields than other types because clients only read it.
public struct PlaybackStatus: Sendable {
  public var phase = PlaybackState.Phase.idle
  /// Whether a pause is requested; `phase` is what the player is doing.
  public var isPaused = false
  public var isScrubbing = false
  /// Whether `play` was called on an empty queue: a service then returns to its programme.
  public var awaitsItems = false
  /// Whether a new picture is due. False while paused, for stills and cards, while the next decoded
  /// picture is not due yet, and after the last one.
  public var isMoving = false
  /// The progress of decoding while the next picture is not decoded yet, for the watchdog.
  public var work: WatchdogProgress?
  /// Why pictures are awaited.
  public var waiting: Waiting?
  /// The item that failed, while its replacement plays.
  public var failure: FailedItem?
  /// The network error, in words; playback may still continue.
  public var networkError: String?
  /// Whether playback waits for the network.
  public var awaitsNetwork = false
  /// Whether playback downloads nothing that it needs soon: other downloads do not delay it.
  public var isNetworkFree = true
  /// The recent download rate in bits per second; nil before any download.
  public var throughput: Double?
  /// The progress of downloading the next items; nil if that is disabled.
  public var preload: PreloadProgress?
  /// Only for live streams.
  public var live: LiveProgress?
  /// The stream's date ranges at the position.
  public var dateRanges: [DateRange] = []
  public var entry: Queue.Entry.ID?
  public var item: Item?
  public var title: String?
  /// The tags in the item's file.
  public var tags = MediaTags()
  /// The size of the video in square pixels, with the file's rotation; nil without video.
  public var videoSize: PixelSize?
  /// From the item's beginning, at `time`.
  public var position = MediaTime.zero
  /// The time of this status; nil before the player starts.
  public var time: HostTime?
  /// Nil if the container does not specify it.
  public var duration: MediaTime?
  /// Whether the item may be endless: video or audio of unknown duration, such as a stream.
  public var isEndless = false
  /// The buffered ranges that end after the position.
  public var buffered: [ClosedRange<MediaTime>] = []
  /// Sorted by start time.
  public var chapters: [Chapter] = []
  public var tracks: [TrackInfo] = []
  public var selected: [TrackInfo] = []
  /// The requested tracks; `selected` are the actual ones.
  public var choices = TrackChoices()
  public var rate = 1.0
  public var volume = 1.0
  public var isMuted = false
  public var isDisplayOn = true
  /// The requested brightness, and the means of dimming; nil without dimming.
  public var brightness = Brightness.asFound
  public var dimming: Dimming?
  public var rotation = Rotation.none
  public var fit = Fit.contain
  /// The requested rendition of adaptive streams.
  public var quality = VariantPolicy.Preference.automatic
  /// Only for streams with several renditions.
  public var renditions: AvailableRenditions?
  /// `direct` if the decoder writes into scanout memory, otherwise `copied`.
  public var decodePath = "none"
  /// The video decoder, and why the preferred one is not used; nil before any video.
  public var decoder: String?
  /// The decode effort: less than whole if the machine cannot decode all of the video.
  public var effort = DecodeEffort.full
  public var statistics = PlaybackStatistics()

  public enum Waiting: String, Sendable { case opening, seeking, source }

  public init() {}
}

extension PlaybackStatus {
  /// The requested brightness, 0 to 1; nil if it is not controlled.
  public var wantedBrightness: Double? { brightness.percent.map { Double($0) / 100 } }

  /// The seekable range of the item: the whole duration, or the window of a live stream; nil if
  /// unknown.
  public var range: ClosedRange<MediaTime>? {
    if let live { return live.window }
    return duration.map { .zero...max($0, .zero) }
  }
}

extension PlaybackStatus {
  /// The index of the last chapter that has started; nil before the first one.
  public var chapter: Int? {
    let started = chapters.count { $0.start <= position }
    return started > 0 ? started - 1 : nil
  }

  /// Returns where a chapter ends: where the next one starts, or with the item; nil if that is
  /// unknown.
  public func end(ofChapter index: Int) -> MediaTime? {
    index + 1 < chapters.count ? chapters[index + 1].start : duration
  }
}

extension ClosedRange<MediaTime> {
  /// The position at this fraction of the range, 0 to 1, to the millisecond.
  public func place(at part: Double) -> MediaTime {
    guard part.isFinite else { return lowerBound }
    let length = upperBound.seconds - lowerBound.seconds
    // A damaged file may claim any duration.
    let time = Swift.min(lowerBound.seconds + length * Swift.min(Swift.max(part, 0), 1), 9e9)
    return Swift.min(MediaTime(Int64((time * 1000).rounded()), 1000), upperBound)
  }

  /// The fraction of the range before a position, 0 to 1.
  public func part(at place: MediaTime) -> Double {
    let length = upperBound.seconds - lowerBound.seconds
    guard length > 0 else { return 0 }
    return Swift.min(Swift.max((place.seconds - lowerBound.seconds) / length, 0), 1)
  }
}

extension PlaybackStatus {
  /// The position at a time after `time`: for a still picture, the status is up to a second old.
  public func position(at now: HostTime) -> MediaTime {
    guard let time, now > time, phase == .playing, isDisplayOn, !isPaused, !isScrubbing,
      waiting == nil
    else { return position }
    let gone = MediaTime(nanoseconds: Int64(Double((now - time).nanoseconds) * rate))
    return duration.map { max(position, min(position + gone, $0)) } ?? position + gone
  }
}

/// The progress of downloading the next items.
public struct PreloadProgress: Hashable, Sendable {
  /// The number of remote items to download, and how many are complete.
  public let wanted: Int
  public let done: Int
  /// The current download, for display; nil if there is none.
  public let current: String?

  public init(wanted: Int, done: Int, current: String?) {
    self.wanted = wanted
    self.done = done
    self.current = current
  }
}
