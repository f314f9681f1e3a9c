/// When an item or list may be shown: between two dates or times, and within the windows of a table
/// and a calendar. Half-open: the end is excluded.
package struct Condition: Hashable, Sendable {
  /// In local time; nil for no start or no end.
  package var from: CivilTime?
  package var until: CivilTime?
  /// Nil is always open.
  package var table: TimeTable?
  /// Nil is always open.
  package var calendar: CalendarTimes?
  /// In seconds since 1970-01-01 00:00 UTC; nil for no end.
  package var end: Int64?

  package init(
    from: CivilTime? = nil, until: CivilTime? = nil, table: TimeTable? = nil,
    calendar: CalendarTimes? = nil, end: Int64? = nil
  ) {
    self.from = from
    self.until = until
    self.table = table
    self.calendar = calendar
    self.end = end
  }

  /// Whether it is open, and the first second at which that may change.
  struct State: Hashable {
    var isOpen: Bool
    /// Nil if it never changes.
    var until: Int64?
  }

  func state(at second: Int64, _ clock: WallClock) -> State {
    if let end, second >= end { return State(isOpen: false) }
    let time = clock.time(at: second)
    func moment(of time: CivilTime?) -> Int64? {
      time.map { clock.moment(of: $0, after: second) }
    }
    if let until, time >= until { return State(isOpen: false) }
    if let from, time < from { return State(isOpen: false, until: moment(of: from)) }
    var next = [moment(of: until), end].compactMap(\.self).min()
    var isOpen = true
    if let table {
      isOpen = table.state(at: time)
      if let change = moment(of: table.nextChange(after: time)) {
        next = min(next ?? change, change)
      }
    }
    if let state = calendar?.state(at: second, clock) {
      isOpen = isOpen && state.isOpen
      next = [next, state.until].compactMap(\.self).min()
    }
    return State(isOpen: isOpen, until: next)
  }

  /// Whether its end has passed, so that it never opens again.
  func hasExpired(at second: Int64, _ clock: WallClock) -> Bool {
    (end ?? .max) <= second || until.map { clock.time(at: second) >= $0 } ?? false
  }

  /// Returns the local time since when it has been open; nil for always. Call it while open.
  func since(at second: Int64, _ clock: WallClock) -> CivilTime? {
    let last = table?.lastChange(before: clock.time(at: second))
    return [from, last, calendar?.since(at: second, clock)].compactMap(\.self).max()
  }
}

extension [Condition] {
  /// Returns whether all conditions are open.
  func state(at second: Int64, _ clock: WallClock) -> Condition.State {
    var all = Condition.State(isOpen: true)
    for condition in self {
      let state = condition.state(at: second, clock)
      all.isOpen = all.isOpen && state.isOpen
      all.until = [all.until, state.until].compactMap(\.self).min()
    }
    return all
  }

  /// Returns since when all conditions have been open. Call it while they are.
  func since(at second: Int64, _ clock: WallClock) -> CivilTime? {
    compactMap { $0.since(at: second, clock) }.max()
  }
}
