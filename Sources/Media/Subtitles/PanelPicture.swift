import VitrinePictures

/// A picture of the panel's size in the caller's memory. Draws upright parts in the content's
/// rotation. Must not outlive that memory.
@safe struct PanelPicture {
  /// The bounding box of all drawings, in upright coordinates.
  private(set) var touched: PixelRect?
  private let first: UnsafeMutablePointer<UInt32>
  private let panel: PixelSize
  private let rotation: Rotation
  /// In pixels, from one row to the next.
  private let pitch: Int

  /// Returns nil if the memory cannot hold the picture; `pitch` is in bytes.
  init?(
    _ bytes: UnsafeMutableRawBufferPointer, pitch: Int, panel: PixelSize, rotation: Rotation
  ) {
    guard !panel.isEmpty, pitch >= 4 * panel.width, pitch % 4 == 0,
      bytes.count >= pitch * (panel.height - 1) + 4 * panel.width,
      let base = bytes.baseAddress, UInt(bitPattern: base) % 4 == 0
    else { return nil }
    unsafe first = unsafe base.assumingMemoryBound(to: UInt32.self)
    (self.panel, self.rotation, self.pitch) = (panel, rotation, pitch / 4)
  }

  /// Draws one colour through a coverage mask, whose rows are `stride` bytes apart.
  mutating func blend(
    _ color: UInt32, through mask: UnsafePointer<UInt8>, stride: Int, at place: PixelRect
  ) {
    guard let walk = walk(over: place, stride: stride) else { return }
    let pure = premultiplied(color)
    for line in 0..<walk.lines {
      let from = unsafe mask + walk.sourceStart + line * walk.sourceLine
      let to = unsafe first + walk.start + line * walk.line
      for index in 0..<walk.length {
        let coverage = unsafe from[index * walk.sourceStep]
        if coverage == 0 { continue }
        let pixel = index * walk.step
        unsafe to[pixel] = unsafe over(times(pure, UInt32(coverage)), to[pixel])
      }
    }
  }

  /// Fills a rectangle with one colour; a transparent one has no effect.
  mutating func fill(_ place: PixelRect, with color: UInt32) {
    guard color >> 24 > 0, let walk = walk(over: place, stride: place.width) else { return }
    let pure = premultiplied(color)
    for line in 0..<walk.lines {
      let to = unsafe first + walk.start + line * walk.line
      for index in 0..<walk.length {
        let pixel = index * walk.step
        unsafe to[pixel] = unsafe over(pure, to[pixel])
      }
    }
  }

  /// Draws premultiplied pixels without gaps between their rows.
  mutating func blend(_ pixels: [UInt32], at place: PixelRect) {
    precondition(
      pixels.count == place.width * place.height,
      "the number of pixels does not match the rectangle")
    guard let walk = walk(over: place, stride: place.width) else { return }
    for line in 0..<walk.lines {
      let from = walk.sourceStart + line * walk.sourceLine
      let to = unsafe first + walk.start + line * walk.line
      for index in 0..<walk.length {
        let source = pixels[from + index * walk.sourceStep]
        let pixel = index * walk.step
        unsafe to[pixel] = unsafe over(source, to[pixel])
      }
    }
  }

  /// The steps over a part that write the panel's memory row by row.
  private struct Walk {
    var lines: Int
    var length: Int
    var (start, line, step) = (0, 0, 0)
    var (sourceStart, sourceLine, sourceStep) = (0, 0, 0)
  }

  private mutating func walk(over place: PixelRect, stride: Int) -> Walk? {
    guard let part = place.clipped(to: rotation.upright(panel)) else { return nil }
    touched = touched?.union(part) ?? part
    // The offsets from an upright pixel to its right and lower neighbours, and the upright origin.
    let (right, down, origin) =
      switch rotation {
      case .none: (1, pitch, 0)
      case .clockwise: (pitch, -1, panel.width - 1)
      case .upsideDown: (-1, -pitch, (panel.height - 1) * pitch + panel.width - 1)
      case .counterclockwise: (-pitch, 1, (panel.height - 1) * pitch)
      }
    let start = origin + part.x * right + part.y * down
    let sourceStart = (part.y - place.y) * stride + part.x - place.x
    if rotation.isSideways {
      return Walk(
        lines: part.width, length: part.height, start: start, line: right, step: down,
        sourceStart: sourceStart, sourceLine: 1, sourceStep: stride)
    }
    return Walk(
      lines: part.height, length: part.width, start: start, line: down, step: right,
      sourceStart: sourceStart, sourceLine: stride, sourceStep: 1)
  }
}

/// Multiplies a colour `0xAARRGGBB` by its alpha.
func premultiplied(_ color: UInt32) -> UInt32 {
  times(color | 0xFF00_0000, color >> 24)
}

/// Multiplies all four channels by `factor / 255`, rounded, two at a time.
private func times(_ color: UInt32, _ factor: UInt32) -> UInt32 {
  let low = (color & 0x00FF_00FF) &* factor &+ 0x0080_0080
  let high = (color >> 8 & 0x00FF_00FF) &* factor &+ 0x0080_0080
  return (low &+ (low >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    | (high &+ (high >> 8 & 0x00FF_00FF)) & 0xFF00_FF00
}

/// The Porter-Duff operator "over" for premultiplied colours.
private func over(_ source: UInt32, _ below: UInt32) -> UInt32 {
  source &+ times(below, 255 - source >> 24)
}
