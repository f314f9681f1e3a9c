import CVitrinePangoCairo
public import VitrinePictures

/// A picture with a few words in its middle, for when there is nothing else to see.
public enum TextCard {
  /// Draws into `bytes`: 32-bit pixels in rows of `pitch` bytes, black where there is no text.
  /// Any script; long texts wrap, and end in an ellipsis after three lines.
  public static func draw(
    title: String, detail: String? = nil, size: PixelSize, pitch: Int,
    into bytes: UnsafeMutableRawBufferPointer
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
    let shorter = Double(min(size.width, size.height))
    let title = unsafe Paragraph(title, font: shorter / 16, width: size.width, context)
    let note = detail.map {
      unsafe Paragraph($0, font: shorter / 36, width: size.width, context)
    }
    let gap = shorter / 24
    let height = title.height + (note.map { $0.height + gap } ?? 0)
    let top = (Double(size.height) - height) / 2
    unsafe title.show(at: top, grey: 0.92, context)
    unsafe note?.show(at: top + title.height + gap, grey: 0.55, context)
    unsafe cairo_surface_flush(surface)
  }

  /// A centred text, laid out to eight tenths of the picture's width.
  @safe private final class Paragraph {
    private let layout: OpaquePointer?
    private let left: Double
    let height: Double

    init(_ text: String, font size: Double, width: Int, _ context: OpaquePointer?) {
      unsafe layout = unsafe pango_cairo_create_layout(context)
      left = Double(width) * 0.1
      let font = unsafe pango_font_description_from_string("Sans")
      defer { unsafe pango_font_description_free(font) }
      unsafe pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
      unsafe pango_layout_set_font_description(layout, font)
      unsafe pango_layout_set_text(layout, text, -1)
      unsafe pango_layout_set_width(layout, CInt(Double(width) * 0.8 * Double(PANGO_SCALE)))
      unsafe pango_layout_set_height(layout, -3)
      unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
      var size = (across: CInt(0), down: CInt(0))
      unsafe pango_layout_get_pixel_size(layout, &size.across, &size.down)
      height = Double(size.down)
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

    func show(at top: Double, grey: Double, _ context: OpaquePointer?) {
      unsafe cairo_move_to(context, left, top)
      unsafe cairo_set_source_rgb(context, grey, grey, grey)
      unsafe pango_cairo_show_layout(context, layout)
    }
  }
}
