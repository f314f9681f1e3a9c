import Timing

/// How far a list is moved along one axis: it follows a finger, flies on when it is thrown, gives
/// way at its ends and springs back. Pixels; 0 shows its beginning, `limit` its end.
struct Scroll: Hashable, Sendable {
  private enum Motion: Hashable {
    case still(Double)
    /// A finger holds it: `pull` is where that wants it, beyond the ends too.
    case held(pull: Double, since: Double)
    case thrown(Launch)
    case springing(Launch, to: Double)
  }

  private(set) var limit = 0.0
  /// What is seen of it at once.
  private(set) var extent: Double
  /// In pixels a second: what is slower stands still.
  private let slowest: Double
  private var motion = Motion.still(0)
  /// When it came to rest, until that has been forgotten.
  private(set) var restedAt: HostTime?

  init(extent: Double, scale: Double) {
    (self.extent, slowest) = (max(extent, 1), 10 * scale)
  }

  /// Where it is at `time`, which is never earlier than what it was told last.
  func launch(at time: HostTime) -> Launch {
    switch motion {
    case .still(let place): Launch(time: time, place: place, velocity: 0)
    case .held(let pull, _): Launch(time: time, place: yielding(pull), velocity: 0)
    case .thrown(let launch): launch.thrown(at: time)
    case .springing(let launch, let target): launch.sprung(to: target, at: time)
    }
  }

  /// Where it will be when nobody touches it again.
  func destination(at time: HostTime) -> Double {
    if case .springing(_, let target) = motion { return target }
    return clamped(launch(at: time).place)
  }

  /// Whether it moves without a finger.
  var isMoving: Bool {
    switch motion {
    case .still, .held: false
    case .thrown, .springing: true
    }
  }

  var isHeld: Bool { if case .held = motion { true } else { false } }

  /// Does what was due by `time`, each at its own moment: frames have no influence.
  mutating func advance(to time: HostTime) {
    while let next, next.time <= time {
      settle(next.motion, at: next.time)
    }
    if let rested = restedAt, rested + ScrollIndicator.life <= time { restedAt = nil }
  }

  private var next: (time: HostTime, motion: Motion)? {
    switch motion {
    case .still, .held: return nil
    case .springing(let launch, let target): return (launch.springEnd, .still(target))
    case .thrown(let launch):
      let end = launch.velocity < 0 ? 0 : limit
      let rest = launch.slowed(to: slowest)
      if let arrival = launch.arrival(at: end), arrival < rest {
        var bounce = launch.thrown(at: arrival)
        bounce.place = end
        return (arrival, .springing(bounce, to: end))
      }
      return (rest, .still(launch.thrown(at: rest).place))
    }
  }

  private mutating func settle(_ motion: Motion, at time: HostTime) {
    self.motion = motion
    if case .still = motion { restedAt = time }
  }

  mutating func hold(at time: HostTime) {
    let place = launch(at: time).place
    motion = .held(pull: stretched(place), since: stretched(place))
  }

  /// The finger is `distance` from where it took hold.
  mutating func pull(by distance: Double) {
    guard case .held(_, let start) = motion, distance.isFinite else { return }
    let reach = limit + 8 * extent
    motion = .held(pull: min(max(start - distance, -reach), reach), since: start)
  }

  /// Lets go of it; `velocity` is the finger's.
  mutating func release(velocity: Double, at time: HostTime) {
    guard isHeld else { return }
    let fastest = 12 * extent
    let speed = velocity.isFinite ? min(max(-velocity, -fastest), fastest) : 0
    free(Launch(time: time, place: launch(at: time).place, velocity: speed))
  }

  /// Stops it where it is; beyond an end it springs back.
  mutating func stop(at time: HostTime) {
    free(Launch(time: time, place: launch(at: time).place, velocity: 0))
  }

  private mutating func free(_ launch: Launch) {
    let inside = clamped(launch.place)
    if inside != launch.place {
      settle(.springing(calm(launch, towards: inside), to: inside), at: launch.time)
    } else if abs(launch.velocity) > slowest {
      settle(.thrown(launch), at: launch.time)
    } else {
      settle(.still(launch.place), at: launch.time)
    }
  }

  /// Without the speed that would carry it past its end, into the list.
  private func calm(_ launch: Launch, towards end: Double) -> Launch {
    var launch = launch
    let distance = launch.place - end
    let inwards = -Launch.stiffness * distance
    launch.velocity = distance > 0 ? max(launch.velocity, inwards) : min(launch.velocity, inwards)
    return launch
  }

  /// Moves it smoothly, from whatever it does.
  mutating func glide(to place: Double, at time: HostTime) {
    motion = .springing(launch(at: time), to: clamped(place))
  }

  /// Puts it somewhere at once.
  mutating func jump(to place: Double) {
    motion = .still(clamped(place))
  }

  /// Its content has become longer or shorter, `shift` of that before what is seen.
  mutating func use(limit: Double, shift: Double = 0, at time: HostTime) {
    self.limit = max(0, limit)
    switch motion {
    case .still(let place): motion = .still(clamped(place + shift))
    case .held(let pull, let start): motion = .held(pull: pull + shift, since: start + shift)
    case .thrown(var launch):
      launch = launch.thrown(at: time)
      launch.place += shift
      free(launch)
    case .springing(var launch, let target):
      launch.place += shift
      motion = .springing(launch, to: clamped(target + shift))
    }
  }

  private func clamped(_ place: Double) -> Double { min(max(place, 0), limit) }

  /// Where it is while a finger wants it at `pull`.
  private func yielding(_ pull: Double) -> Double {
    let end = clamped(pull)
    let given = RubberBand(extent: extent).yielding(to: abs(pull - end))
    return pull < end ? end - given : end + given
  }

  /// Where a finger wants it that holds it at `place`.
  private func stretched(_ place: Double) -> Double {
    let end = clamped(place)
    let beyond = RubberBand(extent: extent).stretch(for: abs(place - end))
    return place < end ? end - beyond : end + beyond
  }
}
