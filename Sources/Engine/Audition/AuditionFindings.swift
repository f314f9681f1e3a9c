public import VitrinePictures
public import VitrinePlayback
internal import VitrineTiming

/// What came of an audition.
public struct AuditionFindings: Sendable {
  /// What it turned out to be; nil where it could not be opened.
  public internal(set) var summary: MediaSummary?
  /// Why the item was given up.
  public internal(set) var failure: PlaybackError?
  /// Frames that the decoder gave, and packets that decoders refused.
  public internal(set) var frames = 0
  public internal(set) var damaged = 0
  /// Pictures that were ready to be shown: one where there is a card for what has no picture.
  public internal(set) var pictures = 0
  /// How much sound was ready to be heard.
  public internal(set) var sound = Duration.zero
  /// Why the sound cannot be decoded.
  public internal(set) var silence: String?
  /// Why the subtitles cannot be shown.
  public internal(set) var subtitleTrouble: String?
  /// Why a part of the file cannot be read.
  public internal(set) var damage: String?
  /// What decoded the video, and why it is not another one.
  public internal(set) var decoder: String?
  /// Whether a device decodes it.
  public internal(set) var isOnDevice = false
  /// What the pictures are, and the plan by which they are shown; nil where none came.
  public internal(set) var description: PictureDescription?
  public internal(set) var way: Way?
  /// So much of the film was decoded in so much time, from the second picture on; zero where that was too
  /// little to tell.
  public internal(set) var decoded = Duration.zero
  public internal(set) var spent = Duration.zero
  /// Whether all that there is was played, and not a part of it.
  public internal(set) var isWhole = false

  /// What of the way to the screen is the processor's work.
  public struct Way: Hashable, Sendable {
    /// Whether the decoder writes what the display reads.
    public var isDirect = false
    public var isScaled = false
    public var isTurned = false
    public var mapsHDR = false
  }

  init() {}

  /// Whether anything was there to see, or to hear under a card.
  public var came: Bool { pictures > 0 && (frames > 0 || sound > .zero) }
}
