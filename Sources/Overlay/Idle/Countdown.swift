internal import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The countdown before a display returns to its default state, for a visitor who is still there.
/// It changes once per second.
struct Countdown: Hashable, Sendable {
  private(set) var fade = Appearance()
  /// The seconds left, and the total.
  private(set) var seconds = 0
  private(set) var of = 1

  var isShown: Bool { fade.isShown }

  private static let longest = Duration.seconds(20)

  /// A short idle timeout counts down its second half.
  private static func length(until due: HostTime, since use: HostTime) -> Duration {
    let half = (due - use) / 2
    return half > .zero ? min(longest, half) : longest
  }

  /// `due` is when the countdown ends, and `use` when the display was last used.
  mutating func settle(until due: HostTime?, since use: HostTime, at now: HostTime) {
    guard let due, now < due, due - Self.length(until: due, since: use) <= now else {
      return fade.hide(at: now)
    }
    fade.show(at: now)
    seconds = Self.wholeSeconds(due - now)
    of = max(Self.wholeSeconds(Self.length(until: due, since: use)), 1)
  }

  /// When it starts, shows another number, or ends.
  func nextChange(until due: HostTime, since use: HostTime, after now: HostTime) -> HostTime {
    let start = due - Self.length(until: due, since: use)
    if now < start { return start }
    return due - .seconds(max(Self.wholeSeconds(due - now) - 1, 0))
  }

  /// Rounded up.
  private static func wholeSeconds(_ time: Duration) -> Int { Int(time.seconds.rounded(.up)) }
}

// Drawing: a card with a ring that empties, and a hint on how to stop the countdown.
extension Countdown {
  func drawings(_ context: ScreenContext, above bottom: Double, at now: HostTime) -> [Drawing] {
    let opacity = fade.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (brush, wording) = (context.brush, context.options.wording)
    let isMirrored = ReadingDirection(of: wording.stillThere) == .rightToLeft
    let frame = frame(context, above: bottom)
    let inner = frame.inset(brush.points(Self.padding), brush.points(Self.padding))
    let side = inner.height
    let ring = Rect(
      x: isMirrored ? inner.right - side : inner.x, y: inner.y, width: side, height: side)
    let lead = side + brush.points(Self.gap)
    let text = Rect(
      x: isMirrored ? inner.x : inner.x + lead, y: inner.y, width: inner.width - lead,
      height: inner.height)
    return brush.surface(frame, radius: frame.height / 2, opacity: opacity, isSheet: true)
      + dial(in: ring, brush, opacity) + lines(in: text, wording, brush, opacity)
  }

  // In points.
  private static let padding = 12.0
  private static let gap = 14.0
  private static let height = 72.0
  private static let titleSize = TextSize.title
  private static let detailSize = TextSize.detail

  /// As wide as its texts, centred horizontally.
  func frame(_ context: ScreenContext, above bottom: Double) -> Rect {
    let (brush, wording) = (context.brush, context.options.wording)
    let screen = context.layout.screen
    let words = max(
      estimatedWidth(of: wording.stillThere, size: brush.points(Self.titleSize)),
      estimatedWidth(of: wording.touchToStay, size: brush.points(Self.detailSize)))
    let height = brush.points(Self.height)
    // The ring, and a round end that the text does not reach.
    let rest = height + brush.points(Self.gap + 2 * Self.padding)
    let width = min((words + rest).rounded(), screen.width - brush.points(2 * Self.padding))
    return Rect(
      x: ((screen.width - width) / 2).rounded(), y: bottom - height, width: width, height: height)
  }

  private func dial(in ring: Rect, _ brush: Brush, _ opacity: Double) -> [Drawing] {
    let (theme, width) = (brush.theme, brush.points(4))
    func arc(_ color: Color, _ length: Double) -> Drawing {
      Drawing(.arc(color, width: width, start: 0, length: length), in: ring, opacity: opacity)
    }
    return [
      arc(theme.text.opacity(0.16), 1), arc(theme.accent, Double(seconds) / Double(of)),
      brush.text(
        "\(seconds)", .headline, in: ring, weight: .bold, alignment: .center, isTabular: true,
        opacity: opacity),
    ]
  }

  private func lines(
    in frame: Rect, _ wording: Wording, _ brush: Brush, _ opacity: Double
  ) -> [Drawing] {
    let title = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height / 2)
    let detail = Rect(x: frame.x, y: title.bottom, width: frame.width, height: frame.height / 2)
    return [
      brush.text(
        wording.stillThere, Self.titleSize, in: title, weight: .medium,
        baseline: brush.points(19), opacity: opacity),
      brush.text(
        wording.touchToStay, Self.detailSize, in: detail, color: brush.theme.secondaryText,
        baseline: brush.points(15), opacity: opacity),
    ]
  }
}
