internal import VitrineScenes
import VitrineTiming

/// Whether the bars and buttons are shown: they come at a tap, and go by themselves or at
/// another one.
struct Visibility: Sendable {
  private(set) var fade = Appearance()
  /// When they hide by themselves, unless something keeps them.
  private var hideAt: HostTime?

  /// After the last touch or key.
  private let stay: Duration

  init(stay: Duration) { self.stay = stay }

  var isShown: Bool { fade.isShown }

  mutating func show(at now: HostTime) {
    fade.show(at: now)
    hideAt = now + stay
  }

  /// A touch or a key: what is shown stays for a while longer.
  mutating func keep(at now: HostTime) {
    if isShown { hideAt = now + stay }
  }

  mutating func hide(at now: HostTime) {
    fade.hide(at: now)
    hideAt = nil
  }

  /// Hides when the time has come. `isHeld` while paused, or while a finger or a menu needs it.
  mutating func timePassed(_ now: HostTime, isHeld: Bool) {
    guard let due = hideAt, isShown else { return }
    if isHeld {
      // The time begins when nothing holds it any more.
      hideAt = max(due, now + stay)
    } else if due <= now {
      hide(at: now)
    }
  }

  func deadline(isHeld: Bool) -> HostTime? { isShown && !isHeld ? hideAt : nil }
}
