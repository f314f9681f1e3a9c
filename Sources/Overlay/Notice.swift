internal import VitrinePictures
internal import VitrineScenes
public import VitrineTiming

/// Some words that a display shows over everything for a while, at a request from elsewhere: the digits
/// that a remote is paired with.
public struct Notice: Hashable, Sendable {
  /// What it is about, on one line.
  public let title: String
  /// What is to be read from afar.
  public let digits: String
  /// What is to be done with it, on at most two lines.
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
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = fade.opacity(at: now)
    guard let notice, opacity > 0 else { return [] }
    let (brush, screen) = (context.brush, context.layout.screen)
    let width = min(brush.points(440), screen.width - brush.points(48))
    let isLong =
      estimatedWidth(of: notice.detail, size: brush.points(15)) > width - brush.points(56)
    let height = min(
      brush.points((isLong ? 226 : 206) + (notice.small == nil ? 0 : 26)),
      screen.height - brush.points(48))
    let frame = Rect(
      x: ((screen.width - width) / 2).rounded(), y: ((screen.height - height) / 2).rounded(),
      width: width, height: height)
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
