import Timing

/// What is shown of skips that follow each other: on which side, and how far in all.
struct SkipLabel: Hashable, Sendable {
  private(set) var isForward = true
  /// In seconds.
  private(set) var amount = 0
  private(set) var fade = Appearance()
  private var hideAt: HostTime?

  /// A further skip within this time adds to the label.
  static let window = Duration.milliseconds(550)

  mutating func add(_ seconds: Int, isForward: Bool, at now: HostTime) {
    let goesOn = fade.isShown && isForward == self.isForward
    amount = goesOn ? amount + seconds : seconds
    self.isForward = isForward
    fade.show(at: now)
    hideAt = now + Self.window
  }

  mutating func timePassed(_ now: HostTime) {
    guard let due = hideAt, due <= now else { return }
    fade.hide(at: now)
    hideAt = nil
  }

  var deadline: HostTime? { hideAt }
}
