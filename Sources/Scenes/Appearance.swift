package import VitrineTiming

/// A fade in and out, in closed form: the opacity at any moment, without steps.
package struct Appearance: Hashable, Sendable {
  /// Whether it is visible or fading in.
  package private(set) var isShown = false
  private var changed: HostTime?
  /// The opacity at the last reversal.
  private var from = 0.0

  package static let length = Duration.milliseconds(250)
  /// The first frame of a fade-in is already visible.
  package static let first = 0.35

  package init() {}

  package mutating func show(at now: HostTime) {
    guard !isShown else { return }
    from = max(opacity(at: now), Self.first)
    (isShown, changed) = (true, now)
  }

  package mutating func hide(at now: HostTime) {
    guard isShown else { return }
    from = opacity(at: now)
    (isShown, changed) = (false, now)
  }

  package func opacity(at now: HostTime) -> Double {
    guard let changed else { return 0 }
    let passed = max(0, min(1, (now - changed).seconds / Self.length.seconds))
    return isShown ? min(1, from + passed) : max(0, from - passed)
  }

  package func isMoving(at now: HostTime) -> Bool {
    guard changed != nil else { return false }
    let opacity = opacity(at: now)
    return isShown ? opacity < 1 : opacity > 0
  }
}

/// An element that fades out automatically after a while.
package struct PassingAppearance: Hashable, Sendable {
  package private(set) var fade = Appearance()
  private var hideAt: HostTime?

  package init() {}

  package var isShown: Bool { fade.isShown }

  package func opacity(at now: HostTime) -> Double { fade.opacity(at: now) }

  package func isMoving(at now: HostTime) -> Bool { fade.isMoving(at: now) }

  /// Shows it, or extends the time.
  package mutating func show(at now: HostTime, for stay: Duration) {
    fade.show(at: now)
    hideAt = now + stay
  }

  package mutating func hide(at now: HostTime) {
    fade.hide(at: now)
    hideAt = nil
  }

  /// `isHeld` keeps it visible.
  package mutating func timePassed(_ now: HostTime, isHeld: Bool = false) {
    if let hideAt, hideAt <= now, !isHeld { hide(at: now) }
  }

  package func deadline(isHeld: Bool = false) -> HostTime? { isHeld ? nil : hideAt }
}
