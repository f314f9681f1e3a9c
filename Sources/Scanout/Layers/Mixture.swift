internal import VitrinePictures
package import VitrinePlayback

/// Another item's picture that is mixed into the picture of layers, in a transition.
package struct Mixture: Sendable, Equatable {
  package let other: ScanoutPicture
  /// Whether the other picture is the next item's; otherwise it is the previous one's.
  package let isNext: Bool
  package let step: TransitionStep

  package init(with other: ScanoutPicture, isNext: Bool, _ step: TransitionStep) {
    self.other = other
    self.isNext = isNext
    self.step = step
  }

  package static func == (a: Mixture, b: Mixture) -> Bool {
    a.other.hasSameContent(as: b.other) && a.isNext == b.isNext && a.step == b.step
  }

  /// The pictures to mix; nil for black.
  func sides(with picture: ScanoutPicture) -> (previous: ScanoutPicture?, next: ScanoutPicture?) {
    let (previous, next) = isNext ? (picture, other) : (other, picture)
    guard step.kind == .fade else { return (previous, next) }
    // The mixture's weight is that of the visible picture, which is the second one.
    return (nil, step.isPastMiddle ? next : previous)
  }

  /// The next item's picture.
  func next(with picture: ScanoutPicture) -> ScanoutPicture { isNext ? other : picture }

  /// Why no display can mix these pictures; nil if one may.
  func obstacle(with picture: ScanoutPicture) -> String? {
    let pictures = [picture, other]
    if pictures.contains(where: { $0.plan.hdr != nil }) { return "HDR pictures are not mixed" }
    return pictures.contains { $0.buffer.isDecoderMemory }
      ? "pictures in a hardware decoder's memory are not mixed" : nil
  }

  /// The kinds of pictures to mix in, best first: the next item's own YUV, if both pictures can be
  /// composed in it, and RGB.
  func descriptions(
    with picture: ScanoutPicture, on size: PixelSize
  ) -> [PictureDescription] {
    let (next, previous) = isNext ? (other, picture) : (picture, other)
    return PictureDescription.composed(
      of: size, in: next.plan, with: [Layers(next), Layers(previous)])
  }
}

extension PictureDescription {
  /// The kinds of pictures to compose these layers in, best first: the plan's own YUV, if all pictures
  /// can be composed in it, and RGB.
  static func composed(
    of size: PixelSize, in plan: ScanoutPlan, with layers: [Layers]
  ) -> [PictureDescription] {
    let (format, rgb) = (plan.format, composed(of: size))
    guard !format.isRGB, format.depth == 8,
      layers.allSatisfy({
        !$0.picture.plan.format.isRGB && !$0.composedInsets.contains { $0.plan.format.isRGB }
          && $0.canCompose(in: format)
      })
    else { return [rgb] }
    return [
      PictureDescription(
        format: format, depth: format.depth, chroma: .c420, size: size, color: plan.color), rgb,
    ]
  }

  /// Composed pictures of a display's size, in RGB.
  static func composed(of size: PixelSize) -> PictureDescription {
    PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: size,
      color: ColorDescription(matrix: nil, range: .full, of: size))
  }
}
