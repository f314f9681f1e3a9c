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

/// What is shown for a while, and then fades by itself.
struct PassingAppearance: Hashable, Sendable {
  private(set) var fade = Appearance()
  private var hideAt: HostTime?

  init() {}

  var isShown: Bool { fade.isShown }

  func opacity(at now: HostTime) -> Double { fade.opacity(at: now) }

  func isMoving(at now: HostTime) -> Bool { fade.isMoving(at: now) }

  /// Shows it from now on, or for that much longer.
  mutating func show(at now: HostTime, for stay: Duration) {
    fade.show(at: now)
    hideAt = now + stay
  }

  mutating func hide(at now: HostTime) {
    fade.hide(at: now)
    hideAt = nil
  }

  /// `isHeld` while it has to stay, however long that takes.
  mutating func timePassed(_ now: HostTime, isHeld: Bool = false) {
    if let hideAt, hideAt <= now, !isHeld { hide(at: now) }
  }

  func deadline(isHeld: Bool = false) -> HostTime? { isHeld ? nil : hideAt }
}
