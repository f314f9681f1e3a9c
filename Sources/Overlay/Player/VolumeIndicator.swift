import Timing

/// The bar that shows how loud it is, while that changes.
struct VolumeIndicator: Hashable, Sendable {
  private(set) var fade = Appearance()
  private var hideAt: HostTime?
  /// Where the finger's drag began to count from.
  var origin: Double?

  static let stay = Duration.milliseconds(1200)
  /// Of one press of a key.
  static let step = 0.05

  mutating func show(at now: HostTime) {
    fade.show(at: now)
    hideAt = now + Self.stay
  }

  mutating func timePassed(_ now: HostTime) {
    guard let due = hideAt, due <= now, origin == nil else { return }
    fade.hide(at: now)
    hideAt = nil
  }

  var deadline: HostTime? { origin == nil ? hideAt : nil }
}
