internal import VitrineScanout
internal import VitrineTiming

/// The interface as it was drawn at a moment, with the subtitles of that moment below it.
final class InterfacePicture: Sendable {
  /// Counted up by who draws.
  let number: Int
  /// Nil shows nothing: the subtitles then have the plane.
  let layer: InterfaceLayer?
  /// The subtitles that are in it.
  let subtitles: SubtitlePicture?

  /// Whether it hides what plays.
  let isCovering: Bool

  init(
    number: Int, layer: InterfaceLayer?, subtitles: SubtitlePicture? = nil,
    isCovering: Bool = false
  ) {
    (self.number, self.layer, self.subtitles) = (number, layer, subtitles)
    self.isCovering = isCovering
  }
}
