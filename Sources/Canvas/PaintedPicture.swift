import CVitrinePangoCairo
package import VitrinePictures
package import VitrineScenes

/// A picture in memory for the painter: a poster or a thumbnail. Immutable, so any thread may use
/// it.
@safe package final class PaintedPicture: Sendable {
  package let size: PixelSize
  /// Whether it has no transparent parts.
  let isOpaque: Bool
  /// Premultiplied ARGB or XRGB, row by row.
  private let pixels: [UInt32]

  /// Copies 32-bit pixels in rows of `pitch` bytes: XRGB8888, or premultiplied ARGB8888 if the
  /// picture is not opaque.
  package init(
    copying bytes: UnsafeRawBufferPointer, size: PixelSize, pitch: Int, isOpaque: Bool = true
  ) {
    precondition(pitch >= size.width * 4, "the pitch is too small for the picture")
    precondition(bytes.count >= pitch * size.height, "the buffer is too small for the picture")
    self.size = size
    self.isOpaque = isOpaque
    pixels = unsafe Self.rows(of: size) { row, index in
      let start = index * pitch
      unsafe row.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + row.count]))
    }
  }

  /// Shares the pixels of a picture in memory.
  package init(_ data: PixelData) {
    (size, isOpaque, pixels) = (data.size, data.isOpaque, data.pixels)
  }

  /// The picture for drawings; it shares the pixels.
  package var data: PixelData { PixelData(size, isOpaque: isOpaque, pixels) }

  /// Draws a new picture, on transparent pixels, or on black if it is opaque.
  init(size: PixelSize, isOpaque: Bool, draw: (Pen) -> Void) {
    self.size = size
    self.isOpaque = isOpaque
    var pixels = [UInt32](repeating: 0, count: max(size.width, 0) * max(size.height, 0))
    unsafe pixels.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe Pen.draw(
        on: base, size: size, pitch: size.width * 4, format: Self.format(isOpaque: isOpaque), draw)
    }
    self.pixels = pixels
  }

  private static func format(isOpaque: Bool) -> cairo_format_t {
    isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32
  }

  private static func rows(
    of size: PixelSize, fill: (UnsafeMutableRawBufferPointer, Int) -> Void
  ) -> [UInt32] {
    let count = max(size.width, 0) * max(size.height, 0)
    return unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let row = max(size.width, 0) * 4
      for index in 0..<max(size.height, 0) where row > 0 {
        unsafe fill(
          UnsafeMutableRawBufferPointer(rebasing: bytes[index * row..<(index + 1) * row]), index)
      }
      filled = count
    }
  }

  /// Uses the picture as the source of `pen` during `body`; its upper left corner is at the origin
  /// of the pen's matrix.
  func colors(_ pen: Pen, filter: cairo_filter_t, _ body: () -> Void) {
    guard !size.isEmpty, max(size.width, size.height) <= Pen.largestSide else { return }
    unsafe pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // cairo only reads from a source.
      let surface = unsafe cairo_image_surface_create_for_data(
        UnsafeMutableRawPointer(mutating: base).assumingMemoryBound(to: UInt8.self),
        Self.format(isOpaque: isOpaque), CInt(size.width), CInt(size.height), CInt(size.width * 4))
      pen.saved {
        unsafe cairo_set_source_surface(pen.context, surface, 0, 0)
        let pattern = unsafe cairo_get_source(pen.context)
        unsafe cairo_pattern_set_filter(pattern, filter)
        // Beyond its edge, the filter sees the picture's edge pixels instead of transparent ones.
        unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        body()
      }
      unsafe cairo_surface_finish(surface)
      unsafe cairo_surface_destroy(surface)
    }
  }
}

extension PaintedPicture {
  /// The interface needs no larger pictures.
  private static let longestSide = 4096

  /// Reads a PNG file written by this program. Nil if it is missing or not usable.
  /// (C: `cairo_image_surface_create_from_png`.)
  package convenience init?(pngFile path: String) {
    guard let surface = unsafe cairo_image_surface_create_from_png(path) else { return nil }
    defer { unsafe cairo_surface_destroy(surface) }
    guard unsafe cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
    let format = unsafe cairo_image_surface_get_format(surface)
    let size = unsafe PixelSize(
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let pitch = unsafe Int(cairo_image_surface_get_stride(surface))
    guard format == CAIRO_FORMAT_RGB24 || format == CAIRO_FORMAT_ARGB32, !size.isEmpty,
      max(size.width, size.height) <= Self.longestSide,
      let data = unsafe cairo_image_surface_get_data(surface)
    else { return nil }
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: pitch * size.height)
    unsafe self.init(
      copying: bytes, size: size, pitch: pitch, isOpaque: format == CAIRO_FORMAT_RGB24)
  }
}
