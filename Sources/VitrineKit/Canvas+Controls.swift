internal import VitrineCodes
internal import VitrinePictures
internal import VitrineScenes

// What is touched, or held before a camera.
extension Drawing.Canvas {
  /// A button in the interface's look: an area with words in it, a pictogram before them where there is one, that
  /// looks pressed while a finger is on it. `isProminent` has it in the accent's colour.
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

  /// In the middle, both together.
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

  /// A code (QR) that a phone's camera reads: dark on a light card with the border that cameras want, as large as
  /// the rectangle has room for. False, and nothing drawn, for a text that is empty, longer than 500 letters or not
  /// ASCII alone.
  @discardableResult
  public mutating func qrCode(_ string: String, in rect: Rect) -> Bool {
    guard let code = SquareCode(qr: string) else { return false }
    let side = min(rect.width, rect.height)
    let card = Rect(center: rect.center, Size(side, side))
    // Four squares are free on each side, as ISO/IEC 18004 has it.
    let border = side * 4 / Double(code.side + 8)
    box(card, .white, radius: border)
    add(.code(code, Color.black.value), in: card.inset(border, border))
    return true
  }
}
