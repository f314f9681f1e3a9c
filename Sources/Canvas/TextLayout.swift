import CVitrinePangoCairo
import VitrinePictures
import VitrineScenes

/// A text that is shaped, broken into lines and aligned. Wraps `PangoLayout`.
@safe final class TextLayout {
  private let layout: OpaquePointer
  private let height: Double
  private let baseline: Double
  /// The requested position in the frame.
  private let wantedBaseline: Double?
  /// Whether there are colour glyphs, which ignore the pen's opacity.
  private let hasColors: Bool

  /// `width` is in Pango units.
  init(_ text: Text, width: CInt, family: String, _ context: OpaquePointer) {
    unsafe layout = unsafe pango_layout_new(context)
    wantedBaseline = text.baseline
    hasColors = text.string.unicodeScalars.contains {
      $0.properties.isEmojiPresentation || $0 == "\u{FE0F}"
    }
    unsafe pango_layout_set_width(layout, width)
    unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    unsafe pango_layout_set_height(layout, -CInt(text.lines))
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_alignment(layout, text.alignment.pango)
    unsafe Self.setFont(text, family: family, of: layout)
    unsafe Self.setString(of: text, of: layout)
    var size = (across: CInt(0), down: CInt(0))
    unsafe pango_layout_get_size(layout, &size.across, &size.down)
    height = Double(size.down) / Double(PANGO_SCALE)
    baseline = unsafe Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  private static func setString(of text: Text, of layout: OpaquePointer) {
    let string = text.printable
    unsafe pango_layout_set_text(layout, string, CInt(string.utf8.count))
    guard string.contains(Text.lineEnd),
      let last = unsafe pango_layout_get_line_readonly(layout, CInt(text.lines) - 1)
    else { return }
    // The last line contains the rest of the text, where line separators would show as arrows.
    let start = unsafe string.utf8.index(string.startIndex, offsetBy: Int(last.pointee.start_index))
    let flat =
      string[..<start] + string[start...].split(separator: Text.lineEnd).joined(separator: " ")
    unsafe pango_layout_set_text(layout, String(flat), CInt(flat.utf8.count))
  }

  private static func setFont(_ text: Text, family: String, of layout: OpaquePointer) {
    let font = unsafe pango_font_description_new()
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_family(font, family)
    unsafe pango_font_description_set_absolute_size(font, text.size * Double(PANGO_SCALE))
    unsafe pango_font_description_set_weight(font, text.weight.pango)
    unsafe pango_layout_set_font_description(layout, font)
    guard text.isTabular else { return }
    let attributes = unsafe pango_attr_list_new()
    unsafe pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    unsafe pango_layout_set_attributes(layout, attributes)
    unsafe pango_attr_list_unref(attributes)
  }

  /// Draws the text at the left edge of the frame, vertically centred or at its baseline. The first
  /// baseline is on a whole pixel.
  func draw(in frame: Rect, _ color: Color, opacity: Double, with pen: Pen) {
    let top = frame.y + (wantedBaseline.map { $0 - baseline } ?? (frame.height - height) / 2)
    // cairo rounds each glyph to whole pixels. The offset of half a Pango unit prevents ties, which
    // would depend on the rotation of the panel. It goes into the matrix, because cairo's paths do
    // not have that precision.
    unsafe cairo_new_path(pen.context)
    unsafe cairo_translate(
      pen.context, frame.x.rounded() + 0.5 / Double(PANGO_SCALE),
      (top + baseline).rounded() - baseline)
    pen.use(color, opacity: hasColors ? 1 : opacity)
    guard hasColors, opacity < 1 else {
      unsafe pango_cairo_show_layout(pen.context, layout)
      return
    }
    unsafe cairo_push_group(pen.context)
    unsafe pango_cairo_show_layout(pen.context, layout)
    unsafe cairo_pop_group_to_source(pen.context)
    unsafe cairo_paint_with_alpha(pen.context, opacity.share)
  }
}

extension Text.Weight {
  fileprivate var pango: PangoWeight {
    switch self {
    case .regular: PANGO_WEIGHT_NORMAL
    case .medium: PANGO_WEIGHT_MEDIUM
    case .bold: PANGO_WEIGHT_BOLD
    }
  }
}

extension Text.Alignment {
  /// For Pango, left means the leading edge in a layout with automatic direction.
  fileprivate var pango: PangoAlignment {
    switch self {
    case .leading: PANGO_ALIGN_LEFT
    case .center: PANGO_ALIGN_CENTER
    case .trailing: PANGO_ALIGN_RIGHT
    }
  }
}

extension Text {
  /// The limit for layout, in scalars, since a character may contain a million marks.
  private static let scalarLimit = 1_000
  private static let lineLimit = 100

  /// Limits the length and the number of lines for layout.
  var bounded: Text {
    var text = self
    text.lines = min(max(lines, 1), Self.lineLimit)
    if string.utf8.count > Self.scalarLimit {
      text.string = String(String.UnicodeScalarView(string.unicodeScalars.prefix(Self.scalarLimit)))
    }
    return text
  }

  /// Ends a line, but not the paragraph: Pango's line limit applies to each paragraph.
  static let lineEnd = "\u{2028}"

  /// Replaces control characters by spaces (a NUL would end the C string), and line breaks too if
  /// there is only one line.
  var printable: String {
    var result = ""
    for character in string {
      if character.isNewline {
        result += lines == 1 ? " " : Self.lineEnd
      } else {
        for scalar in character.unicodeScalars {
          let isControl = scalar.properties.generalCategory == .control
          result.unicodeScalars.append(isControl ? " " : scalar)
        }
      }
    }
    return result
  }
}
