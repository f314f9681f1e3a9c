import Timing

/// A fade in and out. Closed form: the opacity of any moment, without steps.
struct Appearance: Hashable, Sendable {
  /// Whether it is shown, or on its way there.
  private(set) var isShown = false
  private var changed: HostTime?
  /// Its opacity when it was reversed in the middle of its way.
  private var from = 0.0

  static let length = Duration.milliseconds(250)
  /// What comes is seen in its first picture already.
  static let first = 0.35

  init() {}

  mutating func show(at now: HostTime) {
    guard !isShown else { return }
    from = max(opacity(at: now), Self.first)
    (isShown, changed) = (true, now)
  }

  mutating func hide(at now: HostTime) {
    guard isShown else { return }
    from = opacity(at: now)
    (isShown, changed) = (false, now)
  }

  func opacity(at now: HostTime) -> Double {
    guard let changed else { return 0 }
    let passed = max(0, min(1, (now - changed).seconds / Self.length.seconds))
    return isShown ? min(1, from + passed) : max(0, from - passed)
  }

  func isMoving(at now: HostTime) -> Bool {
    guard changed != nil else { return false }
    let opacity = opacity(at: now)
    return isShown ? opacity < 1 : opacity > 0
  }
}
