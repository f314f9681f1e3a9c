public import VitrineKit

/// The simulated contents of an item's file, on a ``Stage``.
///
/// Every frame is a plain colour that fills the screen. By default, a film lasts ten seconds at 25
/// frames per second, with sound.
///
/// ```swift
/// var film = Film(seconds: 90, frameRate: 5)
/// film.audioLanguages = ["en", "de"]
/// film.fault = .damaged(from: .seconds(30))
/// stage.films["port.mkv"] = film
/// ```
public struct Film: Hashable, Sendable {
  /// A fault of a film.
  public enum Fault: Hashable, Sendable {
    /// It cannot be opened, with the error that the player reports.
    case unreadable(PlayerError)
    /// It is damaged from this position on: playback ends there.
    case damaged(from: Duration)
    /// It delivers nothing from this position on, and no end; the player gives up after a while.
    case stalls(from: Duration)
  }

  /// The duration; nil for an endless film, such as a live stream.
  public var duration: Duration?
  /// The frame rate in frames per second, clamped to 0.1–1,000. A low rate makes long tests faster.
  public var frameRate: Double
  /// Whether it has sound.
  public var hasSound: Bool
  /// A chapter of a film.
  public struct Chapter: Hashable, Sendable {
    /// The title; nil if it has none.
    public var title: String?
    /// The position at which it starts.
    public var start: Duration

    /// Creates a chapter.
    public init(_ title: String? = nil, start: Duration) {
      self.title = title
      self.start = start
    }
  }

  /// The title in the file; nil if there is none.
  public var title: String?
  /// The tags in the file, by FFmpeg's names, such as `artist`.
  public var tags: [String: String] = [:]
  /// The chapters in the file.
  public var chapters: [Chapter] = []
  /// The natural size of the video; nil for a film without one. It has no effect on the frames.
  public var videoSize: VideoSize? = VideoSize(width: 1920, height: 1080)
  /// The colour of all frames, `0xRRGGBB`.
  public var color: UInt32 = 0x40_40_40
  /// Whether it is an image, which is shown for the duration of its item.
  public var isPicture = false
  /// The film's fault; nil if it has none.
  public var fault: Fault?
  /// How long opening it takes.
  public var openingTime = Duration.zero
  /// The download speed, as a multiple of the playback speed; nil for a local file.
  public var downloadRate: Double?
  /// The languages of its audio tracks, such as `de`. If empty, there is one track without a
  /// language.
  public var audioLanguages: [String] = []
  /// The languages of its subtitle tracks.
  public var subtitleLanguages: [String] = []

  /// Creates a film without faults; a nil duration is endless.
  public init(duration: Duration? = .seconds(10), frameRate: Double = 25, hasSound: Bool = true) {
    self.duration = duration
    self.frameRate = frameRate
    self.hasSound = hasSound
  }

  /// Creates a film without faults, with a duration in seconds.
  public init(seconds: Double, frameRate: Double = 25, hasSound: Bool = true) {
    self.init(duration: .seconds(seconds), frameRate: frameRate, hasSound: hasSound)
  }

  /// Returns an image of one colour, `0xRRGGBB`.
  public static func picture(_ color: UInt32 = 0x40_40_40) -> Film {
    var film = Film(duration: nil, hasSound: false)
    (film.isPicture, film.color) = (true, color)
    return film
  }

  /// Returns a film that cannot be opened, with an error of a category.
  public static func unreadable(_ category: PlayerError.Category = .format) -> Film {
    var film = Film()
    film.fault = .unreadable(PlayerError(category, "unreadable"))
    return film
  }
}
