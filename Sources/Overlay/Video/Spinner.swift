internal import Pictures
import Timing

/// The sign that pictures are awaited. Short waits are not worth it.
struct Spinner: Hashable, Sendable {
  private var since: HostTime?

  static let patience = Duration.milliseconds(300)

  mutating func note(isWaiting: Bool, at now: HostTime) {
    if !isWaiting { since = nil } else if since == nil { since = now }
  }

  func isShown(at now: HostTime) -> Bool {
    since.map { now - $0 >= Self.patience } ?? false
  }

  /// How far it has rotated, in turns.
  private func turn(at now: HostTime) -> Double {
    guard let since else { return 0 }
    let turns = (now - since).seconds * 0.9
    return turns - turns.rounded(.down)
  }

  /// When it comes.
  func deadline(at now: HostTime) -> HostTime? {
    since.flatMap { isShown(at: now) ? nil : $0 + Self.patience }
  }
}

extension Spinner {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let (frame, brush) = (context.layout.spinner, context.brush)
    let width = brush.points(4)
    func arc(_ color: Color, start: Double, length: Double) -> Drawing {
      Drawing(.arc(color, width: width, start: start, length: length), in: frame)
    }
    return brush.disc(Rect(center: frame.center, side: brush.points(84)), opacity: 1) + [
      arc(brush.theme.text.opacity(0.2), start: 0, length: 1),
      arc(brush.theme.text, start: turn(at: now), length: 0.28),
    ]
  }
}
