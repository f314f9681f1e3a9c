package import VitrinePictures
package import VitrinePlayback
internal import VitrineTiming

/// The result of a preflight check.
package struct PreflightResult: Sendable {
  /// Nil if the item could not be opened.
  package internal(set) var summary: MediaSummary?
  /// Why the item failed.
  package internal(set) var failure: PlaybackError?
  package internal(set) var output = Output()
  /// Why the sound cannot be decoded.
  package internal(set) var silence: String?
  /// Why the subtitles cannot be shown.
  package internal(set) var subtitleError: String?
  /// Why a part of the file cannot be read.
  package internal(set) var damage: String?
  /// The video decoder, and why the preferred one is not used.
  package internal(set) var decoder: String?
  /// Whether a hardware decoder is used.
  package internal(set) var isOnDevice = false
  /// The kind of the pictures, and how they are shown; nil if there were none.
  package internal(set) var description: PictureDescription?
  package internal(set) var renderPath: RenderPath?

  /// The decoders' output.
  package struct Output: Sendable {
    /// Frames decoded, and packets that decoders rejected.
    package internal(set) var frames = 0
    package internal(set) var damaged = 0
    /// Pictures ready to be shown; the title card of an item without video counts as one.
    package internal(set) var pictures = 0
    /// The duration of the decoded sound.
    package internal(set) var sound = Duration.zero
    /// The media time that was decoded, and how long that took, from the second picture on; zero if
    /// too little was decoded.
    package internal(set) var decoded = Duration.zero
    package internal(set) var spent = Duration.zero
    /// Whether the item was played to its end.
    package internal(set) var reachedEnd = false

    /// False if there was a picture, or sound under a title card.
    package var isEmpty: Bool { pictures == 0 || frames == 0 && sound <= .zero }
  }

  /// The CPU's work between decoder and screen.
  package struct RenderPath: Hashable, Sendable {
    /// Whether the decoder writes directly into scanout memory.
    package var isDirect = false
    package var isScaled = false
    package var isRotated = false
    package var mapsHDR = false
  }

  init() {}
}
