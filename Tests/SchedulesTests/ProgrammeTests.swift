import Foundation
import Testing
import VitrineFakes

@testable import VitrineSchedules

private let isSoak = ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1"
/// 2026-01-01 00:00 UTC.
private let newYear: Int64 = 1_767_225_600
private let year: Int64 = 365 * 86400

/// The invariants of every schedule, on random schedules.
@Suite("A programme")
struct ProgrammeTests {
  /// The current items at a moment, computed without memory.
  private struct Plain {
    let items: [ScheduledItem]
    let clock: WallClock

    func open(at second: Int64) -> [Int] {
      items.indices.filter { items[$0].rules.conditions.state(at: second, clock).isOpen }
    }

    func level(of index: Int) -> Level? {
      let rules = items[index].rules
      return switch rules.effectiveMode {
      case .exclusive: .exclusive(priority: rules.priority)
      case .replace: .replace(priority: rules.priority)
      case .rest: .rest(priority: rules.priority)
      case .fill: .fill(priority: rules.priority)
      case .interleave, .clockless: nil
      }
    }
  }

  private func clock(_ seed: Int) throws -> WallClock {
    try zone(ZoneRulesTests.places[seed % 4]).clock
  }

  @Test("Every second has one result, which applies until the stated second", arguments: 0..<8)
  func answers(part: Int) throws {
    let count = isSoak ? 1250 : 50
    for number in 0..<count {
      let seed = part * count + number
      var random = RandomSchedule(seed)
      let (items, clock) = (try random.items(), try clock(seed))
      let plain = Plain(items: items, clock: clock)
      var programme = Programme(items, clock)
      // The whole year if there is time; otherwise a different part of it for each.
      let whole = isSoak || number == 0
      var now = newYear + (whole ? 0 : Int64(random.below(360)) * 86400)
      let end = whole ? newYear + year : now + 86400
      while now < end {
        let moment = Moment(second: now)
        let choice = programme.choose(at: moment)
        let open = plain.open(at: now)
        if let choice { try check(choice, open, plain) }
        // An open item with a position shows, unless it has had this hour's showings.
        let mustShow = open.contains {
          items[$0].rules.perHour == nil && plain.level(of: $0) != nil
            && items[$0].rules.campaigns.allSatisfy { $0.perHour == nil }
        }
        #expect(choice != nil || !mustShow, "\(seed) at \(now)")
        let next = programme.nextChange(after: moment) ?? end
        #expect(next > now)
        let between = now + Int64.random(in: 0..<max(next - now, 1), using: &random.dice)
        #expect(plain.open(at: between) == open, "\(seed): \(now), \(between), \(next)")
        now = next
      }
    }
  }

  private func check(_ choice: Programme.Choice, _ open: [Int], _ plain: Plain) throws {
    #expect(open.contains(choice.item))
    let levels = open.compactMap(plain.level)
    let able = open.filter {
      plain.items[$0].rules.perHour == nil
        && plain.items[$0].rules.campaigns.allSatisfy { $0.perHour == nil }
    }
    let highest = able.compactMap(plain.level).max()
    // Nothing lower shows while something higher can.
    if let highest { #expect(choice.level >= highest) }
    // Exclusive items shown together have the priority of their highest.
    if let own = plain.level(of: choice.item), own < .exclusive(priority: .min) {
      #expect(own == choice.level)
    }
    if case .exclusive(let priority) = choice.level {
      #expect(levels.contains(.exclusive(priority: priority)))
      #expect(plain.items[choice.item].rules.effectiveMode == .exclusive)
    }
  }

  @Test("Two exclusive items are never shown in rotation", arguments: 0..<4)
  func exclusives(part: Int) throws {
    let count = isSoak ? 5000 : 400
    for number in 0..<count {
      var random = RandomSchedule(part * count + number)
      var items = try random.items(2...6)
      items = items.map { item in
        var rules = item.rules
        rules.mode = .exclusive
        return ScheduledItem(key: item.key, rules: rules, length: item.length)
      }
      var programme = Programme(items, try clock(number))
      var now = newYear + Int64(random.below(360)) * 86400
      for _ in 0..<20 {
        guard programme.choose(at: Moment(second: now)) != nil else {
          now += 3600
          continue
        }
        let first = programme.tiers.filter { if case .exclusive = $0.level { true } else { false } }
        #expect(first.count == 1)
        #expect(
          Set(
            first[0].members.map {
              items[$0].rules.modeOwner + "\(items[$0].rules.modeOwner.isEmpty ? $0 : -1)"
            }
          ).count == 1)
        now += 1800
      }
    }
  }

  @Test("Every share is within one showing of its target at every transition", arguments: 0..<4)
  func shares(part: Int) throws {
    let count = isSoak ? 1000 : 60
    for number in 0..<count {
      var random = RandomSchedule(part * count + number)
      let weights = (0..<2 + random.below(9)).map { _ in 1 + random.below(20) }
      let items = weights.enumerated().map { index, weight in
        var rules = ShowingRules()
        rules.weight = weight
        return ScheduledItem(key: "\(index)", rules: rules, length: Double(1 + random.below(90)))
      }
      var rehearsal = Rehearsal(
        Programme(items, ZoneRules.utc.clock), from: Moment(second: newYear),
        until: Moment(second: newYear + 400_000))
      var shown = Array(repeating: 0.0, count: items.count)
      let longest = items.map(\.length).max() ?? 0
      let sum = Double(weights.reduce(0, +))
      for _ in 0..<400 {
        let next = rehearsal.next()
        let showing = try #require(next)
        shown[try #require(showing.choice).item] += showing.end - showing.begin
        let whole = shown.reduce(0, +)
        for (weight, time) in zip(weights, shown) {
          #expect(abs(time - whole * Double(weight) / sum) < longest)
        }
      }
    }
  }

  @Test("Lists also share, and their entries divide the list's share")
  func sharesOfLists() throws {
    func item(_ key: String, _ list: String, _ share: Int, _ own: Int?, _ length: Double)
      -> ScheduledItem
    {
      var rules = ShowingRules()
      rules.campaigns = [ShowingRules.Campaign(key: list, title: list, weight: share)]
      rules.weight = own
      return ScheduledItem(key: key, rules: rules, length: length)
    }
    let items = [
      item("a", "x", 3, 2, 10), item("b", "x", 3, 1, 20), item("c", "y", 1, nil, 15),
      item("d", "y", 1, nil, 5),
    ]
    var rehearsal = Rehearsal(
      Programme(items, ZoneRules.utc.clock), from: Moment(second: newYear),
      until: Moment(second: newYear + 36_000))
    var (shown, order) = (Array(repeating: 0.0, count: 4), [Int]())
    while let showing = rehearsal.next(), let choice = showing.choice {
      shown[choice.item] += showing.end - showing.begin
      order.append(choice.item)
    }
    #expect(abs(shown[0] + shown[1] - 27_000) < 20)
    #expect(abs(shown[0] - 18_000) < 20 && abs(shown[1] - 9000) < 20)
    // In the list without weights, each item has its turn.
    let turns = order.filter { $0 > 1 }
    #expect(zip(turns, turns.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(
    "Hourly showings are exact in every full hour and never exceeded", arguments: 1...12)
  func perHour(count: Int) throws {
    var (campaign, other) = (ShowingRules(), ShowingRules())
    campaign.perHour = count
    other.weight = 1
    let items = [
      ScheduledItem(key: "advert", rules: campaign, length: 12),
      ScheduledItem(key: "film", rules: other, length: 43),
      ScheduledItem(key: "clip", rules: other, length: 17),
    ]
    for place in ZoneRulesTests.places.prefix(6) {
      let rules = try zone(place)
      for date in try daysOfChange(rules) + [civil("2026-07-01 00:00").date] {
        let begin = rules.clock.moment(of: CivilTime(date), after: 0)
        let end = rules.clock.moment(of: CivilTime(CivilDate(day: date.day + 1)), after: begin)
        var rehearsal = Rehearsal(
          Programme(items, rules.clock), from: Moment(second: begin), until: Moment(second: end))
        var shown: [WallHour: Int] = [:]
        while let showing = rehearsal.next() {
          guard showing.choice?.item == 0 else { continue }
          shown[WallHour(at: showing.begin.second, rules), default: 0] += 1
        }
        // The proportional part of the hour if clocks move within it.
        let wanted = hours(from: begin, to: end, rules).mapValues {
          Int((Double(count * $0) / 60).rounded(.up))
        }
        #expect(shown == wanted, "\(place) \(date.text)")
      }
    }
  }

  /// An hour of local time; a repeated hour is two.
  private struct WallHour: Hashable {
    let number: Int64
    let offset: Int

    init(at second: Int64, _ rules: ZoneRules) {
      offset = rules.offset(at: second)
      number = (second + Int64(offset)) / 3600
    }
  }

  /// Every hour of a day with its number of minutes.
  private func hours(from begin: Int64, to end: Int64, _ rules: ZoneRules) -> [WallHour: Int] {
    stride(from: begin, to: end, by: 60).reduce(into: [:]) { hours, second in
      hours[WallHour(at: second, rules), default: 0] += 1
    }
  }

  /// The days of 2026 on which a place's clocks change.
  private func daysOfChange(_ rules: ZoneRules) throws -> [CivilDate] {
    let changes = stride(from: newYear, to: newYear + year, by: 3600).filter {
      rules.offset(at: $0) != rules.offset(at: $0 + 3600)
    }
    return changes.map { CivilTime(seconds: $0 + Int64(rules.offset(at: $0))).date }
  }

  @Test("The time zones change their clocks within the tested range")
  func changes() throws {
    let days = try ZoneRulesTests.places.prefix(6).map { place in
      try daysOfChange(zone(place)).map(\.text)
    }
    #expect(days[1] == ["2026-03-08", "2026-11-01"] && days[2] == ["2026-04-05", "2026-10-04"])
    #expect(days[3] == ["2026-02-15", "2026-03-22"] && days[4].isEmpty)
  }

  @Test(
    "A window has no effect outside itself, and splitting it has no effect at all", arguments: 0..<4
  )
  func windows(part: Int) throws {
    for number in 0..<(isSoak ? 250 : 40) {
      var random = RandomSchedule(part * 250 + number)
      let (items, clock) = (try random.items(hourly: false), try clock(number))
      var more = ShowingRules()
      more.conditions = [
        Condition(table: TimeTable(showing: [try TimeTable.Row("mon-sun 10:00-12:00")]))
      ]
      var parts = more
      parts.conditions = [
        Condition(
          table: TimeTable(showing: [
            try TimeTable.Row("mon-sun 10:00-10:45"), try TimeTable.Row("mon-sun 10:45-12:00"),
          ]))
      ]
      var without = Programme(items, clock)
      var with = Programme(items + [ScheduledItem(key: "more", rules: more, length: 10)], clock)
      var split = Programme(items + [ScheduledItem(key: "more", rules: parts, length: 10)], clock)
      for _ in 0..<20 {
        let second = newYear + Int64(random.below(Int(year)))
        let moment = Moment(second: second)
        _ = (without.choose(at: moment), with.choose(at: moment), split.choose(at: moment))
        #expect(with.tiers == split.tiers)
        if !more.conditions.state(at: second, clock).isOpen { #expect(with.tiers == without.tiers) }
      }
    }
  }

  @Test("A place without clock changes is UTC, shifted", arguments: 0..<(isSoak ? 4000 : 400))
  func shifted(seed: Int) throws {
    var random = RandomSchedule(seed)
    // By whole hours: campaign hours start with the clock's hours.
    let (items, shift) = (try random.items(), Int64(random.below(24) - 12) * 3600)
    let begin = newYear + Int64(random.below(360)) * 86400
    var here = Rehearsal(
      Programme(items, WallClock { _ in Int(shift) }), from: Moment(second: begin),
      until: Moment(second: begin + 7200))
    var there = Rehearsal(
      Programme(items, ZoneRules.utc.clock), from: Moment(second: begin + shift),
      until: Moment(second: begin + shift + 7200))
    while let a = here.next(), let b = there.next() {
      #expect(a.choice == b.choice && b.begin - a.begin == Double(shift))
    }
  }

  @Test(
    "A restart at any transition continues as if uninterrupted",
    arguments: 0..<(isSoak ? 10_000 : 1000))
  func replay(seed: Int) throws {
    var random = RandomSchedule(seed)
    let (items, clock) = (try random.items(), try clock(seed))
    let begin = Moment(second: newYear + Int64(random.below(360)) * 86400)
    var whole = Rehearsal(Programme(items, clock), from: begin, until: begin + 7200)
    for _ in 0..<random.below(60) { _ = whole.next() }
    var again = Programme(items, clock)
    again.accounts = whole.programme.accounts
    var rest = Rehearsal(again, from: whole.now, until: begin + 7200)
    for _ in 0..<60 { #expect(whole.next() == rest.next()) }
  }

  @Test("A missing item yields, and an override never yields")
  func levels() throws {
    func item(_ key: String, _ change: (inout ShowingRules) -> Void) -> ScheduledItem {
      var rules = ShowingRules()
      change(&rules)
      return ScheduledItem(key: key, rules: rules, length: 10)
    }
    let day = Condition(table: TimeTable(showing: [try TimeTable.Row("mon-sun 08:00-20:00")]))
    let items = [
      item("fill") { $0.mode = .fill }, item("rest") { _ in },
      item("day") { $0.conditions = [day] },
      item("sale") { ($0.conditions, $0.priority) = ([day], 1) },
      item("alone") { ($0.conditions, $0.mode) = ([day], .exclusive) },
      item("alarm") { ($0.isOverride, $0.conditions) = (true, [Condition(end: newYear + 50_000)]) },
      item("unset") { $0.mode = .clockless },
    ]
    var programme = Programme(items, ZoneRules.utc.clock)
    let noon = Moment(second: newYear + 43_200)
    for missing in [
      [], [5], [5, 4], [5, 4, 3], [5, 4, 3, 2], [5, 4, 3, 2, 1], [5, 4, 3, 2, 1, 0],
    ] {
      programme.absent = Set(missing)
      #expect(
        programme.choose(at: noon).map { items[$0.item].key }
          == ["alarm", "alone", "sale", "day", "rest", "fill", nil][missing.count])
    }
    programme.absent = []
    #expect(programme.choose(at: Moment(second: newYear + 50_000))?.item == 4)
    #expect(programme.nextChange(after: noon) == newYear + 50_000)
    programme.isClockTrusted = false
    #expect(programme.choose(at: Moment(second: 5))?.item == 5)
    programme.absent = [5]
    #expect(programme.choose(at: Moment(second: 5))?.item == 6)
    programme.absent = [5, 6]
    #expect(programme.choose(at: Moment(second: 5))?.item == 1)
  }

  @Test(
    "With an untrusted clock, items with windows do not show, except those for that case"
  )
  func untrusted() {
    func item(_ mode: ShowingRules.Mode?, _ conditions: [Condition] = []) -> ScheduledItem {
      var rules = ShowingRules()
      (rules.mode, rules.conditions) = (mode, conditions)
      return ScheduledItem(
        key: "\(mode.debugDescription) \(conditions.count)", rules: rules, length: 10)
    }
    // Long past, but still open by the current clock.
    let over = Condition(end: newYear)
    let items = [
      item(.rest, [over]), item(.fill, [over]), item(.clockless, [over]), item(nil), item(.fill),
    ]
    var programme = Programme(items, ZoneRules.utc.clock)
    programme.isClockTrusted = false
    for second in [newYear - 100, newYear + 100] {
      for (absent, expected) in [([], 2), ([2], 3), ([2, 3], 4), ([2, 3, 4], nil)]
        as [(Set<Int>, Int?)]
      {
        programme.absent = absent
        #expect(programme.choose(at: Moment(second: second))?.item == expected, "\(absent)")
      }
    }
  }

  @Test("Among fillers, only the highest priority shows")
  func fills() {
    let items = [0, 5].map { priority in
      var rules = ShowingRules()
      (rules.mode, rules.priority) = (.fill, priority)
      return ScheduledItem(key: "\(priority)", rules: rules, length: 10)
    }
    var programme = Programme(items, ZoneRules.utc.clock)
    let shown = (0..<6).map { programme.choose(at: Moment(second: newYear + $0 * 10))?.item }
    #expect(shown.allSatisfy { $0 == 1 })
    programme.absent = [1]
    #expect(programme.choose(at: Moment(second: newYear + 60))?.item == 0)
  }

  @Test("Without weights, each item has one turn per round, in order or shuffled")
  func turns() {
    let items = (0..<7).map { ScheduledItem(key: "\($0)", length: Double(5 + $0)) }
    for seed in [nil, 3, 4] as [UInt64?] {
      var rehearsal = Rehearsal(
        Programme(items, ZoneRules.utc.clock, shuffleSeed: seed), from: Moment(second: newYear),
        until: Moment(second: newYear + 3600))
      let order = (0..<28).map { _ in rehearsal.next()?.choice?.item ?? -1 }
      for round in 0..<4 { #expect(Set(order[round * 7..<round * 7 + 7]) == Set(0..<7)) }
      #expect(zip(order, order.dropFirst()).allSatisfy { $0 != $1 })
      if seed == nil { #expect(Array(order.prefix(7)) == Array(0..<7)) }
    }
  }

  @Test("A new list continues after the last shown item, or after its remaining successors")
  func succession() {
    func programme(_ keys: [String]) -> Programme {
      Programme(keys.map { ScheduledItem(key: $0, length: 10) }, ZoneRules.utc.clock)
    }
    var old = programme(["a", "b", "c", "d", "e"])
    let now = Moment(second: newYear)
    for item in 0..<3 { old.recordStart(of: item, at: now) }
    for (keys, next) in [
      (["x", "c", "d"], "d"), (["a", "b", "d", "e"], "d"), (["d", "a"], "d"), (["x"], "x"),
      (["e", "b", "x"], "x"),
    ] {
      var new = programme(keys)
      new.succeed(old)
      #expect(new.choose(at: now).map { keys[$0.item] } == next, "\(keys)")
    }
  }
}
