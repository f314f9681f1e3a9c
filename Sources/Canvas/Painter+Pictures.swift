import CVitrinePangoCairo
import VitrinePictures
import VitrineScenes

/// A picture in one size, rotated for the panel.
struct ScaledPicture: Hashable {
  let id: PictureID
  let size: PixelSize
}

extension Painter {
  /// Fills the frame, rounded to whole pixels, with the centre of a picture.
  func draw(
    _ picture: PaintedPicture, _ id: PictureID, in frame: Rect, radius: Double, opacity: Double,
    with pen: Pen
  ) {
    // Frames that scroll are at fractional positions; the cached size stays the same.
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
        // Back in panel coordinates, so that pixels map to pixels.
        pen.turn(rotation.inverse, on: rotation.upright(panel))
        turned.draw(at: rotation.onPanel(place.pixels, of: panel), opacity: opacity, with: pen)
      } else {
        picture.draw(filling: place, opacity: opacity, with: pen)
      }
    }
  }

  /// The picture in this size, rotated for the panel, so that drawing it again is a plain copy. Nil
  /// if it is too large for the cache.
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
      picture.draw(filling: Rect(size), opacity: 1, with: pen)
    }
    scaled.insert(made, for: key, cost: count.partialValue)
    return made
  }
}

extension PaintedPicture {
  /// Draws pixel by pixel, in panel coordinates.
  fileprivate func draw(at place: PixelRect, opacity: Double, with pen: Pen) {
    pen.saved {
      unsafe cairo_translate(pen.context, Double(place.x), Double(place.y))
      colors(pen, filter: CAIRO_FILTER_NEAREST) { pen.fill(Rect(place.size), opacity: opacity) }
    }
  }

  /// Scales the picture to fill the frame and crops it.
  fileprivate func draw(filling frame: Rect, opacity: Double, with pen: Pen) {
    let (across, down) = (Double(size.width), Double(size.height))
    let scale = max(frame.width / across, frame.height / down)
    pen.saved {
      pen.rectangle(frame)
      pen.clip()
      unsafe cairo_translate(
        pen.context, frame.center.x - across * scale / 2, frame.center.y - down * scale / 2)
      unsafe cairo_scale(pen.context, scale, scale)
      colors(pen, filter: scale == 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD) {
        pen.fill(Rect(size), opacity: opacity)
      }
    }
  }
}

extension Pen {
  func clip() { unsafe cairo_clip(context) }

  /// With the current source.
  fileprivate func fill(_ rect: Rect, opacity: Double) {
    if opacity < 1 {
      unsafe cairo_paint_with_alpha(context, opacity)
    } else {
      rectangle(rect)
      fill()
    }
  }
}
