internal import VitrinePictures
package import VitrinePlaylists
package import VitrineScenes
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
  /// The urgency of a message; nil for none.
  package let severity: Severity?
  /// When it disappears.
  package let until: HostTime

  package init(
    title: String, digits: String, detail: String, small: String? = nil,
    severity: Severity? = nil, until: HostTime
  ) {
    self.title = title
    self.digits = digits
    self.detail = detail
    self.small = small
    self.severity = severity
    self.until = until
  }

  /// A message.
  package init(_ message: String, title: String, as severity: Severity? = nil, until: HostTime) {
    // Longer texts would not fit any card.
    self.init(
      title: String(title.prefix(100)), digits: "", detail: String(message.prefix(400)),
      severity: severity, until: until)
  }
}

extension Severity {
  /// The sign of cards and messages.
  package var sign: CardSign {
    switch self {
    case .information: .information
    case .warning: .warning
    case .emergency: .emergency
    }
  }
}

/// The notice with its fade.
struct ShownNotice: Hashable, Sendable {
  private var notice: Notice?
  private var fade = Appearance()

  mutating func show(_ notice: Notice?, at now: HostTime) {
    let notice = notice.flatMap { now < $0.until ? $0 : nil }
    // The text is still visible while it fades out.
    self.notice = notice ?? self.notice
    if notice == nil { fade.hide(at: now) } else { fade.show(at: now) }
  }

  mutating func timePassed(_ now: HostTime) {
    if let notice, notice.until <= now { fade.hide(at: now) }
  }

  var deadline: HostTime? { fade.isShown ? notice?.until : nil }

  func isMoving(at now: HostTime) -> Bool { fade.isMoving(at: now) }

  /// Whether it is at least partly visible.
  func isVisible(at now: HostTime) -> Bool { fade.isShown || fade.isMoving(at: now) }

  /// A message, with its severity; nil for digits, which are for operators.
  func spokenText(_ wording: Wording) -> String? {
    guard fade.isShown, let notice, notice.digits.isEmpty else { return nil }
    let severity: String? =
      switch notice.severity {
      case .information: wording.information
      case .warning: wording.warning
      case .emergency: wording.emergency
      case nil: nil
      }
    return Announcement.joined([severity, notice.title, notice.detail])
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
    if notice.digits.isEmpty { return MessageLayout(notice, context).frame }
    let (brush, screen) = (context.brush, context.layout.screen)
    let width = min(brush.points(440), screen.width - brush.points(48))
    return screen.middle(
      width, min(digitsHeight(of: notice, in: width, brush), screen.height - brush.points(48)))
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
  private func message(_ notice: Notice, _ context: ScreenContext, _ opacity: Double) -> [Drawing] {
    let (brush, layout) = (context.brush, MessageLayout(notice, context))
    let style = notice.severity.map { CardStyle($0.sign, brush.theme) }
    let alignment: Text.Alignment = style == nil ? .center : .leading
    var drawings = brush.surface(
      layout.frame, radius: brush.points(brush.theme.cornerRadius), opacity: opacity, isSheet: true,
      color: style?.background)
    if let style, let sign = style.sign, let frame = layout.sign {
      let shape = Shape.sign(sign, style.text, mark: style.background)
      drawings.append(Drawing(shape, in: frame, opacity: opacity))
    }
    if !notice.title.isEmpty {
      drawings.append(
        brush.text(
          notice.title, .title, in: layout.title, weight: .medium,
          color: style?.text ?? brush.theme.secondaryText, alignment: alignment, opacity: opacity))
    }
    drawings.append(
      brush.text(
        notice.detail, layout.size, in: layout.text, weight: style == nil ? .regular : .medium,
        color: style?.text, alignment: alignment, lines: layout.lines, opacity: opacity))
    return drawings
  }
}

/// The layout of a message, in pixels.
private struct MessageLayout {
  let frame: Rect
  /// Next to the text, at the start of its reading direction; nil without a severity.
  private(set) var sign: Rect?
  let title: Rect
  let text: Rect
  let size: TextSize
  let lines: Int

  // In points.
  private static let (side, edge) = (28.0, 26.0)
  private static let (headHeight, signSize, gap) = (36.0, 64.0, 24.0)
  private static let mostLines = 8
  /// A text of at most as many lines in the larger size is legible from afar.
  private static let mostLargeLines = 3

  init(_ notice: Notice, _ context: ScreenContext) {
    let (brush, screen) = (context.brush, context.layout.screen)
    let hasSign = notice.severity != nil
    let width = min(brush.points(hasSign ? 560 : 440), screen.width - brush.points(48))
    let lead = hasSign ? brush.points(Self.signSize + Self.gap) : 0
    let room = width - brush.points(2 * Self.side) - lead
    func lines(_ size: TextSize) -> Int {
      Self.lineCount(of: notice.detail, in: room, size: brush.points(size))
    }
    let isLarge = hasSign && lines(.heading) <= Self.mostLargeLines
    size = isLarge ? .heading : .headline
    self.lines = min(lines(size), Self.mostLines)
    let head = notice.title.isEmpty ? 0 : brush.points(Self.headHeight)
    let textHeight =
      brush.points(size) * estimatedLineHeight(of: notice.detail) * Double(self.lines)
    let needed = max(head + textHeight, hasSign ? brush.points(Self.signSize) : 0)
    frame = screen.middle(
      width, min(needed + brush.points(2 * Self.edge), screen.height - brush.points(48)))
    var inner = frame.inset(brush.points(Self.side), brush.points(Self.edge))
    if hasSign {
      let isMirrored = ReadingDirection(of: notice.detail) == .rightToLeft
      let side = brush.points(Self.signSize)
      sign = Rect(
        x: isMirrored ? inner.right - side : inner.x, y: inner.center.y - side / 2, width: side,
        height: side)
      inner.width -= lead
      if !isMirrored { inner.x += lead }
    }
    let block = min(head + textHeight, inner.height)
    let top = inner.center.y - block / 2
    title = Rect(x: inner.x, y: top, width: inner.width, height: brush.points(24))
    text = Rect(x: inner.x, y: top + head, width: inner.width, height: block - head)
  }

  private static func lineCount(of words: String, in width: Double, size: Double) -> Int {
    guard width > 0 else { return 1 }
    // Lines break between words, so they are not filled completely.
    let counts = words.split(separator: "\n", omittingEmptySubsequences: false).map {
      max(1, Int((estimatedWidth(of: String($0), size: size) * 1.1 / width).rounded(.up)))
    }
    return counts.reduce(0, +)
  }
}

extension Rect {
  /// A rectangle of this size in its middle, on whole pixels.
  fileprivate func middle(_ width: Double, _ height: Double) -> Rect {
    Rect(
      x: ((self.width - width) / 2).rounded(), y: ((self.height - height) / 2).rounded(),
      width: width, height: height)
  }
}
