public import VitrinePictures
public import VitrinePlayback
internal import VitrineTiming

/// The result of a preflight check.
public struct PreflightResult: Sendable {
  /// Nil if the item could not be opened.
  public internal(set) var summary: MediaSummary?
  /// Why the item failed.
  public internal(set) var failure: PlaybackError?
  public internal(set) var output = Output()
  /// Why the sound cannot be decoded.
  public internal(set) var silence: String?
  /// Why the subtitles cannot be shown.
  public internal(set) var subtitleError: String?
  /// Why a part of the file cannot be read.
  public internal(set) var damage: String?
  /// The video decoder, and why the preferred one is not used.
  public internal(set) var decoder: String?
  /// Whether a hardware decoder is used.
  public internal(set) var isOnDevice = false
  /// The kind of the pictures, and how they are shown; nil if there were none.
  public internal(set) var description: PictureDescription?
  public internal(set) var renderPath: RenderPath?

  /// The decoders' output.
  public struct Output: Sendable {
    /// Frames decoded, and packets that decoders rejected.
    public internal(set) var frames = 0
    public internal(set) var damaged = 0
    /// Pictures ready to be shown; the title card of an item without video counts as one.
    public internal(set) var pictures = 0
    /// The duration of the decoded sound.
    public internal(set) var sound = Duration.zero
    /// The media time that was decoded, and how long that took, from the second picture on; zero if
    /// too little was decoded.
    public internal(set) var decoded = Duration.zero
    public internal(set) var spent = Duration.zero
    /// Whether the item was played to its end.
    public internal(set) var reachedEnd = false

    /// False if there was a picture, or sound under a title card.
    public var isEmpty: Bool { pictures == 0 || frames == 0 && sound <= .zero }
  }

  /// The CPU's work between decoder and screen.
  public struct RenderPath: Hashable, Sendable {
    /// Whether the decoder writes directly into scanout memory.
    public var isDirect = false
    public var isScaled = false
    public var isRotated = false
    public var mapsHDR = false
  }

  init() {}
}
