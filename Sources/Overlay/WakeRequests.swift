internal import VitrinePlayback
internal import VitrineTiming

/// Asks the player to switch the display on, or to keep it on, when a finger or a key is used; once
/// in `interval` at most.
struct WakeRequests: Sendable {
  /// Nil since the display was switched off.
  private var latest: HostTime?

  private static let interval = Duration.seconds(1)

  init() {}

  mutating func request(at now: HostTime) -> [InterfaceRequest] {
    if let latest, now < latest + Self.interval { return [] }
    latest = now
    return [.perform(.power(.wake))]
  }

  /// The next use asks at once.
  mutating func displaySwitchedOff() { latest = nil }
}
