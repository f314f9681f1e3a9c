internal import VitrineScenes
import VitrineTiming

/// Whether the controls are shown: they appear with a tap, and disappear after a timeout or another
/// tap.
struct Visibility: Sendable {
  private(set) var fade = Appearance()
  /// When they disappear, unless something holds them.
  private var hideAt: HostTime?

  /// The timeout after the last touch or key.
  private let stay: Duration

  init(stay: Duration) { self.stay = stay }

  var isShown: Bool { fade.isShown }

  mutating func show(at now: HostTime) {
    fade.show(at: now)
    hideAt = now + stay
  }

  /// Restarts the timeout after a touch or key.
  mutating func keep(at now: HostTime) {
    if isShown { hideAt = now + stay }
  }

  mutating func hide(at now: HostTime) {
    fade.hide(at: now)
    hideAt = nil
  }

  /// Hides the controls when the timeout has passed. `isHeld` during a pause, or while a finger or
  /// a menu needs them.
  mutating func timePassed(_ now: HostTime, isHeld: Bool) {
    guard let due = hideAt, isShown else { return }
    if isHeld {
      // The timeout starts when nothing holds them any longer.
      hideAt = max(due, now + stay)
    } else if due <= now {
      hide(at: now)
    }
  }

  func deadline(isHeld: Bool) -> HostTime? { isShown && !isHeld ? hideAt : nil }
}
