public import VitrineKit

/// What the file of an item turns out to be, on a stage. A value.
///
/// Its pictures are all of one colour, over the whole screen. A film that nothing is said about lasts ten seconds
/// at 25 pictures a second, with sound.
public struct Film: Hashable, Sendable {
  /// What goes wrong with it.
  public enum Fault: Hashable, Sendable {
    /// It cannot be opened, and why.
    case unreadable(PlayerError)
    /// What comes from here on is damaged: it plays so far.
    case damaged(from: Duration)
    /// Nothing comes from here on, and no end either: the player gives it up after a while.
    case stalls(from: Duration)
  }

  /// Nil goes on for ever.
  public var duration: Duration?
  /// Pictures in a second, 0.1 to 1,000. Few of them make a long test short.
  public var frameRate: Double
  /// Whether it has sound.
  public var hasSound: Bool
  /// What the file calls itself; nil where it says nothing.
  public var title: String?
  /// Of its pictures, `0xRRGGBB`.
  public var color: UInt32 = 0x40_40_40
  /// Whether it is a picture: it is shown for as long as its item says.
  public var isPicture = false
  /// What goes wrong with it; nil where all goes well.
  public var fault: Fault?
  /// So long opening it takes.
  public var openingTime = Duration.zero
  /// It comes over the network so many times as fast as it plays; nil of what is on this machine.
  public var downloadRate: Double?
  /// Those of its sound tracks, as `de`; without any it has one, which says no language.
  public var audioLanguages: [String] = []
  /// Those of its subtitles.
  public var subtitleLanguages: [String] = []

  /// One that plays well.
  public init(duration: Duration? = .seconds(10), frameRate: Double = 25, hasSound: Bool = true) {
    self.duration = duration
    self.frameRate = frameRate
    self.hasSound = hasSound
  }

  /// One that plays well.
  public init(seconds: Double, frameRate: Double = 25, hasSound: Bool = true) {
    self.init(duration: .seconds(seconds), frameRate: frameRate, hasSound: hasSound)
  }

  /// A picture that does not move, in one colour.
  public static func picture(_ color: UInt32 = 0x40_40_40) -> Film {
    var film = Film(duration: nil, hasSound: false)
    (film.isPicture, film.color) = (true, color)
    return film
  }

  /// One that cannot be opened.
  public static func unreadable(_ category: PlayerError.Category = .format) -> Film {
    var film = Film()
    film.fault = .unreadable(PlayerError(category, "it cannot be read"))
    return film
  }
}
