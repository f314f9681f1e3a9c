import Timing

/// A few calm words about what went wrong, for a while.
struct MessageCard: Hashable, Sendable {
  private(set) var title = ""
  private(set) var detail = ""
  private(set) var fade = Appearance()
  private var hideAt: HostTime?

  static let stay = Duration.seconds(6)
  /// Longer ones would not fit any card.
  private static let longest = 400

  mutating func show(title: String, detail: String, at now: HostTime) {
    (self.title, self.detail) = (
      String(title.prefix(Self.longest)), String(detail.prefix(Self.longest))
    )
    fade.show(at: now)
    hideAt = now + Self.stay
  }

  mutating func hide(at now: HostTime) {
    fade.hide(at: now)
    hideAt = nil
  }

  mutating func timePassed(_ now: HostTime) {
    if let due = hideAt, due <= now { hide(at: now) }
  }

  var deadline: HostTime? { hideAt }
}
