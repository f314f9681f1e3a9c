import CVitrinePangoCairo
import VitrinePictures
import VitrineScenes

/// Draws with cairo. Only valid during the closure that receives it.
@safe struct Pen {
  let context: OpaquePointer

  /// Calls `body` with a pen for 32-bit pixels in rows of `pitch` bytes. Draws
  /// nothing if cairo rejects the size (C: `cairo_image_surface_create_for_data`).
  static func draw(
    on pixels: UnsafeMutableRawPointer, size: PixelSize, pitch: Int,
    format: cairo_format_t = CAIRO_FORMAT_ARGB32, _ body: (Pen) -> Void
  ) {
    guard !size.isEmpty, max(size.width, size.height) <= Pen.largestSide else { return }
    let surface = unsafe cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self), format, CInt(size.width), CInt(size.height),
      CInt(pitch))
    defer {
      unsafe cairo_surface_finish(surface)
      unsafe cairo_surface_destroy(surface)
    }
    guard let context = unsafe cairo_create(surface) else { return }
    defer { unsafe cairo_destroy(context) }
    body(unsafe Pen(context: context))
  }

  /// The size limit of cairo's surfaces.
  static let largestSide = 32_767

  /// Restores colour, clip and matrix after `body`.
  func saved(_ body: () -> Void) {
    unsafe cairo_save(context)
    body()
    unsafe cairo_restore(context)
  }

  func clip(to rect: PixelRect) {
    rectangle(Rect(rect))
    unsafe cairo_clip(context)
  }

  /// Switches to the coordinates of content that is rotated on a panel of `size`.
  func turn(_ rotation: Rotation, on size: PixelSize) {
    let (width, height) = (Double(size.width), Double(size.height))
    // Literals instead of sines, so that pixels map to pixels exactly.
    var matrix =
      switch rotation {
      case .none: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
      case .clockwise: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: width, y0: 0)
      case .upsideDown: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
      case .counterclockwise: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: height)
      }
    unsafe cairo_transform(context, &matrix)
  }

  /// Switches to coordinates in which a square of `units` fills `rect`.
  func enter(_ rect: Rect, units: Double) {
    unsafe cairo_translate(context, rect.x, rect.y)
    unsafe cairo_scale(context, rect.width / units, rect.height / units)
  }

  func use(_ color: Color, opacity: Double) {
    unsafe cairo_set_source_rgba(
      context, color.red.share, color.green.share, color.blue.share,
      color.alpha.share * opacity.share)
  }
}

extension Double {
  /// Clamped to 0…1; NaN becomes 0.
  var share: Double { self > 0 ? min(self, 1) : 0 }
}
