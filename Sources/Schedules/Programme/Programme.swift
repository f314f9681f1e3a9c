internal import VitrineTiming

/// What is shown when, of the items of a list: windows, levels, showings per hour and shares of the
/// time. Pure: it is asked at the moments at which something else may begin, and told what was shown.
///
/// The highest level with an item that can be shown has the screen; what is missing gives way. In it
/// campaigns whose turn in the hour has come are first. The others share the time by their weights, or
/// take turns in the list's order where none is said.
public struct Programme: Sendable {
  public let items: [ScheduledItem]
  private(set) var clock: WallClock
  private var doors: [Door]
  private var shares: ShareTree
  /// Items that cannot be shown now.
  public var absent: Set<Int> = [] { didSet { if absent != oldValue { validity = nil } } }
  /// Whether the machine's clock is to be believed.
  public var isClockTrusted = true { didSet { if isClockTrusted != oldValue { validity = nil } } }

  /// The levels that have open items, from the highest, while `validity` lasts.
  private(set) var tiers: [Tier] = []
  private var contest: [Int] = []
  private var validity: Range<Int64>?
  /// The one that was looked up last.
  private var hour: Range<Int64> = 0..<0

  struct Tier: Hashable {
    let level: Level
    let members: [Int]
  }

  /// Whether an item's windows are open, as it was looked up last.
  private struct Door {
    var spell = Condition.Spell(isOpen: false)
    var validity: Range<Int64>?
  }

  /// What is shown.
  public struct Choice: Hashable, Sendable {
    public let item: Int
    public let level: Level
  }

  public init(_ items: [ScheduledItem], _ clock: WallClock, shuffleSeed: UInt64? = nil) {
    (self.items, self.clock) = (items, clock)
    doors = Array(repeating: Door(), count: items.count)
    shares = ShareTree(items, shuffleSeed: shuffleSeed)
  }

  /// What begins at this moment; nil where nothing can be shown.
  public mutating func choose(at moment: Moment) -> Choice? {
    refresh(at: moment.second)
    shares.dismiss()
    let hour = lookUpHour(at: moment)
    for tier in tiers {
      shares.activate(tier.members)
      shares.attend(at: moment, hour)
      if let item = shares.pick(at: moment, hour) {
        shares.keep(until: moment + items[item].length)
        return Choice(item: item, level: tier.level)
      }
    }
    if shares.hasHourly {
      shares.keep(until: nextChange(after: moment).map { Moment(second: $0) } ?? moment)
    }
    return nil
  }

  /// Those who have none do not ask.
  private mutating func lookUpHour(at moment: Moment) -> Range<Int64> {
    if shares.hasHourly, !hour.contains(moment.second) { hour = clock.hourSpan(at: moment.second) }
    return hour
  }

  /// The first second after `moment` at which another choice may be right, though nothing has been shown
  /// since; nil where there is none.
  public mutating func nextChange(after moment: Moment) -> Int64? {
    let due = shares.nextDue(after: moment, lookUpHour(at: moment))
    return [due, nextEdge(after: moment)].compactMap(\.self).min()
  }

  /// An item's showing begins.
  public mutating func noteBegin(of item: Int, at moment: Moment) {
    shares.noteBegin(of: item, hour: lookUpHour(at: moment).lowerBound)
  }

  /// It has ended, after so many seconds on screen.
  public mutating func noteEnd(of item: Int, shown seconds: Double) {
    shares.noteEnd(of: item, shown: max(0, seconds))
  }

  /// What has been shown so far, for the next programme.
  public var accounts: [String: Account] {
    get { shares.accounts }
    set { shares.accounts = newValue }
  }

  /// The items that stand on the highest level that has any, as of the last look.
  public var standing: [Int] { tiers.first?.members ?? [] }

  /// An item, or a list, with its part of the time.
  public struct Sharer: Hashable, Sendable {
    public let items: [Int]
    /// Of the time that is left beside what has so many showings an hour.
    public let part: Double
  }

  /// Who shares the time now, and how; empty where all take turns.
  public mutating func sharers() -> [Sharer] {
    guard let tier = tiers.first else { return [] }
    shares.activate(tier.members)
    return shares.sharers()
  }

  /// Whether an item's windows are open.
  public func isOpen(_ item: Int, at moment: Moment) -> Bool {
    items[item].rules.conditions.spell(at: moment.second, clock).isOpen
  }

  /// The place's clocks are others from now on: all windows are looked up again.
  public mutating func exchange(_ clock: WallClock) {
    self.clock = clock
    hour = 0..<0
    shares.interrupt()
    doors = Array(repeating: Door(), count: items.count)
    validity = nil
  }

  /// Goes on where another list was left.
  public mutating func succeed(_ old: Programme) {
    shares.succeed(old.shares)
    isClockTrusted = old.isClockTrusted
  }

  /// The items whose windows are open at a moment and that claim the screen alone, where several do: who
  /// wins, and who does not.
  public mutating func contest(at moment: Moment) -> [Int] {
    refresh(at: moment.second)
    return contest
  }

  /// The first second after `moment` at which other windows are open, or what can be shown is another; nil where
  /// all stays as it is.
  mutating func nextEdge(after moment: Moment) -> Int64? {
    refresh(at: moment.second)
    return validity.flatMap { $0.upperBound == .max ? nil : $0.upperBound }
  }
}

// Which items stand on which level.
extension Programme {
  private mutating func refresh(at second: Int64) {
    if let validity, validity.contains(second) { return }
    var end = Int64.max
    for index in items.indices {
      if doors[index].validity?.contains(second) != true { look(at: index, second) }
      end = min(end, doors[index].validity?.upperBound ?? .max)
    }
    // bound: the end is none before the beginning
    validity = second..<max(end, second +| 1)
    tiers = makeTiers(at: second)
  }

  private mutating func look(at index: Int, _ second: Int64) {
    let spell = items[index].rules.conditions.spell(at: second, clock)
    doors[index].spell = spell
    // bound: the end is none before the beginning
    doors[index].validity = second..<max(spell.until ?? .max, second +| 1)
  }

  private mutating func makeTiers(at second: Int64) -> [Tier] {
    var members: [Level: [Int]] = [:]
    var others: [Int] = []
    for index in items.indices where isOpen(index) && !absent.contains(index) {
      let rules = items[index].rules
      guard let level = level(of: rules) else {
        if isClockTrusted, rules.effectiveMode == .interleave { others.append(index) }
        continue
      }
      members[level, default: []].append(index)
    }
    let exclusives = exclusives(at: second)
    contest = exclusives.count > 1 ? exclusives.map(\.members[0]) : []
    if let winner = exclusives.first {
      for level in members.keys {
        if case .exclusive = level { members[level] = nil }
      }
      members[winner.level] = winner.members
    }
    if members.isEmpty, !others.isEmpty { members[.rest(priority: 0)] = [] }
    return members.sorted { $0.key > $1.key }.map { level, members in
      switch level {
      case .override, .exclusive: Tier(level: level, members: members)
      case .replace, .rest, .fill: Tier(level: level, members: (members + others).sorted())
      }
    }
  }

  /// By a clock that is not to be trusted windows mean nothing: what has them is not shown, but for what is there
  /// for that case.
  private func isOpen(_ index: Int) -> Bool {
    let rules = items[index].rules
    guard !isClockTrusted, !rules.isOverride else { return doors[index].spell.isOpen }
    return rules.conditions.isEmpty || rules.effectiveMode == .clockless
  }

  /// Nil for what stands on none, or with all of them.
  private func level(of rules: ShowingRules) -> Level? {
    if rules.isOverride { return .override }
    let priority = rules.priority
    guard isClockTrusted else {
      switch rules.effectiveMode {
      case .clockless: return .replace(priority: priority)
      case .rest: return .rest(priority: priority)
      case .fill: return .fill(priority: priority)
      case .exclusive, .replace, .interleave: return nil
      }
    }
    switch rules.effectiveMode {
    case .exclusive: return .exclusive(priority: priority)
    case .replace: return .replace(priority: priority)
    case .rest: return .rest(priority: priority)
    case .fill: return .fill(priority: priority)
    case .interleave, .clockless: return nil
    }
  }

  private struct Exclusive {
    var level: Level
    let first: Int
    var members: [Int] = []
  }

  /// Those that claim the screen alone, the winner first: by priority, by the later beginning, by the
  /// list's order.
  private func exclusives(at second: Int64) -> [Exclusive] {
    guard isClockTrusted else { return [] }
    var owners: [String: Exclusive] = [:]
    for index in items.indices where doors[index].spell.isOpen && !absent.contains(index) {
      let rules = items[index].rules
      guard rules.effectiveMode == .exclusive, !rules.isOverride else { continue }
      let owner = rules.modeOwner.isEmpty ? "item \(index)" : rules.modeOwner
      let level = Level.exclusive(priority: rules.priority)
      // What stands together has its beginning with its first member that is open, and the priority of
      // its highest.
      var exclusive = owners[owner] ?? Exclusive(level: level, first: index)
      exclusive.level = max(exclusive.level, level)
      exclusive.members.append(index)
      owners[owner] = exclusive
    }
    guard owners.count > 1 else { return Array(owners.values) }
    let beginnings = owners.mapValues {
      items[$0.first].rules.conditions.since(at: second, clock)?.seconds ?? .min
    }
    return owners.sorted { a, b in
      if a.value.level != b.value.level { return a.value.level > b.value.level }
      let (begin, other) = (beginnings[a.key] ?? .min, beginnings[b.key] ?? .min)
      return begin != other ? begin > other : a.value.first < b.value.first
    }.map(\.value)
  }
}
