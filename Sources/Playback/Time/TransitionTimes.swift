package import VitrinePictures
package import VitrineTiming

/// A moment of a transition between the pictures of two items.
package struct TransitionStep: Hashable, Sendable {
  package let kind: Transition.Kind
  /// 0 shows only the previous item's picture, `end` only the next one's.
  package let position: Int

  package static let end = 4096

  package init(_ kind: Transition.Kind, at position: Int) {
    self.kind = kind
    self.position = position
  }

  /// The share of the visible picture in a mixture with the other one, or with black; 0 to 256.
  package var weight: Int {
    switch kind {
    case .fade: abs(position - Self.end / 2) * 512 / Self.end
    case .cut, .crossFade, .slide: position * 256 / Self.end
    }
  }

  /// Whether a fade has passed black.
  package var isPastMiddle: Bool { position >= Self.end / 2 }
}

/// When a transition happens.
///
/// Items are not shown at the same time: each one plays to its end, and the next one starts there. A
/// transition is centred on that edge. Before it, the next item's first picture stands still; after
/// it, the previous item's last one: the picture that stands still is always the less visible one.
package struct TransitionTimes: Hashable, Sendable {
  package let transition: Transition
  package let start: HostTime
  /// The share of the transition at its start: 0 to 1.
  private let origin: Double

  /// Around the edge between two items.
  package init(_ transition: Transition, around edge: HostTime) {
    self.transition = transition
    (start, origin) = (edge - transition.duration / 2, 0)
  }

  /// From a jump on, which nothing announced. A fade starts black, so that nothing is delayed.
  package init(_ transition: Transition, from jump: HostTime) {
    self.transition = transition
    origin = transition.kind == .fade ? 0.5 : 0
    start = jump
  }

  /// Nil before the start and after the end. While the edge `isExpected`, the step is at most in the
  /// middle: the sound may end later.
  package func step(at time: HostTime, isExpected: Bool = false) -> TransitionStep? {
    guard transition.isVisible, time >= start else { return nil }
    let share = min(
      origin + (time - start) / transition.duration, isExpected ? 0.5 : .greatestFiniteMagnitude)
    guard share < 1 else { return nil }
    let place = transition.kind == .slide ? share * share * (3 - 2 * share) : share
    return TransitionStep(
      transition.kind, at: Int((place * Double(TransitionStep.end)).rounded()))
  }

  package func isOver(at time: HostTime) -> Bool {
    !transition.isVisible || origin + (time - start) / transition.duration >= 1
  }
}

/// Whether a display mixes pictures fast enough for transitions. A few slow steps end a transition;
/// after two such transitions in a row, no more are tried.
package struct MixingSpeed: Hashable, Sendable {
  private var slowSteps = 0
  private var failures = 0

  private static let mostSlowSteps = 3
  private static let mostFailures = 2

  package init() {}

  /// Whether transitions are given up.
  package var isTooSlow: Bool { failures >= Self.mostFailures }

  /// Records how long a step was mixed. Returns false if the transition must end, because frames
  /// would be late.
  package mutating func record(_ time: Duration, limit: Duration) -> Bool {
    slowSteps = time > limit ? slowSteps + 1 : 0
    guard slowSteps >= Self.mostSlowSteps else { return true }
    slowSteps = 0
    failures += 1
    return false
  }

  /// A transition was shown to its end.
  package mutating func recordEnd() { (slowSteps, failures) = (0, 0) }
}
