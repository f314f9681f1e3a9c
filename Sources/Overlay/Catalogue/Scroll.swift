import VitrineTiming

/// Scrolling along one axis: follows a finger, flings, overscrolls at the ends and springs back. In
/// pixels; 0 is the start of the list, `limit` the end.
struct Scroll: Hashable, Sendable {
  private enum Motion: Hashable {
    case resting(Double)
    /// Held by a finger: `pull` is the requested position, which may be beyond the ends.
    case dragging(pull: Double, since: Double)
    case flinging(KineticState)
    case springing(KineticState, to: Double)
  }

  private(set) var limit = 0.0
  /// The visible length.
  private(set) var extent: Double
  /// In pixels per second; anything slower counts as at rest.
  private let slowest: Double
  private var motion = Motion.resting(0)
  /// When it came to rest, until the scroll indicator is gone.
  private(set) var restedAt: HostTime?

  init(extent: Double, scale: Double) {
    (self.extent, slowest) = (max(extent, 1), 10 * scale)
  }

  /// The state at `time`, which must not be earlier than the latest event.
  func state(at time: HostTime) -> KineticState {
    switch motion {
    case .resting(let place): KineticState(time: time, place: place, velocity: 0)
    case .dragging(let pull, _): KineticState(time: time, place: yielding(pull), velocity: 0)
    case .flinging(let state): state.flung(at: time)
    case .springing(let state, let target): state.sprung(to: target, at: time)
    }
  }

  /// The position at which it will come to rest.
  func destination(at time: HostTime) -> Double {
    if case .springing(_, let target) = motion { return target }
    return clamped(state(at: time).place)
  }

  /// Whether it moves without a finger.
  var isMoving: Bool {
    switch motion {
    case .resting, .dragging: false
    case .flinging, .springing: true
    }
  }

  var isHeld: Bool { if case .dragging = motion { true } else { false } }

  /// Carries out everything due by `time`, each at its own time, so that the frame rate has no
  /// influence.
  mutating func advance(to time: HostTime) {
    while let next, next.time <= time {
      settle(next.motion, at: next.time)
    }
    if let rested = restedAt, rested + ScrollIndicator.life <= time { restedAt = nil }
  }

  private var next: (time: HostTime, motion: Motion)? {
    switch motion {
    case .resting, .dragging: return nil
    case .springing(let state, let target): return (state.springEnd, .resting(target))
    case .flinging(let state):
      let end = state.velocity < 0 ? 0 : limit
      let rest = state.slowed(to: slowest)
      if let arrival = state.arrival(at: end), arrival < rest {
        var bounce = state.flung(at: arrival)
        bounce.place = end
        return (arrival, .springing(bounce, to: end))
      }
      return (rest, .resting(state.flung(at: rest).place))
    }
  }

  private mutating func settle(_ motion: Motion, at time: HostTime) {
    self.motion = motion
    if case .resting = motion { restedAt = time }
  }

  mutating func hold(at time: HostTime) {
    let place = state(at: time).place
    motion = .dragging(pull: stretched(place), since: stretched(place))
  }

  /// The finger is `distance` from where it started.
  mutating func pull(by distance: Double) {
    guard case .dragging(_, let start) = motion, distance.isFinite else { return }
    let reach = limit + 8 * extent
    motion = .dragging(pull: min(max(start - distance, -reach), reach), since: start)
  }

  /// Releases it with the finger's `velocity`.
  mutating func release(velocity: Double, at time: HostTime) {
    guard isHeld else { return }
    let fastest = 12 * extent
    let speed = velocity.isFinite ? min(max(-velocity, -fastest), fastest) : 0
    free(KineticState(time: time, place: state(at: time).place, velocity: speed))
  }

  /// Stops at the current position; springs back if that is beyond an end.
  mutating func stop(at time: HostTime) {
    free(KineticState(time: time, place: state(at: time).place, velocity: 0))
  }

  private mutating func free(_ state: KineticState) {
    let inside = clamped(state.place)
    if inside != state.place {
      settle(.springing(calm(state, towards: inside), to: inside), at: state.time)
    } else if abs(state.velocity) > slowest {
      settle(.flinging(state), at: state.time)
    } else {
      settle(.resting(state.place), at: state.time)
    }
  }

  /// Limits the speed so that the spring does not overshoot into the list.
  private func calm(_ state: KineticState, towards end: Double) -> KineticState {
    var state = state
    let distance = state.place - end
    let inwards = -KineticState.stiffness * distance
    state.velocity = distance > 0 ? max(state.velocity, inwards) : min(state.velocity, inwards)
    return state
  }

  /// Moves smoothly, from any state.
  mutating func glide(to place: Double, at time: HostTime) {
    motion = .springing(state(at: time), to: clamped(place))
  }

  /// Moves at once.
  mutating func jump(to place: Double) {
    motion = .resting(clamped(place))
  }

  /// Sets a new length; `shift` is the change before the visible part.
  mutating func use(limit: Double, shift: Double = 0, at time: HostTime) {
    self.limit = max(0, limit)
    switch motion {
    case .resting(let place): motion = .resting(clamped(place + shift))
    case .dragging(let pull, let start):
      motion = .dragging(pull: pull + shift, since: start + shift)
    case .flinging(var state):
      state = state.flung(at: time)
      state.place += shift
      free(state)
    case .springing(var state, let target):
      state.place += shift
      motion = .springing(state, to: clamped(target + shift))
    }
  }

  private func clamped(_ place: Double) -> Double { min(max(place, 0), limit) }

  /// The position for a finger at `pull`.
  private func yielding(_ pull: Double) -> Double {
    let end = clamped(pull)
    let given = RubberBand(extent: extent).yielding(to: abs(pull - end))
    return pull < end ? end - given : end + given
  }

  /// The finger's position for the position `place`.
  private func stretched(_ place: Double) -> Double {
    let end = clamped(place)
    let beyond = RubberBand(extent: extent).stretch(for: abs(place - end))
    return place < end ? end - beyond : end + beyond
  }
}
