import CVitrinePangoCairo
import VitrinePictures

/// The memory in which one part of a panel is painted before it is copied there. Around the part
/// is a margin: cairo measures slanting edges a little differently where they are cut off, and
/// what is painted in parts shall look like what is painted as a whole. At the panel's own edges
/// all of it is cut off in the same way, and needs no margin.
struct Sheet {
  private var pixels: [UInt32] = []

  /// Lends a pen in coordinates of the panel. The area, a part with its margin, is transparent
  /// before if it is cleared, else it holds anything.
  mutating func draw(_ area: PixelRect, isCleared: Bool, _ body: (Pen) -> Void) {
    let count = area.width * area.height
    if pixels.count < count { pixels = Array(repeating: 0, count: count) }
    unsafe pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      if isCleared { unsafe base.initializeMemory(as: UInt32.self, repeating: 0, count: count) }
      unsafe Pen.draw(on: base, size: area.size, pitch: area.width * 4) { pen in
        unsafe cairo_translate(pen.context, -Double(area.x), -Double(area.y))
        body(pen)
      }
    }
  }

  /// Copies a part of the area that was drawn last into the memory of the panel.
  func copy(
    _ part: PixelRect, of area: PixelRect, to panel: UnsafeMutableRawBufferPointer, pitch: Int
  ) {
    unsafe pixels.withUnsafeBytes { bytes in
      for row in 0..<part.height {
        let from = ((row + part.y - area.y) * area.width + part.x - area.x) * 4
        let to = (part.y + row) * pitch + part.x * 4
        unsafe UnsafeMutableRawBufferPointer(rebasing: panel[to..<to + part.width * 4])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[from..<from + part.width * 4]))
      }
    }
  }
}

extension PixelRect {
  /// With the margin of a sheet, as far as the panel goes.
  func withMargin(on panel: PixelSize) -> PixelRect {
    PixelRect(x: x - 2, y: y - 2, width: width + 4, height: height + 4).cut(to: panel) ?? self
  }
}
