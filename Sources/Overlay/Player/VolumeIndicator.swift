import Timing

/// The bar that shows how loud it is, while that changes.
struct VolumeIndicator: Hashable, Sendable {
  /// What was set when a finger began to drag.
  struct Grip: Hashable, Sendable {
    let volume: Double
    let isMuted: Bool

    /// From where the finger's way counts.
    var level: Double { isMuted ? 0 : volume }
  }

  private(set) var fade = Appearance()
  private var hideAt: HostTime?
  /// Of the finger that changes it.
  var grip: Grip?

  static let stay = Duration.milliseconds(1200)
  /// Of one press of a key.
  static let step = 0.05

  mutating func show(at now: HostTime) {
    fade.show(at: now)
    hideAt = now + Self.stay
  }

  mutating func timePassed(_ now: HostTime) {
    guard let due = hideAt, due <= now, grip == nil else { return }
    fade.hide(at: now)
    hideAt = nil
  }

  var deadline: HostTime? { grip == nil ? hideAt : nil }
}
