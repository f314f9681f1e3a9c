internal import VitrinePictures
import VitrinePlayback
internal import VitrineScenes
import VitrineTiming

/// The spinner, shown after a short wait.
struct Spinner: Hashable, Sendable {
  private var since: HostTime?

  static let patience = Duration.milliseconds(300)
  /// After this long, a message is shown too.
  static let patienceWithoutWords = Duration.seconds(3)

  mutating func update(isWaiting: Bool, at now: HostTime) {
    if !isWaiting { since = nil } else if since == nil { since = now }
  }

  func isShown(at now: HostTime) -> Bool {
    since.map { now - $0 >= Self.patience } ?? false
  }

  /// Its rotation, in turns.
  private func turn(at now: HostTime) -> Double {
    guard let since else { return 0 }
    let turns = (now - since).seconds * 0.9
    return turns - turns.rounded(.down)
  }

  private func hasWords(at now: HostTime) -> Bool {
    since.map { now - $0 >= Self.patienceWithoutWords } ?? false
  }

  /// When it appears, and when the text does.
  func deadline(at now: HostTime) -> HostTime? {
    guard let since, !hasWords(at: now) else { return nil }
    return since + (isShown(at: now) ? Self.patienceWithoutWords : Self.patience)
  }
}

extension Spinner {
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    drawings(around: context.layout.spinner.center, context, at: now) + words(context, at: now)
  }

  /// The spinner alone, anywhere.
  func drawings(around center: Point, _ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let (side, brush) = (context.layout.spinner.width, context.brush)
    let frame = Rect(center: center, side: side)
    let width = brush.points(4)
    func arc(_ color: Color, start: Double, length: Double) -> Drawing {
      Drawing(.arc(color, width: width, start: start, length: length), in: frame)
    }
    return brush.disc(Rect(center: frame.center, side: brush.points(84)), opacity: 1) + [
      arc(brush.theme.text.opacity(0.2), start: 0, length: 1),
      arc(brush.theme.text, start: turn(at: now), length: 0.28),
    ]
  }

  /// Shown once waiting for the network takes long. The reason is for the log.
  private func words(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    guard hasWords(at: now), context.status.networkError != nil else { return [] }
    let (brush, area) = (context.brush, context.layout.trouble)
    let frame = Rect(x: area.x, y: area.y, width: area.width, height: brush.points(2 * 16 + 22))
    let title = frame.inset(brush.points(20), brush.points(16))
    return brush.surface(frame, radius: brush.points(brush.theme.cornerRadius), opacity: 1) + [
      brush.text(
        context.options.wording.waitingForNetwork, .body, in: title, weight: .medium,
        alignment: .center)
    ]
  }
}
