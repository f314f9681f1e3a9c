public import VitrineTiming

/// Tells when media times are reached: at an interval, or at given times. A value; its owner
/// says where the playing is and asks when to say so again.
public struct Observers: Sendable {
  public struct ID: Hashable, Sendable {
    let number: Int
  }

  private struct Periodic {
    let interval: Duration
    var next: HostTime
  }

  private struct Boundary {
    let times: [MediaTime]
    /// Also when a jump passes over a time.
    let includesJumps: Bool
  }

  private var periodic: [ID: Periodic] = [:]
  private var boundaries: [ID: Boundary] = [:]
  private var last: (run: Run, position: MediaTime)?
  /// Where the item was begun; what lies before was not reached.
  private var start = MediaTime.zero
  private var count = 0

  public init() {}

  public var isEmpty: Bool { periodic.isEmpty && boundaries.isEmpty }

  /// Fires every `interval` from `now` on.
  public mutating func addPeriodic(every interval: Duration, now: HostTime) -> ID {
    let id = makeID()
    let step = max(interval, .milliseconds(10))
    periodic[id] = Periodic(interval: step, next: now + step)
    return id
  }

  /// Fires once at each crossing of one of `times`, forwards; with `includesJumps` also for
  /// those that a skip forwards passes over.
  public mutating func addBoundary(_ times: [MediaTime], includesJumps: Bool = false) -> ID {
    let id = makeID()
    boundaries[id] = Boundary(times: times.sorted(), includesJumps: includesJumps)
    return id
  }

  public mutating func remove(_ id: ID) {
    periodic[id] = nil
    boundaries[id] = nil
  }

  /// The playing of `run` is at `position`: which observers are to be told, each with the time
  /// that was reached (its own position for periodic ones). While it stands the periodic ones are not told.
  public mutating func advance(
    to position: MediaTime, of run: Run, isJump: Bool, stands: Bool = false, now: HostTime
  ) -> [(ID, MediaTime)] {
    var fired = stands ? [] : firePeriodic(position, now)
    defer { last = (run, position) }
    for (id, boundary) in boundaries {
      let times = boundary.times.filter { time in
        // What the playing lands on exactly is reached, not jumped over.
        if isJump, time == position { return last?.position != position }
        return (!isJump || boundary.includesJumps) && isCrossed(time, by: position, isJump)
      }
      fired += times.map { (id, $0) }
    }
    return fired
  }

  /// A new item begins at `start`: nothing of it was reached yet.
  public mutating func begin(_ run: Run, from start: MediaTime = .zero) {
    (last, self.start) = (nil, start)
  }

  /// The next boundary after `position`; what is due before that are the periodic ones.
  public func nextBoundary(after position: MediaTime) -> MediaTime? {
    boundaries.values.compactMap { $0.times.first { $0 > position } }.min()
  }

  public var nextPeriodic: HostTime? { periodic.values.map(\.next).min() }

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
