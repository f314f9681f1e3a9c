internal import VitrinePictures
internal import VitrineScenes
public import VitrineTiming

/// Some words that a display shows over everything for a while, at a request from elsewhere: the digits
/// that a remote is paired with, or a message.
public struct Notice: Hashable, Sendable {
  /// What it is about, on one line; empty where a message has no title.
  public let title: String
  /// What is to be read from afar; empty of a message.
  public let digits: String
  /// What is to be done with it, on at most two lines; of a message, what it says.
  public let detail: String
  /// What is only to be compared, below it.
  public let small: String?
  /// When it goes by itself.
  public let until: HostTime

  public init(
    title: String, digits: String, detail: String, small: String? = nil, until: HostTime
  ) {
    (self.title, self.digits, self.detail) = (title, digits, detail)
    (self.small, self.until) = (small, until)
  }

  /// A message.
  public init(_ message: String, title: String, until: HostTime) {
    // Longer ones would not fit any card.
    self.init(
      title: String(title.prefix(100)), digits: "", detail: String(message.prefix(400)),
      until: until)
  }
}

/// The notice as it comes and goes.
struct ShownNotice: Hashable, Sendable {
  private var notice: Notice?
  private var fade = Appearance()

  mutating func show(_ notice: Notice?, at now: HostTime) {
    // What fades is still to be read.
    self.notice = notice ?? self.notice
    if notice == nil { fade.hide(at: now) } else { fade.show(at: now) }
  }

  mutating func timePassed(_ now: HostTime) {
    if let notice, notice.until <= now { fade.hide(at: now) }
  }

  var deadline: HostTime? { fade.isShown ? notice?.until : nil }

  func isMoving(at now: HostTime) -> Bool { fade.isMoving(at: now) }
}

// What is seen of it: a card in the middle, which nothing else covers.
extension ShownNotice {
  /// Whether a finger here is on the card, and on nothing below.
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
          notice.title, 17, in: row(0, 24), weight: .medium, alignment: .center, opacity: opacity),
        brush.text(
          spaced(notice.digits), 60, in: row(36, 76), weight: .bold,
          color: brush.theme.accent, alignment: .center, isTabular: true, opacity: opacity),
        brush.text(
          notice.detail, 15, in: row(128, 48), color: brush.theme.secondaryText,
          alignment: .center, lines: isLong ? 2 : 1, baseline: brush.points(16), opacity: opacity),
      ] + small(notice, row(isLong ? 178 : 158, 20), brush, opacity)
  }

  /// Of a notice with digits.
  private func digitsHeight(of notice: Notice, in width: Double, _ brush: Brush) -> Double {
    let isLong = isLong(notice, in: width, brush)
    return brush.points((isLong ? 226 : 206) + (notice.small == nil ? 0 : 26))
  }

  private func isLong(_ notice: Notice, in width: Double, _ brush: Brush) -> Bool {
    estimatedWidth(of: notice.detail, size: brush.points(15)) > width - brush.points(56)
  }

  private func small(
    _ notice: Notice, _ frame: Rect, _ brush: Brush, _ opacity: Double
  ) -> [Drawing] {
    guard let small = notice.small else { return [] }
    return [
      brush.text(
        small, 12, in: frame, color: brush.theme.secondaryText, alignment: .center, isTabular: true,
        opacity: opacity)
    ]
  }

  /// In two groups, as people read and repeat digits.
  private func spaced(_ digits: String) -> String {
    guard digits.count == 6 else { return digits }
    return "\(digits.prefix(3))\u{2009}\(digits.suffix(3))"
  }
}

// A notice without digits: a card in the middle, as high as its words need.
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
      notice.title, 17, in: top, weight: .medium, color: brush.theme.secondaryText,
      alignment: .center, opacity: opacity)
    return brush.surface(
      frame, radius: brush.points(brush.theme.cornerRadius), opacity: opacity, isSheet: true)
      + (notice.title.isEmpty ? [] : [title]) + [
        brush.text(
          notice.detail, 19, in: rest, alignment: .center, lines: lines, opacity: opacity)
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
    // Lines end at words, and so a little earlier than they could.
    let counts = words.split(separator: "\n", omittingEmptySubsequences: false).map {
      max(
        1, Int((estimatedWidth(of: String($0), size: brush.points(19)) * 1.1 / width).rounded(.up)))
    }
    return min(counts.reduce(0, +), 8)
  }
}
