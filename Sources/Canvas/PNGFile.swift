import CVitrinePangoCairo
internal import VitrineLinux
package import VitrinePictures

/// Writes pictures as PNG files.
package enum PNGFile {
  package struct WriteError: Error, CustomStringConvertible {
    package let path: String
    let status: cairo_status_t

    package var description: String {
      unsafe "\(path): cannot be written: \(String(cString: cairo_status_to_string(status)))"
    }
  }

  /// Writes 32-bit XRGB pixels, in rows of `pitch` bytes; scaled down to `width` if that is
  /// smaller. Wraps `cairo_surface_write_to_png`.
  package static func write(
    _ bytes: UnsafeMutableRawBufferPointer, size: PixelSize, pitch: Int, width: Int? = nil,
    to path: String
  ) throws(WriteError) {
    precondition(bytes.count >= pitch * size.height, "the buffer is too small for the picture")
    let surface = unsafe cairo_image_surface_create_for_data(
      bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, CInt(size.width),
      CInt(size.height), CInt(pitch))
    defer { unsafe cairo_surface_destroy(surface) }
    guard let width, width < size.width else {
      let status = unsafe cairo_surface_write_to_png(surface, kernelPath(path))
      guard status == CAIRO_STATUS_SUCCESS else { throw WriteError(path: path, status: status) }
      return
    }
    let scale = Double(width) / Double(size.width)
    let height = max(1, (Double(size.height) * scale).rounded())
    let smaller = unsafe cairo_image_surface_create(CAIRO_FORMAT_RGB24, CInt(width), CInt(height))
    let context = unsafe cairo_create(smaller)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(smaller)
    }
    unsafe cairo_scale(context, scale, height / Double(size.height))
    unsafe cairo_set_source_surface(context, surface, 0, 0)
    unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
    unsafe cairo_paint(context)
    let status = unsafe cairo_surface_write_to_png(smaller, kernelPath(path))
    guard status == CAIRO_STATUS_SUCCESS else { throw WriteError(path: path, status: status) }
  }
}
