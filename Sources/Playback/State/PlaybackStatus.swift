package import VitrinePictures
package import VitrinePlaylists
package import VitrineTiming

/// The state of a player for its clients: a value that is replaced on every change, and ten times a
/// second during playback. It has more fields than other types because clients only read it.
package struct PlaybackStatus: Sendable {
  package var phase = PlaybackState.Phase.idle
  /// Whether a pause is requested; `phase` is what the player is doing.
  package var isPaused = false
  package var isScrubbing = false
  /// Whether `play` was called on an empty queue: a service then returns to its programme.
  package var awaitsItems = false
  /// Whether a new picture is due. False while paused, for stills and cards, while the next decoded
  /// picture is not due yet, and after the last one.
  package var isMoving = false
  /// Since when, without a break; nil while none is due.
  package var movingSince: HostTime?
  /// Whether a picture of the current item has been on screen.
  package var isShown = false
  /// The progress of decoding while the next picture is not decoded yet, for the watchdog.
  package var work: WatchdogProgress?
  /// The number of failed attempts to show pictures since the last success, if the display's device
  /// is to blame.
  package var deviceFaults = 0
  /// The number of abandoned items whose reads still hang.
  package var hungReads = 0
  /// Why pictures are awaited.
  package var waiting: Waiting?
  /// The item that failed, while its replacement plays.
  package var failure: FailedItem?
  /// The network error, in words; playback may still continue.
  package var networkError: String?
  /// Whether playback waits for the network.
  package var awaitsNetwork = false
  /// Whether playback downloads nothing that it needs soon: other downloads do not delay it.
  package var isNetworkFree = true
  /// The recent download rate in bits per second; nil before any download.
  package var throughput: Double?
  /// The progress of downloading the next items; nil if that is disabled.
  package var preload: PreloadProgress?
  /// Only for live streams.
  package var live: LiveProgress?
  /// The stream's date ranges at the position.
  package var dateRanges: [DateRange] = []
  package var entry: Queue.Entry.ID?
  package var item: Item?
  /// Whether other items of the queue come after and before the current one.
  package var hasNext = false
  package var hasPrevious = false
  package var title: String?
  /// The tags in the item's file.
  package var tags = MediaTags()
  /// The size of the video in square pixels, with the file's rotation; nil without video.
  package var videoSize: PixelSize?
  /// From the item's beginning, at `time`.
  package var position = MediaTime.zero
  /// The time of this status; nil before the player starts.
  package var time: HostTime?
  /// Nil if the container does not specify it.
  package var duration: MediaTime?
  /// Whether the item may be endless: video or audio of unknown duration, such as a stream.
  package var isEndless = false
  /// The buffered ranges that end after the position.
  package var buffered: [ClosedRange<MediaTime>] = []
  /// Sorted by start time.
  package var chapters: [Chapter] = []
  package var tracks: [TrackInfo] = []
  package var selected: [TrackInfo] = []
  /// The requested tracks; `selected` are the actual ones.
  package var choices = TrackChoices()
  package var rate = 1.0
  package var volume = 1.0
  /// The highest volume that can be set.
  package var maximumVolume = 1.0
  package var isMuted = false
  package var sound = SoundStatus()
  package var isDisplayOn = true
  /// Nil before the player has looked for a display.
  package var display: DisplayStatus?
  /// The requested brightness, and the means of dimming; nil without dimming.
  package var brightness = Brightness.asFound
  package var dimming: Dimming?
  package var rotation = Rotation.none
  package var fit = Fit.contain
  /// The other players on this display.
  package var zones: [ZoneStatus] = []
  /// The part of the upright display for pictures; nil for all of it.
  package var area: PixelRect?
  /// The requested rendition of adaptive streams.
  package var quality = VariantPolicy.Preference.automatic
  /// Only for streams with several renditions.
  package var renditions: AvailableRenditions?
  /// `direct` if the decoder writes into scanout memory, otherwise `copied`.
  package var decodePath = "none"
  /// The video decoder, and why the preferred one is not used; nil before any video.
  package var decoder: String?
  /// The decode effort: less than whole if the machine cannot decode all of the video.
  package var effort = DecodeEffort.full
  package var statistics = PlaybackStatistics()

  package enum Waiting: String, Sendable { case opening, seeking, source }

  package init() {}
}

/// The player of a zone with its own list.
package struct ZoneStatus: Equatable, Sendable {
  package let name: String
  /// Nil while nothing is open.
  package private(set) var item: Item?
  package private(set) var phase = PlaybackState.Phase.idle

  package init(_ name: String) { self.name = name }

  /// Takes over the status of its player.
  package mutating func describe(_ status: PlaybackStatus) {
    (item, phase) = (status.item, status.phase)
  }

  /// Its player has ended.
  package mutating func fail(_ error: PlaybackError) { (item, phase) = (nil, .failed(error)) }
}

extension PlaybackStatus {
  /// The requested brightness, 0 to 1; nil if it is not controlled.
  package var wantedBrightness: Double? { brightness.percent.map { Double($0) / 100 } }

  /// The seekable range of the item: the whole duration, or the window of a live stream; nil if
  /// unknown.
  package var range: ClosedRange<MediaTime>? {
    if let live { return live.window }
    return duration.map { .zero...max($0, .zero) }
  }
}

extension PlaybackStatus {
  /// The index of the last chapter that has started; nil before the first one.
  package var chapter: Int? {
    let started = chapters.count { $0.start <= position }
    return started > 0 ? started - 1 : nil
  }

  /// Returns where a chapter ends: where the next one starts, or with the item; nil if that is
  /// unknown.
  package func end(ofChapter index: Int) -> MediaTime? {
    index + 1 < chapters.count ? chapters[index + 1].start : duration
  }
}

extension ClosedRange<MediaTime> {
  /// The position at this fraction of the range, 0 to 1, to the millisecond.
  package func place(at part: Double) -> MediaTime {
    guard part.isFinite else { return lowerBound }
    let length = upperBound.seconds - lowerBound.seconds
    // A damaged file may claim any duration.
    let time = Swift.min(lowerBound.seconds + length * Swift.min(Swift.max(part, 0), 1), 9e9)
    return Swift.min(MediaTime(Int64((time * 1000).rounded()), 1000), upperBound)
  }

  /// The fraction of the range before a position, 0 to 1.
  package func part(at place: MediaTime) -> Double {
    let length = upperBound.seconds - lowerBound.seconds
    guard length > 0 else { return 0 }
    return Swift.min(Swift.max((place.seconds - lowerBound.seconds) / length, 0), 1)
  }
}

extension PlaybackStatus {
  /// The position at a time after `time`: for a still picture, the status is up to a second old.
  package func position(at now: HostTime) -> MediaTime {
    guard let time, now > time, phase == .playing, isDisplayOn, !isPaused, !isScrubbing,
      waiting == nil
    else { return position }
    let gone = MediaTime(nanoseconds: Int64(Double((now - time).nanoseconds) * rate))
    return duration.map { max(position, min(position + gone, $0)) } ?? position + gone
  }
}

/// The sound output of a player.
package struct SoundStatus: Hashable, Sendable {
  /// The requested device: `auto`, `none` or ALSA's name.
  package let choice: String
  /// The device in use; nil if there is none.
  package let device: String?
  /// The coding of compressed sound that passes through to it.
  package let coding: SoundCoding?

  package init(choice: String = "auto", device: String? = nil, coding: SoundCoding? = nil) {
    (self.choice, self.device, self.coding) = (choice, device, coding)
  }
}

/// The progress of downloading the next items.
package struct PreloadProgress: Hashable, Sendable {
  /// The number of remote items to download, and how many are complete.
  package let wanted: Int
  package let done: Int
  /// The current download, for display; nil if there is none.
  package let current: String?

  package init(wanted: Int, done: Int, current: String?) {
    self.wanted = wanted
    self.done = done
    self.current = current
  }
}
