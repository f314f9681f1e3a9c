import CPangoCairo
public import Pictures

/// A picture with a title in its middle, for items that have sound and no picture.
public enum TextCard {
  /// Draws into `bytes`: 32-bit pixels in rows of `pitch` bytes, black where there is no text.
  /// Any script; long titles wrap, and end in an ellipsis after three lines.
  public static func draw(
    title: String, size: PixelSize, pitch: Int, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= pitch * size.height, "the memory has the picture's size")
    let surface = unsafe cairo_image_surface_create_for_data(
      bytes.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_RGB24, CInt(size.width),
      CInt(size.height), CInt(pitch))
    defer { unsafe cairo_surface_destroy(surface) }
    let context = unsafe cairo_create(surface)
    defer { unsafe cairo_destroy(context) }
    unsafe cairo_set_source_rgb(context, 0, 0, 0)
    unsafe cairo_paint(context)
    unsafe drawTitle(title, size: size, context)
    unsafe cairo_surface_flush(surface)
  }

  private static func drawTitle(_ title: String, size: PixelSize, _ context: OpaquePointer?) {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    let shorter = Double(min(size.width, size.height))
    let font = unsafe pango_font_description_from_string("Sans")
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_absolute_size(font, shorter / 16 * Double(PANGO_SCALE))
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_layout_set_text(layout, title, -1)
    unsafe pango_layout_set_width(layout, CInt(Double(size.width) * 0.8 * Double(PANGO_SCALE)))
    unsafe pango_layout_set_height(layout, -3)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    var (width, height) = (CInt(0), CInt(0))
    unsafe pango_layout_get_pixel_size(layout, &width, &height)
    unsafe cairo_move_to(context, Double(size.width) * 0.1, Double(size.height - Int(height)) / 2)
    unsafe cairo_set_source_rgb(context, 0.92, 0.92, 0.92)
    unsafe pango_cairo_show_layout(context, layout)
  }
}
