internal import VitrineScanout
internal import VitrineTiming

/// The interface at one moment, drawn over the subtitles of that moment.
final class InterfacePicture: Sendable {
  /// Incremented with each picture.
  let number: Int
  /// Nil shows no interface: the subtitles then use the plane.
  let layer: InterfaceLayer?
  /// The subtitles that the layer contains.
  let subtitles: SubtitlePicture?

  /// Whether the interface hides the video.
  let isCovering: Bool

  init(
    number: Int, layer: InterfaceLayer?, subtitles: SubtitlePicture? = nil,
    isCovering: Bool = false
  ) {
    self.number = number
    self.layer = layer
    self.subtitles = subtitles
    self.isCovering = isCovering
  }
}
