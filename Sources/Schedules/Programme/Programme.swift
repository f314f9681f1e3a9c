internal import VitrineTiming

/// The choice of the next item, by windows, levels, showings per hour and shares of the time. Pure:
/// the caller asks when something may start, and reports each showing.
///
/// The highest level with an eligible item has the screen; absent items are skipped. Within the
/// level, items and campaigns with a due showing in the hour come first. The others share the time
/// by their weights, or take turns in the list's order if no weights are given.
package struct Programme: Sendable {
  package let items: [ScheduledItem]
  private(set) var clock: WallClock
  private var states: [CachedState]
  private var shares: ShareTree
  /// Items that cannot be shown now.
  package var absent: Set<Int> = [] { didSet { if absent != oldValue { validity = nil } } }
  /// Whether the machine's clock is trusted.
  package var isClockTrusted = true { didSet { if isClockTrusted != oldValue { validity = nil } } }

  /// The levels with open items, highest first. Valid in `validity`.
  private(set) var tiers: [Tier] = []
  private var conflict: [Int] = []
  private var validity: Range<Int64>?
  /// The last hour that was looked up.
  private var hour: Range<Int64> = 0..<0

  struct Tier: Hashable {
    let level: Level
    let members: [Int]
  }

  /// A cached answer to whether an item's windows are open.
  private struct CachedState {
    var state = Condition.State(isOpen: false)
    var validity: Range<Int64>?
  }

  /// The item to show.
  package struct Choice: Hashable, Sendable {
    package let item: Int
    package let level: Level
  }

  package init(_ items: [ScheduledItem], _ clock: WallClock, shuffleSeed: UInt64? = nil) {
    self.items = items
    self.clock = clock
    states = Array(repeating: CachedState(), count: items.count)
    shares = ShareTree(items, shuffleSeed: shuffleSeed)
  }

  /// Returns the item that starts at this moment; nil if none can be shown.
  package mutating func choose(at moment: Moment) -> Choice? {
    refresh(at: moment.second)
    shares.beginChoice()
    let hour = lookUpHour(at: moment)
    for tier in tiers {
      shares.activate(tier.members)
      shares.evaluateHourly(at: moment, hour)
      if let item = shares.pick(at: moment, hour) {
        shares.markEligible(until: moment + items[item].length)
        return Choice(item: item, level: tier.level)
      }
    }
    if shares.hasHourly {
      shares.markEligible(until: nextChange(after: moment).map { Moment(second: $0) } ?? moment)
    }
    return nil
  }

  /// Avoids the look-up if no item needs it.
  private mutating func lookUpHour(at moment: Moment) -> Range<Int64> {
    if shares.hasHourly, !hour.contains(moment.second) { hour = clock.hourSpan(at: moment.second) }
    return hour
  }

  /// Returns the first second after `moment` at which the choice may change even if nothing is
  /// shown; nil if there is none.
  package mutating func nextChange(after moment: Moment) -> Int64? {
    let due = shares.nextDue(after: moment, lookUpHour(at: moment))
    return [due, nextEdge(after: moment)].compactMap(\.self).min()
  }

  /// Records the start of a showing.
  package mutating func recordStart(of item: Int, at moment: Moment) {
    shares.recordStart(of: item, hour: lookUpHour(at: moment).lowerBound)
  }

  /// Records the end of a showing, after `seconds` on screen.
  package mutating func recordEnd(of item: Int, shown seconds: Double) {
    shares.recordEnd(of: item, shown: max(0, seconds))
  }

  /// The accounts, for the next programme.
  package var accounts: [String: Account] {
    get { shares.accounts }
    set { shares.accounts = newValue }
  }

  /// The items of the highest level, at the last update.
  package var candidates: [Int] { tiers.first?.members ?? [] }

  /// An item or list with its share of the time.
  package struct Sharer: Hashable, Sendable {
    package let items: [Int]
    /// The share of the time that hourly showings leave.
    package let part: Double
  }

  /// Returns the current shares; empty if items take turns.
  package mutating func sharers() -> [Sharer] {
    guard let tier = tiers.first else { return [] }
    shares.activate(tier.members)
    return shares.sharers()
  }

  /// Whether an item's windows are open.
  package func isOpen(_ item: Int, at moment: Moment) -> Bool {
    items[item].rules.conditions.state(at: moment.second, clock).isOpen
  }

  /// Changes the time zone.
  package mutating func replaceClock(_ clock: WallClock) {
    self.clock = clock
    hour = 0..<0
    shares.interrupt()
    states = Array(repeating: CachedState(), count: items.count)
    validity = nil
  }

  /// Takes over the accounts of another list.
  package mutating func succeed(_ old: Programme) {
    shares.succeed(old.shares)
    isClockTrusted = old.isClockTrusted
  }

  /// Returns the eligible items that claim the screen exclusively, the winner first; empty unless
  /// there are several.
  package mutating func conflict(at moment: Moment) -> [Int] {
    refresh(at: moment.second)
    return conflict
  }

  /// Returns the first second after `moment` at which other windows are open or other items are
  /// eligible; nil if nothing changes.
  mutating func nextEdge(after moment: Moment) -> Int64? {
    refresh(at: moment.second)
    return validity.flatMap { $0.upperBound == .max ? nil : $0.upperBound }
  }
}

// Levels.
extension Programme {
  private mutating func refresh(at second: Int64) {
    if let validity, validity.contains(second) { return }
    var end = Int64.max
    for index in items.indices {
      if states[index].validity?.contains(second) != true { updateState(of: index, at: second) }
      end = min(end, states[index].validity?.upperBound ?? .max)
    }
    // bound: the end is never before the start
    validity = second..<max(end, second +| 1)
    tiers = makeTiers(at: second)
  }

  private mutating func updateState(of index: Int, at second: Int64) {
    let spell = items[index].rules.conditions.state(at: second, clock)
    states[index].state = spell
    // bound: the end is never before the start
    states[index].validity = second..<max(spell.until ?? .max, second +| 1)
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
    conflict = exclusives.count > 1 ? exclusives.map(\.members[0]) : []
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

  /// Under an untrusted clock, windows mean nothing: only items without windows and those for this
  /// case are shown.
  private func isOpen(_ index: Int) -> Bool {
    let rules = items[index].rules
    guard !isClockTrusted, !rules.isOverride else { return states[index].state.isOpen }
    return rules.conditions.isEmpty || rules.effectiveMode == .clockless
  }

  /// Returns nil for items that belong to no level or to all.
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

  /// Returns the owners of exclusive items, the winner first: the highest priority, then the latest
  /// start, then the list's order.
  private func exclusives(at second: Int64) -> [Exclusive] {
    guard isClockTrusted else { return [] }
    var owners: [String: Exclusive] = [:]
    for index in items.indices where states[index].state.isOpen && !absent.contains(index) {
      let rules = items[index].rules
      guard rules.effectiveMode == .exclusive, !rules.isOverride else { continue }
      let owner = rules.modeOwner.isEmpty ? "item \(index)" : rules.modeOwner
      let level = Level.exclusive(priority: rules.priority)
      // A group starts with its first open member, and has the priority of its highest.
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
