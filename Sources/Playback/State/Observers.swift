package import VitrineTiming

/// Decides when observers of the position are called: at an interval, or at given times. Its owner
/// reports the position, and asks for the next due time.
package struct Observers: Sendable {
  package struct ID: Hashable, Sendable {
    let number: Int
  }

  /// A position in an item.
  package struct Place: Hashable, Sendable {
    /// From the item's beginning.
    package var position: MediaTime
    package var run: Run
    /// The run that its item was opened with.
    package var opening: Run

    package init(position: MediaTime, run: Run, opening: Run) {
      self.position = position
      self.run = run
      self.opening = opening
    }
  }

  private struct Periodic {
    let interval: Duration
    var next: HostTime
  }

  private struct Boundary {
    let times: [MediaTime]
    /// Whether seeks past a time count.
    let includesJumps: Bool
  }

  private var periodic: [ID: Periodic] = [:]
  private var boundaries: [ID: Boundary] = [:]
  private var last: (run: Run, position: MediaTime)?
  /// The latest place, to detect jumps.
  private var place: Place?
  /// The start position in the item; earlier times were not reached.
  private var start = MediaTime.zero
  private var count = 0

  package init() {}

  package var isEmpty: Bool { periodic.isEmpty && boundaries.isEmpty }

  /// Fires every `interval` from `now` on.
  package mutating func addPeriodic(every interval: Duration, now: HostTime) -> ID {
    let id = makeID()
    let step = max(interval, .milliseconds(10))
    periodic[id] = Periodic(interval: step, next: now + step)
    return id
  }

  /// Fires once at each forward crossing of one of `times`; with `includesJumps` also if a forward
  /// seek passes one.
  package mutating func addBoundary(_ times: [MediaTime], includesJumps: Bool = false) -> ID {
    let id = makeID()
    boundaries[id] = Boundary(times: times.sorted(), includesJumps: includesJumps)
    return id
  }

  package mutating func remove(_ id: ID) {
    periodic[id] = nil
    boundaries[id] = nil
  }

  /// Records where playback is, like `advance(to:of:isJump:)`. Another opening is another item, which
  /// begins at `start`; another run of the same opening is a jump.
  package mutating func advance(
    to place: Place, from start: MediaTime, isStopped: Bool = false, now: HostTime
  ) -> [(ID, MediaTime)] {
    let isNewItem = self.place?.opening != place.opening
    let isJump = !isNewItem && self.place?.run != place.run
    self.place = place
    if isNewItem { begin(place.run, from: start) }
    return advance(
      to: place.position, of: place.run, isJump: isJump, isStopped: isStopped, now: now)
  }

  /// Records that `run` is at `position`. Returns the observers to call, each with the time reached
  /// (the current position for periodic ones). Periodic observers are not called while it `isStopped`.
  package mutating func advance(
    to position: MediaTime, of run: Run, isJump: Bool, isStopped: Bool = false, now: HostTime
  ) -> [(ID, MediaTime)] {
    var fired = isStopped ? [] : firePeriodic(position, now)
    defer { last = (run, position) }
    for (id, boundary) in boundaries {
      let times = boundary.times.filter { time in
        // A jump to exactly this time reaches it.
        if isJump, time == position { return last?.position != position }
        return (!isJump || boundary.includesJumps) && isCrossed(time, by: position, isJump)
      }
      fired += times.map { (id, $0) }
    }
    return fired
  }

  /// Starts a new item at `start`: none of its times has been reached.
  package mutating func begin(_ run: Run, from start: MediaTime = .zero) {
    (last, self.start) = (nil, start)
  }

  /// The next boundary after `position`; only periodic observers are due before it.
  package func nextBoundary(after position: MediaTime) -> MediaTime? {
    boundaries.values.compactMap { $0.times.first { $0 > position } }.min()
  }

  package var nextPeriodic: HostTime? { periodic.values.map(\.next).min() }

  private func isCrossed(_ time: MediaTime, by position: MediaTime, _ isJump: Bool) -> Bool {
    guard time <= position else { return false }
    guard let last else { return !isJump && time >= start }
    return time > last.position
  }

  private mutating func firePeriodic(_ position: MediaTime, _ now: HostTime) -> [(ID, MediaTime)] {
    var fired: [(ID, MediaTime)] = []
    for (id, observer) in periodic where observer.next <= now {
      let missed = (now - observer.next).nanoseconds / observer.interval.nanoseconds
      periodic[id]?.next = observer.next + observer.interval * Int(missed + 1)
      fired.append((id, position))
    }
    return fired
  }

  private mutating func makeID() -> ID {
    count += 1
    return ID(number: count)
  }
}
