public import VitrinePictures

/// The properties of a video, audio file or picture, and the result of its preflight check.
/// Together with the target they determine the verdict.
public struct ContentFacts: Hashable, Codable, Sendable {
  /// A path or URL, as given.
  public var name: String
  /// Whether it is a local file.
  public var isFile = true
  /// FFmpeg's name of the container.
  public var container: String?
  /// In seconds.
  public var duration: Double?
  public var video: Video?
  public var sound: Sound?
  public var index: Index?
  /// Whether its timestamps jump.
  public var hasJumps = false
  public var preflight = Preflight()

  public init(name: String) { self.name = name }

  /// The properties of the video track.
  public struct Video: Hashable, Codable, Sendable {
    /// FFmpeg's name of the codec.
    public var codec: String
    public var size: PixelSize
    /// Bits per sample.
    public var depth = 8
    /// For example `4:2:0`, or `rgb`.
    public var chroma = "4:2:0"
    /// Frames per second, if the container specifies them.
    public var rate: Double?
    public var isStill = false
    public var isInterlaced = false
    public var isHDR = false
    /// The clockwise rotation that the file requests.
    public var turned = 0

    public init(codec: String, size: PixelSize) {
      self.codec = codec
      self.size = size
    }

    /// The size after the file's own rotation.
    var uprightSize: PixelSize { (Rotation(rawValue: turned) ?? .none).upright(size) }
  }

  public struct Sound: Hashable, Codable, Sendable {
    public var codec: String
    public var rate: Int
    public var channels: Int

    public init(codec: String, rate: Int, channels: Int) {
      self.codec = codec
      self.rate = rate
      self.channels = channels
    }
  }

  /// The positions of frames in the container's index; times are in seconds.
  public struct Index: Hashable, Codable, Sendable {
    public var isComplete = true
    public var count = 0
    public var reach = 0.0
    public var longestGap = 0.0
    public var isCut = false

    public init() {}
  }
}

extension ContentFacts {
  /// The result of the preflight check, which opens and decodes the beginning like a player.
  public struct Preflight: Hashable, Codable, Sendable {
    /// Why the item failed, and the kind of failure.
    public var failure: String?
    public var failureKind = FailureKind.other
    /// Decoded frames, and packets that decoders rejected.
    public var frames = 0
    public var damaged = 0
    /// Whether there was anything to show, or to play under a card.
    public var hasContent = false
    /// Whether there was sound.
    public var hasSound = false
    /// Why the sound cannot be decoded.
    public var silence: String?
    public var subtitleFailure: String?
    /// Why a part of the file is unreadable.
    public var damage: String?
    public var decoding = Decoding()
    /// The CPU's work between decoder and screen; nil without a picture.
    public var processing: Processing?

    public init() {}
  }

  /// How the video was decoded.
  public struct Decoding: Hashable, Codable, Sendable {
    /// The decoder, and why it was chosen.
    public var decoder: String?
    public var isOnDevice = false
    /// The seconds of video that were decoded, and the seconds that took.
    public var decoded = 0.0
    public var time = 0.0

    public init() {}

    /// The share of the available time that decoding took.
    var load: Double { time / max(decoded, 0.001) }
  }

  public struct Processing: Hashable, Codable, Sendable {
    public var isDirect = true
    public var isScaled = false
    public var isTurned = false
    public var mapsHDR = false

    public init() {}
  }

  /// The kind of failure, which determines the fix.
  public enum FailureKind: String, Hashable, Codable, Sendable {
    /// It is missing or unreadable, so the fix is outside of the file.
    case unreadable
    /// It is truncated or empty, or has the wrong extension.
    case damaged
    case encrypted
    /// It has too many pixels.
    case size
    /// No decoder supports it.
    case codec
    /// It has neither video nor audio.
    case nothing
    /// It took too long or too much memory.
    case hung
    case other
  }
}
