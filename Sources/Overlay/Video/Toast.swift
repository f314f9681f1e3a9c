internal import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// A short text at the top about the effect of a key.
struct Toast: Hashable, Sendable {
  private(set) var text = ""
  var appearance = PassingAppearance()

  static let stay = Duration.milliseconds(1500)

  mutating func show(_ text: String, at now: HostTime) {
    self.text = text
    appearance.show(at: now, for: Self.stay)
  }
}

extension Toast {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = appearance.opacity(at: now)
    guard opacity > 0 else { return [] }
    let (brush, screen) = (context.brush, context.layout.screen)
    let wanted = estimatedWidth(of: text, size: brush.points(.body)) + brush.points(40)
    let width = min(wanted, screen.width - brush.points(48))
    let pill = Rect(
      x: (screen.width - width) / 2, y: brush.points(72), width: width, height: brush.points(40))
    return brush.surface(pill, radius: pill.height / 2, opacity: opacity) + [
      brush.text(
        text, .body, in: pill.inset(brush.points(16), 0), weight: .medium, alignment: .center,
        opacity: opacity)
    ]
  }
}
