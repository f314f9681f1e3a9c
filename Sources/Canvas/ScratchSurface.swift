import CVitrinePangoCairo
import VitrinePictures

/// The memory in which a part of a panel is painted before it is copied there. The part has a
/// margin, because cairo antialiases slanted edges differently where they are clipped, and painting
/// in parts must look like painting at once. The edges of the panel clip both in the same way and
/// need no margin.
struct ScratchSurface {
  private var pixels: [UInt32] = []

  /// Calls `body` with a pen in panel coordinates. The area is a part with its margin; it is
  /// transparent if cleared, otherwise undefined.
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

  /// Copies a part of the last drawn area into the memory of the panel.
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
  /// With the margin of a scratch surface, clipped to the panel.
  func withMargin(on panel: PixelSize) -> PixelRect {
    PixelRect(x: x - 2, y: y - 2, width: width + 4, height: height + 4).cut(to: panel) ?? self
  }
}

extension PixelRect {
  /// The intersection with a picture of `size`; nil if it is empty.
  func cut(to size: PixelSize) -> PixelRect? {
    guard width > 0, height > 0 else { return nil }
    let (right, bottom) = (x.addingReportingOverflow(width), y.addingReportingOverflow(height))
    let (left, top) = (max(x, 0), max(y, 0))
    let cut = PixelRect(
      x: left, y: top,
      width: min(right.overflow ? .max : right.partialValue, size.width) - min(left, size.width),
      height: min(bottom.overflow ? .max : bottom.partialValue, size.height)
        - min(top, size.height))
    return cut.size.isEmpty ? nil : cut
  }
}
