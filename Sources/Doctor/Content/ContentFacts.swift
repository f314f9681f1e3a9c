public import VitrinePictures

/// What was read of a film, a song or a picture, and what came of an audition of it: all that a verdict
/// on it depends on, beside the stage.
public struct ContentFacts: Hashable, Codable, Sendable {
  /// As it was named: a path or an address.
  public var name: String
  /// Whether it is a file of this machine.
  public var isFile = true
  /// FFmpeg's name of the container.
  public var container: String?
  /// In seconds.
  public var duration: Double?
  public var video: Video?
  public var sound: Sound?
  public var index: Index?
  /// Whether its time stamps jump.
  public var hasJumps = false
  public var audition = Audition()

  public init(name: String) { self.name = name }

  /// What its pictures are.
  public struct Video: Hashable, Codable, Sendable {
    /// FFmpeg's name.
    public var codec: String
    public var size: PixelSize
    /// Bits of a sample.
    public var depth = 8
    /// As in `4:2:0`, or `rgb`.
    public var chroma = "4:2:0"
    /// Pictures in a second, where the container tells.
    public var rate: Double?
    public var isStill = false
    public var isInterlaced = false
    public var isHDR = false
    /// How far it is turned clockwise by the file's own word.
    public var turned = 0

    public init(codec: String, size: PixelSize) { (self.codec, self.size) = (codec, size) }

    /// As the file itself turns it.
    var uprightSize: PixelSize { (Rotation(rawValue: turned) ?? .none).upright(size) }
  }

  public struct Sound: Hashable, Codable, Sendable {
    public var codec: String
    public var rate: Int
    public var channels: Int

    public init(codec: String, rate: Int, channels: Int) {
      (self.codec, self.rate, self.channels) = (codec, rate, channels)
    }
  }

  /// What its container says of where frames lie; times are in seconds.
  public struct Index: Hashable, Codable, Sendable {
    public var isWhole = true
    public var count = 0
    public var reach = 0.0
    public var longestGap = 0.0
    public var isCut = false

    public init() {}
  }
}

extension ContentFacts {
  /// What came of its beginning where it was opened and decoded as a player does it.
  public struct Audition: Hashable, Codable, Sendable {
    /// Why it was given up, and what kind of trouble that is.
    public var failure: String?
    public var trouble = Trouble.other
    /// Frames that a decoder gave, and packets that decoders refused.
    public var frames = 0
    public var damaged = 0
    /// Whether there was anything to see, or to hear under a card.
    public var came = false
    /// Whether sound came.
    public var wasHeard = false
    /// Why not, where the sound cannot be decoded.
    public var silence: String?
    public var subtitleTrouble: String?
    /// Why a part of it cannot be read.
    public var damage: String?
    /// What decoded the video, and why it is not another one.
    public var decoder: String?
    public var isOnDevice = false
    /// Seconds of film that were decoded, and in how many.
    public var decoded = 0.0
    public var spent = 0.0
    /// What of the way to the screen is the processor's work; nil where there was no picture.
    public var way: Way?

    public init() {}
  }

  public struct Way: Hashable, Codable, Sendable {
    public var isDirect = true
    public var isScaled = false
    public var isTurned = false
    public var mapsHDR = false

    public init() {}
  }

  /// Why something does not play, as far as the cure depends on it.
  public enum Trouble: String, Hashable, Codable, Sendable {
    /// It cannot be had or read: the cure lies outside of it.
    case unreadable
    /// Cut off, empty, or something else than its name says.
    case damaged
    case encrypted
    /// Of too many pixels.
    case size
    /// No decoder takes it.
    case codec
    /// There is nothing to see or to hear in it.
    case nothing
    /// It took too long, or too much memory.
    case hung
    case other
  }
}
