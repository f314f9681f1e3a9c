internal import Scanout
internal import Timing

/// The interface as it was drawn at a moment, with the subtitles of that moment below it.
final class InterfacePicture: Sendable {
  /// Counted up by who draws.
  let number: Int
  /// Nil shows nothing: the subtitles then have the plane.
  let layer: InterfaceLayer?
  /// The subtitles that are in it.
  let subtitles: SubtitlePicture?

  init(number: Int, layer: InterfaceLayer?, subtitles: SubtitlePicture? = nil) {
    (self.number, self.layer, self.subtitles) = (number, layer, subtitles)
  }
}
