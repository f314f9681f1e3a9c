internal import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The label for consecutive skips: the side, and the total.
struct SkipLabel: Hashable, Sendable {
  private(set) var isForward = true
  /// In seconds.
  private(set) var amount = 0
  var appearance = PassingAppearance()

  /// Another skip within this time adds to the total.
  static let window = Duration.milliseconds(550)

  mutating func add(_ seconds: Int, isForward: Bool, at now: HostTime) {
    let continues = appearance.isShown && isForward == self.isForward
    amount = continues ? amount + seconds : seconds
    self.isForward = isForward
    appearance.show(at: now, for: Self.window)
  }
}

// Drawing: a circle that grows from the edge of the display, and the total.
extension SkipLabel {
  /// `isOverButtons` is whether the skip buttons are shown, which the circle would cover.
  func drawings(_ context: ScreenContext, isOverButtons: Bool, at now: HostTime) -> [Drawing] {
    let opacity = appearance.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (layout, brush) = (context.layout, context.brush)
    if isOverButtons, let button = layout.frame(of: isForward ? .skipForward : .skipBackward) {
      return pill(above: button, context, opacity)
    }
    let share = brush.theme.reducesMotion ? 1 : 0.8 + 0.2 * opacity
    let circle = layout.ripple(isForward: isForward, share: share)
    let veil = Shape.box(
      brush.theme.scrim.opacity(brush.theme.isHighContrast ? 1 : 0.65), radius: circle.width / 2)
    let label = layout.skipLabel(isForward: isForward)
    let icon = Point(label.center.x, label.y + brush.points(20))
    let text = Rect(
      x: label.x, y: label.y + brush.points(40), width: label.width, height: brush.points(32))
    return [
      Drawing(veil, in: circle, opacity: opacity, clip: layout.screen),
      brush.icon(isForward ? .skipForward : .skipBackward, 36, at: icon, opacity: opacity),
      brush.text(
        total(context), .headline, in: text, weight: .bold, alignment: .center, isTabular: true,
        opacity: opacity),
    ]
  }

  private func total(_ context: ScreenContext) -> String {
    "\(isForward ? "+" : "−")\(amount) \(context.options.wording.seconds)"
  }

  private func pill(
    above button: Rect, _ context: ScreenContext, _ opacity: Double
  ) -> [Drawing] {
    let (brush, text) = (context.brush, total(context))
    let height = brush.points(34)
    let width = max(
      estimatedWidth(of: text, size: brush.points(.body)) + brush.points(28), brush.points(76))
    let frame = Rect(
      x: button.center.x - width / 2, y: button.y - brush.points(14) - height, width: width,
      height: height)
    return brush.surface(frame, radius: height / 2, opacity: opacity) + [
      brush.text(
        text, .body, in: frame, weight: .bold, alignment: .center, isTabular: true, opacity: opacity
      )
    ]
  }
}
