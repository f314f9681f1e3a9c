public import VitrinePictures
public import VitrinePlaylists
public import VitrineSchedules
public import VitrineTiming

/// What a player is doing, for its clients: one value, replaced on every change and ten times a
/// second while it plays. Wider than other types: it is read, and never written, outside.
public struct PlaybackStatus: Sendable {
  public var phase = PlaybackState.Phase.idle
  /// What the person wants; the phase is what the player can do.
  public var isPaused = false
  public var isScrubbing = false
  /// Whether it was told to play while the queue was empty: a service then returns to its programme.
  public var awaitsItems = false
  /// Whether a new picture is due: none is while it pauses, of a still, of a card, while the next
  /// one that is decoded lies in the future, and after the last.
  public var isMoving = false
  /// What was read and decoded so far, while the next picture still has to be; for the watchdog.
  public var work: LiveWork?
  /// Why pictures are awaited.
  public var waiting: Waiting?
  /// What could not be played, while what plays instead does.
  public var failure: FailedItem?
  /// What is wrong with the way to the source, in words; the picture may still go on.
  public var trouble: String?
  /// Whether it waits for a source that comes over the network, slowly or not at all.
  public var awaitsNetwork = false
  /// How fast bytes came over the network lately, in bits each second; nil before any did.
  public var throughput: Double?
  /// How far what comes next is; nil where nothing is fetched before its turn.
  public var preload: PreloadProgress?
  /// Of what happens as it is played.
  public var live: LiveProgress?
  /// What the stream tells of the position.
  public var dateRanges: [DateRange] = []
  /// Why what is on screen is there: of a service, which notes it there for clients.
  public var schedule: ScheduleReport?
  /// How the content stands: of a service that is brought some, which notes it there for clients.
  public var content: ContentReport?
  public var entry: Queue.Entry.ID?
  public var item: Item?
  public var title: String?
  /// Counted from the item's beginning, at `time`.
  public var position = MediaTime.zero
  /// When this was so; nil before there is a player.
  public var time: HostTime?
  /// Nil where the container does not tell.
  public var duration: MediaTime?
  /// Whether it may go on for ever: a film or sound whose length nothing tells, such as a stream.
  public var isEndless = false
  /// What is read ahead, from the position on.
  public var buffered: [ClosedRange<MediaTime>] = []
  /// In the order of their beginnings.
  public var chapters: [Chapter] = []
  public var tracks: [TrackInfo] = []
  public var selected: [TrackInfo] = []
  /// What people want of the tracks; `selected` is what came of it.
  public var choices = TrackChoices()
  public var rate = 1.0
  public var volume = 1.0
  public var isMuted = false
  public var isDisplayOn = true
  /// As it is wanted of the display, and by what it is so; nil where nothing is done about it.
  public var brightness = Brightness.asFound
  public var dimming: Dimming?
  public var rotation = Rotation.none
  public var fit = Fit.contain
  /// Which encoding of streams people want.
  public var quality = VariantPolicy.Wish.automatic
  /// Of a stream that has its picture in several.
  public var encodings: OfferedEncodings?
  /// Whether the decoder writes into scanout memory: `direct`, else `copied`.
  public var decodePath = "none"
  /// What decodes the video, and why it is not another one; nil before any was decoded.
  public var decoder: String?
  /// How much of the video is decoded: less than the whole where that is too much for the machine.
  public var effort = DecodeEffort.whole
  public var statistics = PlaybackStatistics()

  public enum Waiting: String, Sendable { case opening, seeking, source }

  public init() {}
}

extension PlaybackStatus {
  /// How bright the display is to be, 0 to 1; nil while it is as it was found.
  public var wantedBrightness: Double? { brightness.percent.map { Double($0) / 100 } }

  /// The places in the item that can be gone to: all of a film, of what is live its window; nil where
  /// they are not known.
  public var range: ClosedRange<MediaTime>? {
    if let live { return live.window }
    return duration.map { .zero...max($0, .zero) }
  }
}

extension ClosedRange<MediaTime> {
  /// The place at this part of it, 0 to 1, to the millisecond.
  public func place(at part: Double) -> MediaTime {
    guard part.isFinite else { return lowerBound }
    let length = upperBound.seconds - lowerBound.seconds
    // A damaged file claims to be longer than all time.
    let time = Swift.min(lowerBound.seconds + length * Swift.min(Swift.max(part, 0), 1), 9e9)
    return Swift.min(MediaTime(Int64((time * 1000).rounded()), 1000), upperBound)
  }

  /// The part of it that lies before a place, 0 to 1.
  public func part(at place: MediaTime) -> Double {
    let length = upperBound.seconds - lowerBound.seconds
    guard length > 0 else { return 0 }
    return Swift.min(Swift.max((place.seconds - lowerBound.seconds) / length, 0), 1)
  }
}

extension PlaybackStatus {
  /// Where it is at a moment after `time`: of a still the status is up to a second old.
  public func position(at now: HostTime) -> MediaTime {
    guard let time, now > time, phase == .playing, isDisplayOn, !isPaused, !isScrubbing,
      waiting == nil
    else { return position }
    let gone = MediaTime(nanoseconds: Int64(Double((now - time).nanoseconds) * rate))
    return duration.map { max(position, min(position + gone, $0)) } ?? position + gone
  }
}
