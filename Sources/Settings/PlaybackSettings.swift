public import VitrinePlaylists
public import VitrineSchedules
internal import VitrineTiming

/// The section `playback`.
public struct PlaybackSettings: Hashable, Sendable {
  /// Nil: a service repeats the queue, `vitrine play` does not.
  public var loop: Queue.Loop?
  public var isShuffled = false
  /// 0.25 to 4.
  public var rate = 1.0
  /// How long an image is shown.
  public var imageDuration = Duration.seconds(10)
  /// The path of an image to show until the first frame of a slow source arrives.
  public var cover: String?
  /// The path of an image to show when no video arrives; nil shows a card with the reason.
  public var fallback: String?
  /// When to show it; nil is never.
  public var fallbackAfter: Duration? = .seconds(10)
  /// The rendition of a stream: `auto`, `lowest`, `highest`, or a maximum height or bit rate.
  public var quality = "auto"
  /// The video decoder: `auto`, `software`, or a device by driver name or path.
  public var decoder = "software"
  /// The delay behind the live edge; nil is the stream's own.
  public var latency: Duration?

  public init() {}
}

/// The section `audio`.
public struct AudioSettings: Hashable, Sendable {
  /// `auto`, `none` or an ALSA device name, like `--audio`.
  public var device = "auto"
  /// 0 to 1.
  public var volume = 1.0
  /// Overrides `volume` by time of day.
  public var schedule = AmountTable()
  /// Preferred languages of tracks, best first; empty uses the file's default.
  public var languages: [String] = []

  public init() {}
}

/// The section `subtitles`.
public struct SubtitleSettings: Hashable, Sendable {
  public var isShown = true
  /// Preferred languages of tracks, best first; empty uses the file's default.
  public var languages: [String] = []
  /// Text size relative to the normal size; 0.25 to 4.
  public var scale = 1.0
  /// Delay in seconds; -60 to 60.
  public var delay = 0.0

  public init() {}
}

extension Item {
  /// Fills in the configuration's defaults for what the playlist does not set.
  public func completed(by playback: PlaybackSettings) -> Item {
    var item = self
    item.imageDuration =
      imageDuration ?? MediaTime(nanoseconds: playback.imageDuration.nanoseconds)
    item.cover = cover ?? playback.cover
    return item
  }
}
