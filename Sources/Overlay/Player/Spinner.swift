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

  /// How far it has turned, in turns.
  func turn(at now: HostTime) -> Double {
    guard let since else { return 0 }
    let turns = (now - since).seconds * 0.9
    return turns - turns.rounded(.down)
  }

  /// When it comes.
  func deadline(at now: HostTime) -> HostTime? {
    since.flatMap { isShown(at: now) ? nil : $0 + Self.patience }
  }
}
