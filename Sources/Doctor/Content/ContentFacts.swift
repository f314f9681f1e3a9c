package import VitrinePictures

/// The properties of a video, audio file or picture, and the result of its preflight check.
/// Together with the target they determine the verdict.
package struct ContentFacts: Hashable, Codable, Sendable {
  /// A path or URL, as given.
  package var name: String
  /// Whether it is a local file.
  package var isFile = true
  /// FFmpeg's name of the container.
  package var container: String?
  /// In seconds.
  package var duration: Double?
  package var video: Video?
  package var sound: Sound?
  package var index: Index?
  /// Whether its timestamps jump.
  package var hasJumps = false
  package var preflight = Preflight()
  /// Passages with more than three flashes a second, in seconds; empty if it was not searched.
  package var flashes: [ClosedRange<Double>] = []

  package init(name: String) { self.name = name }

  /// The properties of the video track.
  package struct Video: Hashable, Codable, Sendable {
    /// FFmpeg's name of the codec.
    package var codec: String
    package var size: PixelSize
    /// Bits per sample.
    package var depth = 8
    /// For example `4:2:0`, or `rgb`.
    package var chroma = "4:2:0"
    /// Frames per second, if the container specifies them.
    package var rate: Double?
    package var isStill = false
    package var isInterlaced = false
    package var isHDR = false
    /// The clockwise rotation that the file requests.
    package var turned = 0

    package init(codec: String, size: PixelSize) {
      self.codec = codec
      self.size = size
    }

    /// The size after the file's own rotation.
    var uprightSize: PixelSize { (Rotation(rawValue: turned) ?? .none).upright(size) }
  }

  package struct Sound: Hashable, Codable, Sendable {
    package var codec: String
    package var rate: Int
    package var channels: Int

    package init(codec: String, rate: Int, channels: Int) {
      self.codec = codec
      self.rate = rate
      self.channels = channels
    }
  }

  /// The positions of frames in the container's index; times are in seconds.
  package struct Index: Hashable, Codable, Sendable {
    package var isComplete = true
    package var count = 0
    package var reach = 0.0
    package var longestGap = 0.0
    package var isCut = false

    package init() {}
  }
}

extension ContentFacts {
  /// The result of the preflight check, which opens and decodes the beginning like a player.
  package struct Preflight: Hashable, Codable, Sendable {
    /// Why the item failed, and the kind of failure.
    package var failure: String?
    package var failureKind = FailureKind.other
    /// Decoded frames, and packets that decoders rejected.
    package var frames = 0
    package var damaged = 0
    /// Whether there was anything to show, or to play under a card.
    package var hasContent = false
    /// Whether there was sound.
    package var hasSound = false
    /// Why the sound cannot be decoded.
    package var silence: String?
    package var subtitleFailure: String?
    /// Why a part of the file is unreadable.
    package var damage: String?
    package var decoding = Decoding()
    /// The CPU's work between decoder and screen; nil without a picture.
    package var processing: Processing?

    package init() {}
  }

  /// How the video was decoded.
  package struct Decoding: Hashable, Codable, Sendable {
    /// The decoder, and why it was chosen.
    package var decoder: String?
    package var isOnDevice = false
    /// The seconds of video that were decoded, and the seconds that took.
    package var decoded = 0.0
    package var time = 0.0

    package init() {}

    /// The share of the available time that decoding took.
    var load: Double { time / max(decoded, 0.001) }
  }

  package struct Processing: Hashable, Codable, Sendable {
    package var isDirect = true
    package var isScaled = false
    package var isTurned = false
    package var mapsHDR = false

    package init() {}
  }

  /// The kind of failure, which determines the fix.
  package enum FailureKind: String, Hashable, Codable, Sendable {
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
