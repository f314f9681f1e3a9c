import VitrineTiming

/// How far a page or a film is open: from 0, where the poster is on its card or the film has left the display, to 1.
/// It moves by itself, or under a finger that pulls it down.
struct Opening: Sendable {
  private var fade: Fade
  /// How far it is open under the finger, and was when the finger began.
  private var pull: (now: Double, start: Double)?
  private(set) var isClosing = false
  /// Whether opening and closing take time.
  let isAnimated: Bool

  /// A page that is less open closes when the finger leaves.
  private static let least = 0.75

  init(isAnimated: Bool, isOpen: Bool = false, at time: HostTime) {
    self.isAnimated = isAnimated
    fade = Self.fade(from: isOpen ? 1 : 0, to: 1, isAnimated, at: time)
  }

  private static func fade(
    from start: Double, to goal: Double, _ isAnimated: Bool, at time: HostTime
  ) -> Fade {
    Fade(from: start, to: goal, in: isAnimated ? .milliseconds(300) : .nanoseconds(1), at: time)
  }

  /// In proportion to the time or the finger's way.
  func part(at time: HostTime) -> Double { pull?.now ?? fade.value(at: time) }

  /// Slower at both ends.
  func value(at time: HostTime) -> Double {
    let part = part(at: time)
    return part * part * (3 - 2 * part)
  }

  /// Whether it has closed.
  func isOver(at time: HostTime) -> Bool { pull == nil && isClosing && fade.isOver(at: time) }

  /// Whether it is open and rests.
  func isWhole(at time: HostTime) -> Bool { pull == nil && !isClosing && fade.isOver(at: time) }

  /// When it rests again; nil under a finger.
  var end: HostTime? { pull == nil ? fade.end : nil }

  func isMoving(at time: HostTime) -> Bool { pull == nil && !fade.isOver(at: time) }

  /// Opens or closes the page, from its present state.
  mutating func turn(isOpen: Bool, at time: HostTime) {
    fade = Self.fade(from: part(at: time), to: isOpen ? 1 : 0, isAnimated, at: time)
    (isClosing, pull) = (!isOpen, nil)
  }

  // Fingers.

  mutating func hold(at time: HostTime) {
    let part = fade.value(at: time)
    pull = (part, part)
  }

  /// `distance` is a part of the way that closes the page.
  mutating func pull(by distance: Double) {
    guard let start = pull?.start else { return }
    pull?.now = min(max(start - distance, 0), 1)
  }

  /// `isFast` is whether the finger was fast, and `isDown` in which direction.
  mutating func release(isFast: Bool, isDown: Bool, at time: HostTime) {
    guard let pull else { return }
    turn(isOpen: isFast ? !isDown : pull.now >= Self.least, at: time)
  }

  mutating func cancel(at time: HostTime) {
    if pull != nil { turn(isOpen: true, at: time) }
  }
}
