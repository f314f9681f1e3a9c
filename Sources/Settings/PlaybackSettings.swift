public import VitrinePlaylists
public import VitrineSchedules

/// The section `playback`: how what is played goes on.
public struct PlaybackSettings: Hashable, Sendable {
  /// Nil is for the command to say: a service begins again, `vitrine play` ends.
  public var loop: Queue.Loop?
  public var isShuffled = false
  /// 0.25 to 4.
  public var rate = 1.0
  /// How long a picture is shown.
  public var imageDuration = Duration.seconds(10)
  /// The path of a picture to show until a slow source has its first.
  public var cover: String?
  /// The path of a picture to show where none comes over the network; nil is a card with the cause.
  public var fallback: String?
  /// After how long; nil is never.
  public var fallbackAfter: Duration? = .seconds(10)
  /// Which encoding of a stream: `auto`, `lowest`, `highest`, or the best within so many Mbit/s.
  public var quality = "auto"
  /// Where video is decoded: `auto`, `software`, or a device by its driver's name or its path.
  public var decoder = "software"
  /// How far behind what happens a live stream is played; nil is as its list has it.
  public var latency: Duration?

  public init() {}
}

/// The section `audio`: where sound goes, and which.
public struct AudioSettings: Hashable, Sendable {
  /// `auto`, `none` or ALSA's name of a device, as `--audio` has it.
  public var device = "auto"
  /// 0 to 1.
  public var volume = 1.0
  /// How loud it is when, instead of that.
  public var schedule = AmountTable()
  /// Of tracks, the preferred one first; the file's own choice where there is none.
  public var languages: [String] = []

  public init() {}
}

/// The section `subtitles`: whether there are any, and which.
public struct SubtitleSettings: Hashable, Sendable {
  public var isShown = true
  /// Of tracks, the preferred one first; the file's own choice where there is none.
  public var languages: [String] = []
  /// Of text, against its usual size; 0.25 to 4.
  public var scale = 1.0
  /// They come so much later than they are written, in seconds; -60 to 60.
  public var delay = 0.0

  public init() {}
}
