/// When an item or list may be shown: between two dates or times, and within the windows of a table
/// and a calendar. Half-open: the end is excluded.
public struct Condition: Hashable, Sendable {
  /// In local time; nil for no start or no end.
  public var from: CivilTime?
  public var until: CivilTime?
  /// Nil is always open.
  public var table: TimeTable?
  /// Nil is always open.
  public var calendar: CalendarTimes?
  /// In seconds since 1970-01-01 00:00 UTC; nil for no end.
  public var end: Int64?

  public init(
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
  struct Spell: Hashable {
    var isOpen: Bool
    /// Nil if it never changes.
    var until: Int64?
  }

  func spell(at second: Int64, _ clock: WallClock) -> Spell {
    if let end, second >= end { return Spell(isOpen: false) }
    let time = clock.time(at: second)
    func moment(of time: CivilTime?) -> Int64? {
      time.map { clock.moment(of: $0, after: second) }
    }
    if let until, time >= until { return Spell(isOpen: false) }
    if let from, time < from { return Spell(isOpen: false, until: moment(of: from)) }
    var next = [moment(of: until), end].compactMap(\.self).min()
    var isOpen = true
    if let table {
      isOpen = table.state(at: time)
      if let change = moment(of: table.nextChange(after: time)) {
        next = min(next ?? change, change)
      }
    }
    if let spell = calendar?.spell(at: second, clock) {
      isOpen = isOpen && spell.isOpen
      next = [next, spell.until].compactMap(\.self).min()
    }
    return Spell(isOpen: isOpen, until: next)
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
  func spell(at second: Int64, _ clock: WallClock) -> Condition.Spell {
    var whole = Condition.Spell(isOpen: true)
    for condition in self {
      let spell = condition.spell(at: second, clock)
      whole.isOpen = whole.isOpen && spell.isOpen
      whole.until = [whole.until, spell.until].compactMap(\.self).min()
    }
    return whole
  }

  /// Returns since when all conditions have been open. Call it while they are.
  func since(at second: Int64, _ clock: WallClock) -> CivilTime? {
    compactMap { $0.since(at: second, clock) }.max()
  }
}
