import CPangoCairo
internal import Linux
public import Pictures

/// Pictures as PNG files.
public enum PNGFile {
  public struct WriteError: Error, CustomStringConvertible {
    public let path: String
    let status: cairo_status_t

    public var description: String {
      unsafe "\(path): cannot be written: \(String(cString: cairo_status_to_string(status)))"
    }
  }

  /// Writes 32-bit XRGB pixels, in rows of `pitch` bytes.
  /// The corresponding C function is `cairo_surface_write_to_png`.
  public static func write(
    _ bytes: UnsafeMutableRawBufferPointer, size: PixelSize, pitch: Int, to path: String
  ) throws(WriteError) {
    precondition(bytes.count >= pitch * size.height, "the memory has the picture's size")
    let surface = unsafe cairo_image_surface_create_for_data(
      bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, CInt(size.width),
      CInt(size.height), CInt(pitch))
    defer { unsafe cairo_surface_destroy(surface) }
    let status = unsafe cairo_surface_write_to_png(surface, kernelPath(path))
    guard status == CAIRO_STATUS_SUCCESS else { throw WriteError(path: path, status: status) }
  }
}
