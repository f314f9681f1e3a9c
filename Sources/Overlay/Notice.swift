internal import VitrinePictures
internal import VitrineScenes
package import VitrineTiming

/// A text above everything for a limited time, requested remotely: the PIN for pairing, or a
/// message.
package struct Notice: Hashable, Sendable {
  /// One line; may be empty for a message.
  package let title: String
  /// Large digits; empty for a message.
  package let digits: String
  /// An explanation on at most two lines; for a message, its text.
  package let detail: String
  /// Small print, below.
  package let small: String?
  /// When it disappears.
  package let until: HostTime

  package init(
    title: String, digits: String, detail: String, small: String? = nil, until: HostTime
  ) {
    self.title = title
    self.digits = digits
    self.detail = detail
    self.small = small
    self.until = until
  }

  /// A message.
  package init(_ message: String, title: String, until: HostTime) {
    // Longer texts would not fit any card.
    self.init(
      title: String(title.prefix(100)), digits: "", detail: String(message.prefix(400)),
      until: until)
  }
}

/// The notice with its fade.
struct ShownNotice: Hashable, Sendable {
  private var notice: Notice?
  private var fade = Appearance()

  mutating func show(_ notice: Notice?, at now: HostTime) {
    // The text is still visible while it fades out.
    self.notice = notice ?? self.notice
    if notice == nil { fade.hide(at: now) } else { fade.show(at: now) }
  }

  mutating func timePassed(_ now: HostTime) {
    if let notice, notice.until <= now { fade.hide(at: now) }
  }

  var deadline: HostTime? { fade.isShown ? notice?.until : nil }

  func isMoving(at now: HostTime) -> Bool { fade.isMoving(at: now) }

  /// A message; nil for digits, which are for operators.
  var spokenText: String? {
    guard fade.isShown, let notice, notice.digits.isEmpty else { return nil }
    return Announcement.joined([notice.title, notice.detail])
  }
}

// Drawing: a card in the middle, above everything.
extension ShownNotice {
  /// Whether this position is on the card.
  func covers(_ place: Point, _ context: ScreenContext) -> Bool {
    guard fade.isShown, let notice else { return false }
    return frame(of: notice, context).contains(place)
  }

  private func frame(of notice: Notice, _ context: ScreenContext) -> Rect {
    let (brush, screen) = (context.brush, context.layout.screen)
    let width = min(brush.points(440), screen.width - brush.points(48))
    let wanted =
      notice.digits.isEmpty
      ? messageHeight(of: notice, in: width, brush) : digitsHeight(of: notice, in: width, brush)
    let height = min(wanted, screen.height - brush.points(48))
    return Rect(
      x: ((screen.width - width) / 2).rounded(), y: ((screen.height - height) / 2).rounded(),
      width: width, height: height)
  }

  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = fade.opacity(at: now)
    guard let notice, opacity > 0 else { return [] }
    if notice.digits.isEmpty { return message(notice, context, opacity) }
    let (brush, frame) = (context.brush, frame(of: notice, context))
    let isLong = isLong(notice, in: frame.width, brush)
    let inner = frame.inset(brush.points(28), brush.points(26))
    func row(_ top: Double, _ height: Double) -> Rect {
      Rect(
        x: inner.x, y: inner.y + brush.points(top), width: inner.width, height: brush.points(height)
      )
    }
    return brush.surface(
      frame, radius: brush.points(brush.theme.cornerRadius), opacity: opacity, isSheet: true) + [
        brush.text(
          notice.title, .title, in: row(0, 24), weight: .medium, alignment: .center,
          opacity: opacity),
        brush.text(
          spaced(notice.digits), .display, in: row(36, 76), weight: .bold,
          color: brush.theme.accent, alignment: .center, isTabular: true, opacity: opacity),
        brush.text(
          notice.detail, .body, in: row(128, 48), color: brush.theme.secondaryText,
          alignment: .center, lines: isLong ? 2 : 1, baseline: brush.points(16), opacity: opacity),
      ] + small(notice, row(isLong ? 178 : 158, 20), brush, opacity)
  }

  /// The height of a notice with digits.
  private func digitsHeight(of notice: Notice, in width: Double, _ brush: Brush) -> Double {
    let isLong = isLong(notice, in: width, brush)
    return brush.points((isLong ? 226 : 206) + (notice.small == nil ? 0 : 26))
  }

  private func isLong(_ notice: Notice, in width: Double, _ brush: Brush) -> Bool {
    estimatedWidth(of: notice.detail, size: brush.points(.body)) > width - brush.points(56)
  }

  private func small(
    _ notice: Notice, _ frame: Rect, _ brush: Brush, _ opacity: Double
  ) -> [Drawing] {
    guard let small = notice.small else { return [] }
    return [
      brush.text(
        small, .sign, in: frame, color: brush.theme.secondaryText, alignment: .center,
        isTabular: true,
        opacity: opacity)
    ]
  }

  /// In two groups, which are easier to read out.
  private func spaced(_ digits: String) -> String {
    guard digits.count == 6 else { return digits }
    return "\(digits.prefix(3))\u{2009}\(digits.suffix(3))"
  }
}

// A message: a card in the middle, as high as its text needs.
extension ShownNotice {
  func message(_ notice: Notice, _ context: ScreenContext, _ opacity: Double) -> [Drawing] {
    let (brush, frame) = (context.brush, frame(of: notice, context))
    let lines = lineCount(of: notice.detail, in: frame.width - brush.points(2 * Self.side), brush)
    let head = head(of: notice, brush)
    let inner = frame.inset(brush.points(Self.side), brush.points(Self.edge))
    let top = Rect(x: inner.x, y: inner.y, width: inner.width, height: brush.points(24))
    let rest = Rect(
      x: inner.x, y: inner.y + head, width: inner.width, height: inner.height - head)
    let title = brush.text(
      notice.title, .title, in: top, weight: .medium, color: brush.theme.secondaryText,
      alignment: .center, opacity: opacity)
    return brush.surface(
      frame, radius: brush.points(brush.theme.cornerRadius), opacity: opacity, isSheet: true)
      + (notice.title.isEmpty ? [] : [title]) + [
        brush.text(
          notice.detail, .headline, in: rest, alignment: .center, lines: lines, opacity: opacity)
      ]
  }

  private func head(of notice: Notice, _ brush: Brush) -> Double {
    notice.title.isEmpty ? 0 : brush.points(Self.title)
  }

  private func messageHeight(of notice: Notice, in width: Double, _ brush: Brush) -> Double {
    let lines = lineCount(of: notice.detail, in: width - brush.points(2 * Self.side), brush)
    return brush.points(2 * Self.edge + Self.line * Double(lines)) + head(of: notice, brush)
  }

  // In points.
  private static let (side, edge) = (28.0, 26.0)
  private static let (title, line) = (36.0, 26.0)

  private func lineCount(of words: String, in width: Double, _ brush: Brush) -> Int {
    guard width > 0 else { return 1 }
    // Lines break between words, so they are not filled completely.
    let counts = words.split(separator: "\n", omittingEmptySubsequences: false).map {
      max(
        1,
        Int(
          (estimatedWidth(of: String($0), size: brush.points(.headline)) * 1.1 / width).rounded(.up)
        ))
    }
    return min(counts.reduce(0, +), 8)
  }
}
