import CVitrinePangoCairo
import VitrinePictures
import VitrineScenes

/// A picture in one of its sizes, as it lies on the panel.
struct ScaledPicture: Hashable {
  let id: PictureID
  let size: PixelSize
}

extension Painter {
  /// Fills the frame, held to whole pixels, with the middle of a picture.
  func draw(
    _ picture: PaintedPicture, _ id: PictureID, in frame: Rect, radius: Double, opacity: Double,
    with pen: Pen
  ) {
    // Frames that scroll lie between the pixels; the size that is kept stays the same.
    let place = Rect(
      x: frame.x.rounded(), y: frame.y.rounded(), width: max(frame.width.rounded(), 1),
      height: max(frame.height.rounded(), 1))
    guard !picture.size.isEmpty else { return }
    pen.saved {
      if radius > 0 {
        pen.rectangle(place, radius: radius)
        pen.clip()
      }
      if let turned = turned(picture, id, size: PixelSize(Int(place.width), Int(place.height))) {
        // In coordinates of the panel again, where its pixels fall on pixels.
        pen.turn(rotation.inverse, on: rotation.upright(panel))
        pen.paint(turned, at: rotation.onPanel(place.pixels, of: panel), opacity: opacity)
      } else {
        pen.paint(picture, filling: place, opacity: opacity)
      }
    }
  }

  /// The picture in `size`, turned as it lies on the panel: drawing it again is a plain copy.
  /// Nil for what is too large to be kept.
  private func turned(_ picture: PaintedPicture, _ id: PictureID, size: PixelSize)
    -> PaintedPicture?
  {
    if rotation == .none && picture.size == size { return picture }
    let count = size.width.multipliedReportingOverflow(by: size.height)
    guard !count.overflow, count.partialValue <= scaled.limit / 4 else { return nil }
    let key = ScaledPicture(id: id, size: size)
    if let known = scaled.value(for: key) { return known }
    let onPanel = rotation.upright(size)
    let made = PaintedPicture(size: onPanel, isOpaque: picture.isOpaque) { pen in
      pen.turn(rotation, on: onPanel)
      pen.paint(picture, filling: Rect(size), opacity: 1)
    }
    scaled.keep(made, for: key, cost: count.partialValue)
    return made
  }
}

extension Pen {
  func clip() { unsafe cairo_clip(context) }

  /// Pixel for pixel, in pixels of the panel.
  fileprivate func paint(_ picture: PaintedPicture, at place: PixelRect, opacity: Double) {
    saved {
      unsafe cairo_translate(context, Double(place.x), Double(place.y))
      picture.colors(self, filter: CAIRO_FILTER_NEAREST) {
        fill(Rect(place.size), opacity: opacity)
      }
    }
  }

  /// Scaled so that the frame is full; what stands over is cut off at both sides.
  fileprivate func paint(_ picture: PaintedPicture, filling frame: Rect, opacity: Double) {
    let (across, down) = (Double(picture.size.width), Double(picture.size.height))
    let scale = max(frame.width / across, frame.height / down)
    saved {
      rectangle(frame)
      clip()
      unsafe cairo_translate(
        context, frame.center.x - across * scale / 2, frame.center.y - down * scale / 2)
      unsafe cairo_scale(context, scale, scale)
      picture.colors(self, filter: scale == 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD) {
        fill(Rect(picture.size), opacity: opacity)
      }
    }
  }

  /// With the colour that is set.
  private func fill(_ rect: Rect, opacity: Double) {
    if opacity < 1 {
      unsafe cairo_paint_with_alpha(context, opacity)
    } else {
      rectangle(rect)
      fill()
    }
  }
}
