import Timing

/// One short word about what a key has just done, at the top.
struct NoteLabel: Hashable, Sendable {
  private(set) var text = ""
  private(set) var fade = Appearance()
  private var hideAt: HostTime?

  static let stay = Duration.milliseconds(1500)

  mutating func show(_ text: String, at now: HostTime) {
    self.text = text
    fade.show(at: now)
    hideAt = now + Self.stay
  }

  mutating func timePassed(_ now: HostTime) {
    guard let due = hideAt, due <= now else { return }
    fade.hide(at: now)
    hideAt = nil
  }

  var deadline: HostTime? { hideAt }
}
