import CVitrinePangoCairo
package import VitrinePictures
package import VitrineScenes

/// A full-screen card of text in any script, legible across a room.
package enum TextCard {
  /// Draws into `bytes`: 32-bit pixels in rows of `pitch` bytes. Uses the largest font size that
  /// fits, within a margin for the overscan of televisions.
  package static func draw(
    title: String, detail: String = "", style: CardStyle, font: String, size: PixelSize,
    pitch: Int, into bytes: UnsafeMutableRawBufferPointer
  ) {
    precondition(bytes.count >= pitch * size.height, "the buffer is too small for the picture")
    guard let pixels = bytes.baseAddress else { return }
    unsafe Pen.draw(on: pixels, size: size, pitch: pitch, format: CAIRO_FORMAT_RGB24) { pen in
      let whole = Rect(PixelRect(size))
      pen.box(whole, style.background, radius: 0, opacity: 1)
      let words = CardText(title: title, detail: detail, font: font, isCentred: style.sign == nil)
      let layout = CardLayout.largest(of: words, style.sign, in: whole, pen)
      layout.draw(words, style, with: pen)
    }
  }
}

/// The text of a card.
private struct CardText {
  let title: String
  let detail: String
  let font: String
  let isCentred: Bool
  let direction: ReadingDirection

  init(title: String, detail: String, font: String, isCentred: Bool) {
    (self.title, self.detail) = (Self.printable(title), Self.printable(detail))
    self.font = font
    self.isCentred = isCentred
    direction = ReadingDirection(of: title)
  }

  /// Replaces control characters by spaces; a NUL would end the C string.
  private static func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      result.append(isControl ? " " : scalar)
    }
    return String(result)
  }
}

/// The layout of a card for one font size.
private struct CardLayout {
  /// The frame of the sign; nil without one.
  private var signFrame: Rect?
  private var titleFrame: Rect
  private var detailFrame: Rect?
  private let titleSize: Double
  private let detailSize: Double
  private let wrap: PangoWrapMode
  private let fits: Bool
  private let titleLines: Int

  /// The size of the heading relative to the text. The smaller one is used if it needs fewer lines.
  private static let headings = [1.6, 1.3]
  private static let steps = 12

  /// The largest font size that fits. Words are only broken if an overlong one would make the font
  /// small.
  static func largest(
    of words: CardText, _ sign: CardSign?, in whole: Rect, _ pen: Pen
  ) -> CardLayout {
    let shorter = min(whole.width, whole.height)
    let most = shorter * (sign == nil ? 0.05 : words.detail.isEmpty ? 0.17 : 0.115)
    func largest(_ heading: Double, _ wrap: PangoWrapMode) -> CardLayout {
      var best = CardLayout(words, sign, size: shorter * 0.012, heading, wrap, in: whole, pen)
      var (low, high) = (best.detailSize, most)
      for _ in 0..<steps {
        let middle = (low + high) / 2
        let layout = CardLayout(words, sign, size: middle, heading, wrap, in: whole, pen)
        if layout.fits { (low, best) = (middle, layout) } else { high = middle }
      }
      return best
    }
    let found = headings.prefix(words.detail.isEmpty ? 1 : 2).map { heading in
      let (whole, broken) = (
        largest(heading, PANGO_WRAP_WORD), largest(heading, PANGO_WRAP_WORD_CHAR)
      )
      return whole.fits && whole.detailSize * 1.5 > broken.detailSize ? whole : broken
    }
    return found.dropFirst().reduce(found[0]) { $1.titleLines < $0.titleLines ? $1 : $0 }
  }

  private init(
    _ words: CardText, _ sign: CardSign?, size: Double, _ heading: Double, _ wrap: PangoWrapMode,
    in whole: Rect, _ pen: Pen
  ) {
    let shorter = min(whole.width, whole.height)
    let margin = shorter * 0.07
    let room = whole.inset(max(margin, whole.width * 0.05), max(margin, whole.height * 0.05))
    let isBeside = whole.width > whole.height
    (titleSize, detailSize, self.wrap) = (size * heading, size, wrap)
    let side = sign == nil ? 0 : max(min(size * 3.2, shorter * 0.34), shorter * 0.13)
    let gap = side * 0.3
    var text = room
    if sign != nil {
      if isBeside {
        text.width -= side + gap
        if words.direction == .leftToRight { text.x += side + gap }
      } else {
        text.y += side + gap
        text.height -= side + gap
      }
    }
    let title = Paragraph(
      words.title, words, size: titleSize, isBold: true, wrap, width: text.width, pen)
    let detail =
      words.detail.isEmpty
      ? nil
      : Paragraph(
        words.detail, words, size: detailSize, isBold: false, wrap, width: text.width, pen)
    let between = detail == nil ? 0 : size * 0.6
    let height = title.height + between + (detail?.height ?? 0)
    titleLines = title.lines
    fits = height <= text.height && max(title.width, detail?.width ?? 0) <= text.width + 1
    let used = min(height, text.height)
    let block = used + (isBeside || sign == nil ? 0 : side + gap)
    var top = room.y + (room.height - block) / 2
    if sign != nil {
      let x = words.direction == .leftToRight ? room.x : room.right - side
      // Next to a long text, the sign is at the top.
      let y = isBeside ? min(top, room.y + (room.height - side) / 2) : top
      signFrame = Rect(x: x, y: y, width: side, height: side)
      if !isBeside { top += side + gap }
    }
    titleFrame = Rect(x: text.x, y: top, width: text.width, height: min(title.height, text.height))
    if let detail {
      let y = top + title.height + between
      detailFrame = Rect(
        x: text.x, y: y, width: text.width, height: max(0, min(detail.height, text.bottom - y)))
    }
  }

  func draw(_ words: CardText, _ style: CardStyle, with pen: Pen) {
    if let sign = style.sign, let signFrame {
      sign.draw(in: signFrame, style.text, mark: style.background, with: pen)
    }
    pen.use(style.text, opacity: 1)
    let title = Paragraph(
      words.title, words, size: titleSize, isBold: true, wrap, width: titleFrame.width, pen)
    title.show(in: titleFrame, pen)
    guard let detailFrame else { return }
    let detail = Paragraph(
      words.detail, words, size: detailSize, isBold: false, wrap, width: detailFrame.width, pen)
    detail.show(in: detailFrame, pen)
  }
}

/// A text broken into lines. Wraps `PangoLayout`.
@safe private final class Paragraph {
  private let layout: OpaquePointer?
  let width: Double
  let height: Double
  let lines: Int

  init(
    _ text: String, _ words: CardText, size: Double, isBold: Bool, _ wrap: PangoWrapMode,
    width: Double, _ pen: Pen
  ) {
    unsafe layout = unsafe pango_cairo_create_layout(pen.context)
    let font = unsafe pango_font_description_new()
    defer { unsafe pango_font_description_free(font) }
    unsafe pango_font_description_set_family(font, words.font)
    unsafe pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    unsafe pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_MEDIUM)
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_layout_set_text(layout, text, CInt(text.utf8.count))
    unsafe pango_layout_set_width(layout, CInt(max(width, 1) * Double(PANGO_SCALE)))
    unsafe pango_layout_set_wrap(layout, wrap)
    // In an Arabic paragraph, Pango's left means right.
    unsafe pango_layout_set_alignment(
      layout, words.isCentred ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    var (ink, logical) = (PangoRectangle(), PangoRectangle())
    unsafe pango_layout_get_pixel_extents(layout, &ink, &logical)
    (self.width, height) = (Double(logical.width), Double(logical.height))
    lines = unsafe Int(pango_layout_get_line_count(layout))
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Text that does not fit ends in an ellipsis.
  func show(in frame: Rect, _ pen: Pen) {
    if frame.height < height - 1 {
      unsafe pango_layout_set_height(layout, CInt(frame.height * Double(PANGO_SCALE)))
      unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    pen.move(frame.x, frame.y)
    unsafe pango_cairo_show_layout(pen.context, layout)
  }
}
