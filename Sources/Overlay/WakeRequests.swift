internal import VitrinePlayback
internal import VitrineTiming

/// Turns the display on, or keeps it on, when a finger or a key is used; at most once per
/// `interval`.
struct WakeRequests: Sendable {
  /// Nil after the display was turned off.
  private var latest: HostTime?

  private static let interval = Duration.seconds(1)

  init() {}

  mutating func request(at now: HostTime) -> [InterfaceRequest] {
    if let latest, now < latest + Self.interval { return [] }
    latest = now
    return [.perform(.power(.wake))]
  }

  /// The next use makes a request at once.
  mutating func displaySwitchedOff() { latest = nil }
}
