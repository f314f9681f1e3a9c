import CVitrinePangoCairo
import VitrineLinux
import VitrineScenes

/// Lays out texts with Pango and caches the recent ones. Confined to one thread.
@safe final class TextLayouts {
  /// A separate font map: Pango's default one belongs to the thread.
  private let fonts: UnsafeMutablePointer<PangoFontMap>?
  private let context: OpaquePointer
  private let family: String
  private var recent = LRUCache<Key, TextLayout>(limit: 64)
  private let binding = ThreadBinding()

  /// Everything that a layout depends on, which excludes the colour.
  private struct Key: Hashable {
    let text: Text
    let width: Int
  }

  init(font family: String) {
    self.family = family
    unsafe fonts = unsafe pango_cairo_font_map_new()
    unsafe context = unsafe pango_font_map_create_context(fonts)
    // A text without directional letters, such as a time, is left-to-right; Pango swaps the
    // alignment of paragraphs against this direction.
    unsafe pango_context_set_base_dir(context, PANGO_DIRECTION_LTR)
    unsafe pango_context_set_round_glyph_positions(context, 0)
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(context, options)
    unsafe cairo_font_options_destroy(options)
  }

  deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(context))
    unsafe g_object_unref(UnsafeMutableRawPointer(fonts))
  }

  /// Nil for font sizes that are not legible or not supported.
  func layout(of text: Text, width: Double) -> TextLayout? {
    binding.check()
    // The range excludes NaN too.
    guard (1...2_000).contains(text.size), width < 1_000_000 else { return nil }
    var text = text.bounded
    text.color = Color(0)
    let key = Key(text: text, width: Int(width * Double(PANGO_SCALE)))
    if let known = recent.value(for: key) { return known }
    let layout = unsafe TextLayout(text, width: CInt(key.width), family: family, context)
    recent.insert(layout, for: key)
    return layout
  }

  func forget() { recent.removeAll() }
}
