internal import VitrineCodes
internal import VitrinePictures
internal import VitrineScenes

// Buttons and QR codes.
extension Drawing.Canvas {
  /// Draws a button in the theme of the interface, with a text and an optional icon before it. It
  /// is highlighted while a finger is on it.
  ///
  /// Taps arrive as ``Input/tap(_:count:)`` with `id` as the area, as for ``hitArea(_:_:)``.
  ///
  /// ```swift
  /// player.draw { canvas in
  ///   canvas.button("help", "Help", in: Rect(x: 24, y: 24, width: 120, height: 44))
  /// }
  /// for await input in player.inputs where input.tappedArea == "help" { callForHelp() }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The name of the button in ``Input/Touch/area``.
  ///   - title: The text; empty for the icon alone.
  ///   - rect: Its position and size.
  ///   - icon: An icon before the text.
  ///   - isProminent: Whether to fill it with the accent colour.
  public mutating func button(
    _ id: String, _ title: String, in rect: Rect, icon: Icon? = nil, isProminent: Bool = false
  ) {
    let theme = brush.theme
    let radius = min(theme.cornerRadius, rect.height / 2)
    let foreground = Color(isProminent ? theme.onAccent : theme.text)
    box(rect, Color(isProminent ? theme.accent : theme.surface), radius: radius)
    outline(rect, Color(theme.text).opacity(0.12), radius: radius)
    if isPressed(id) { box(rect, Color(theme.text).opacity(0.22), radius: radius) }
    label(title, icon, in: rect, foreground)
    hitArea(id, rect)
  }

  /// Draws the icon and the title, centred together.
  private mutating func label(_ title: String, _ icon: Icon?, in rect: Rect, _ color: Color) {
    let (size, side, gap) = (17.0, 22.0, 10.0)
    guard let icon else {
      let inner = rect.inset(min(16, rect.width / 8), 0)
      return text(
        title, in: inner, size: size, weight: .medium, color: color, alignment: .center)
    }
    guard !title.isEmpty else {
      return self.icon(icon, in: Rect(center: rect.center, Size(side, side)), color)
    }
    let room = rect.width - side - gap - 24
    let width = min(estimatedWidth(of: title, size: size), max(room, 0))
    let left = rect.center.x - (side + gap + width) / 2
    self.icon(
      icon, in: Rect(x: left, y: rect.center.y - side / 2, width: side, height: side), color)
    let words = Rect(x: left + side + gap, y: rect.y, width: width, height: rect.height)
    text(title, in: words, size: size, weight: .medium, color: color)
  }

  /// Draws a QR code on a light card with the required quiet zone, in the largest square that fits.
  ///
  /// - Returns: False, without drawing anything, if the string is empty, longer than 500 characters
  ///   or not ASCII.
  @discardableResult
  public mutating func qrCode(_ string: String, in rect: Rect) -> Bool {
    guard let code = SquareCode(qr: string) else { return false }
    let side = min(rect.width, rect.height)
    let card = Rect(center: rect.center, Size(side, side))
    // The quiet zone is four modules wide (ISO/IEC 18004).
    let border = side * 4 / Double(code.side + 8)
    box(card, .white, radius: border)
    add(.code(code, Color.black.value), in: card.inset(border, border))
    return true
  }
}
