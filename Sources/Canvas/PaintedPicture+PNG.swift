import CVitrinePangoCairo
import VitrinePictures

extension PaintedPicture {
  /// The interface needs no larger pictures.
  private static let longestSide = 4096

  /// Reads a PNG file written by this program. Nil if it is missing or not usable. The
  /// corresponding C function is `cairo_image_surface_create_from_png`.
  public convenience init?(pngFile path: String) {
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
