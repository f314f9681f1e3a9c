/// How a picture fills a display of another aspect ratio.
package enum Fit: String, CaseIterable, Sendable {
  /// The whole picture, with black bars.
  case contain
  /// The whole display, with the picture's edges cropped.
  case cover
  /// The whole picture on the whole display, distorted.
  case stretch
}

/// How pictures are arranged on a display: their fit and rotation.
package struct Arrangement: Hashable, Sendable {
  package var fit: Fit
  package var rotation: Rotation
  /// The part of the display that pictures fill, in pixels of the panel; nil for all of it.
  package var area: PixelRect?
  /// Whether the pictures are shown above those of another video.
  package var isInset = false

  package init(fit: Fit = .contain, rotation: Rotation = .none, area: PixelRect? = nil) {
    self.fit = fit
    self.rotation = rotation
    self.area = area
  }

  /// Places a picture with pixel aspect ratio `pixelAspect` that is rotated by `rotation` in all, in
  /// upright coordinates. An area that is not on the display, as after a change of its mode, counts
  /// as none.
  package func placement(
    of picture: PixelSize, pixelAspect: (Int, Int) = (1, 1), rotatedBy rotation: Rotation,
    on display: PixelSize
  ) -> Placement {
    let upright = rotation.upright(display)
    guard let area = area?.intersection(PixelRect(display)) else {
      return fit.placement(of: picture, pixelAspect: pixelAspect, on: upright)
    }
    let part = rotation.inverse.onPanel(area, of: upright)
    let placement = fit.placement(of: picture, pixelAspect: pixelAspect, on: part.size)
    var destination = placement.destination
    (destination.x, destination.y) = (part.x + destination.x, part.y + destination.y)
    return Placement(source: placement.source, destination: destination)
  }
}

/// The part of a picture to show, and its position on the display.
package struct Placement: Hashable, Sendable {
  /// In pixels of the picture.
  package let source: PixelRect
  /// In pixels of the display.
  package let destination: PixelRect

  package init(source: PixelRect, destination: PixelRect) {
    self.source = source
    self.destination = destination
  }

  package var isScaled: Bool { source.size != destination.size }
}

extension Fit {
  /// Places a picture with pixel aspect ratio `pixelAspect` on a display with square pixels. The
  /// source is cropped at even pixels, because of subsampled chroma.
  package func placement(
    of picture: PixelSize, pixelAspect: (Int, Int) = (1, 1), on display: PixelSize
  ) -> Placement {
    let whole = Placement(source: PixelRect(picture), destination: PixelRect(display))
    guard !picture.isEmpty, !display.isEmpty, pixelAspect.0 > 0, pixelAspect.1 > 0 else {
      return whole
    }
    // The picture's aspect ratio as a fraction: across / down.
    let across = Double(picture.width) * Double(pixelAspect.0)
    let down = Double(picture.height) * Double(pixelAspect.1)
    switch self {
    case .stretch: return whole
    case .contain:
      return Placement(
        source: whole.source,
        destination: Self.largest(of: (across, down), within: display, step: 1))
    case .cover:
      let shape = (
        Double(display.width) * Double(pixelAspect.1),
        Double(display.height) * Double(pixelAspect.0)
      )
      return Placement(
        source: Self.largest(of: shape, within: picture, step: 2), destination: whole.destination)
    }
  }

  /// The largest centred rectangle with an aspect ratio within `size`.
  private static func largest(
    of shape: (across: Double, down: Double), within size: PixelSize, step: Int
  ) -> PixelRect {
    let (width, height) = (Double(size.width), Double(size.height))
    let scale = min(width / shape.across, height / shape.down)
    func inner(_ length: Double, _ limit: Int) -> (start: Int, length: Int) {
      let whole = min(limit, max(1, Int(length.rounded())))
      // A side that fills the limit stays whole, odd or not.
      guard whole < limit else { return (0, limit) }
      let start = (limit - whole) / 2 / step * step
      return (start, limit - 2 * start)
    }
    let (x, w) = inner(shape.across * scale, size.width)
    let (y, h) = inner(shape.down * scale, size.height)
    return PixelRect(x: x, y: y, width: w, height: h)
  }
}
