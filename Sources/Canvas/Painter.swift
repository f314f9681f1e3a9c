import VitrineLinux
package import VitrinePictures
package import VitrineScenes

/// Paints drawings of the upright display onto a panel: premultiplied ARGB8888 pixels, transparent
/// by default. Rotates the drawings as shapes, never as pixels. Confined to one thread.
@safe package final class Painter {
  package let panel: PixelSize
  /// The rotation of the content on the panel. A change makes the whole panel dirty.
  package var rotation: Rotation {
    didSet {
      guard rotation != oldValue else { return }
      texts.forget()
      scaled.removeAll()
    }
  }
  let texts: TextLayouts
  private var scratch = ScratchSurface()
  /// Recently drawn pictures by size and rotation; the cost is in pixels.
  var scaled = LRUCache<ScaledPicture, PaintedPicture>(limit: 8 << 20)
  private let binding = ThreadBinding()

  /// `font` are Pango family names in order of preference, like `Theme.font`.
  package init(panel: PixelSize, rotation: Rotation = .none, font: String) {
    self.panel = panel
    self.rotation = rotation
    texts = TextLayouts(font: font)
  }

  /// Repaints the `dirty` parts, in pixels of the panel, and nothing else. `bytes` are the whole
  /// panel, in rows of `pitch` bytes; they must be ordinary memory, because a panel that is
  /// entirely dirty is painted in place. Pictures that `pictures` does not have are omitted.
  package func paint(
    _ drawings: [Drawing], only dirty: [PixelRect], into bytes: UnsafeMutableRawBufferPointer,
    pitch: Int, pictures: (PictureID) -> PaintedPicture? = { _ in nil }
  ) {
    binding.check()
    precondition(pitch >= panel.width * 4, "the pitch is too small for the panel")
    precondition(bytes.count >= pitch * panel.height, "the buffer is too small for the panel")
    for part in dirty.compactMap({ $0.cut(to: panel) }) {
      let area = part.withMargin(on: panel)
      let seen = Rect(rotation.inverse.onPanel(area, of: rotation.upright(panel)))
      // Nothing below an opaque background has to be painted, and the memory need not be cleared.
      let cover = drawings.lastIndex { $0.hides(seen) }
      func draw(_ pen: Pen) {
        pen.turn(rotation, on: panel)
        for drawing in drawings[(cover ?? 0)...] {
          paint(drawing, seen: seen, with: pen, pictures)
        }
      }
      guard area == PixelRect(panel) else {
        scratch.draw(area, isCleared: cover == nil, draw)
        unsafe scratch.copy(part, of: area, to: bytes, pitch: pitch)
        continue
      }
      if cover == nil { unsafe clear(bytes, pitch: pitch) }
      guard let base = bytes.baseAddress else { return }
      unsafe Pen.draw(on: base, size: panel, pitch: pitch, draw)
    }
  }

  private func clear(_ bytes: UnsafeMutableRawBufferPointer, pitch: Int) {
    for row in 0..<panel.height {
      let start = row * pitch
      _ = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + panel.width * 4])
        .initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  private func paint(
    _ drawing: Drawing, seen: Rect, with pen: Pen, _ pictures: (PictureID) -> PaintedPicture?
  ) {
    guard drawing.opacity > 0, drawing.frame.isDrawable, drawing.clip?.isDrawable ?? true,
      let part = drawing.extent.intersection(seen)
    else { return }
    pen.saved {
      // In whole pixels, so that cairo needs no mask, and drawing stays within the pixels of the
      // extent.
      pen.clip(to: part.pixels)
      draw(drawing.shape, in: drawing.frame, opacity: drawing.opacity, with: pen, pictures)
    }
  }

  private func draw(
    _ shape: Shape, in frame: Rect, opacity: Double, with pen: Pen,
    _ pictures: (PictureID) -> PaintedPicture?
  ) {
    switch shape {
    case .box(let color, let radius): pen.box(frame, color, radius: radius, opacity: opacity)
    case .gradient(let top, let bottom):
      pen.gradient(frame, top: top, bottom: bottom, opacity: opacity)
    case .outline(let color, let width, let radius):
      pen.outline(frame, color, width: width, radius: radius, opacity: opacity)
    case .text(let text):
      texts.layout(of: text, width: frame.width)?.draw(
        in: frame, text.color, opacity: opacity, with: pen)
    case .icon(let icon, let color): pen.icon(icon, in: frame, color, opacity: opacity)
    case .sign(let sign, let color, let mark):
      sign.draw(in: frame, color, mark: mark, opacity: opacity, with: pen)
    case .picture(let id, let radius):
      guard let picture = pictures(id) else { return }
      draw(picture, id, in: frame, radius: radius, opacity: opacity, with: pen)
    case .arc(let color, let width, let start, let length):
      pen.arc(frame, color, width: width, start: start, length: length, opacity: opacity)
    case .code(let code, let color): pen.code(code, in: frame, color, opacity: opacity)
    case .hole(let radius): pen.hole(frame, radius: radius, opacity: opacity)
    }
  }
}

extension Drawing {
  /// Whether it completely covers a part of the display.
  fileprivate func hides(_ part: Rect) -> Bool {
    guard case .box(let color, let radius) = shape, radius <= 0, color.alpha >= 1, opacity >= 1,
      clip == nil, frame.isDrawable
    else { return false }
    return frame.x <= part.x && frame.y <= part.y && frame.right >= part.right
      && frame.bottom >= part.bottom
  }
}

extension Rect {
  /// Whether it can be drawn: not empty, finite, and within the fixed-point range of cairo and
  /// Pango.
  var isDrawable: Bool {
    let limit = 1_000_000.0
    // Comparisons with NaN are false.
    return !isEmpty && abs(x) < limit && abs(y) < limit && width < limit && height < limit
  }
}
