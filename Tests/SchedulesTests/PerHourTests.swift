import Testing

@testable import VitrineSchedules

/// Hourly showings in incomplete hours: after a start, a window's opening, or a break.
@Suite("Showings per hour")
struct PerHourTests {
  /// 2026-06-03 08:00 UTC.
  private static let eight: Int64 = 1_780_473_600
  private static let advert = 0

  private func at(_ minute: Int, _ second: Int = 0) -> Moment {
    Moment(second: Self.eight + Int64(minute * 60 + second))
  }

  /// An advert of 12 s beside others.
  private func items(_ count: Int) -> [ScheduledItem] { items(count) { _ in } }

  private func items(
    _ count: Int, _ change: (inout [ShowingRules]) throws -> Void
  ) rethrows -> [ScheduledItem] {
    var rules = [ShowingRules(), ShowingRules(), ShowingRules()]
    rules[0].perHour = count
    try change(&rules)
    return zip(rules, [12.0, 43, 17]).enumerated().map {
      ScheduledItem(key: "\($0)", rules: $1.0, length: $1.1)
    }
  }

  private func window(_ row: String) throws -> [Condition] {
    [Condition(table: TimeTable(showing: [try TimeTable.Row(row)]))]
  }

  /// When the advert shows, in seconds after eight.
  private func adverts(_ rehearsal: inout Rehearsal) -> [Double] {
    var times: [Double] = []
    while let showing = rehearsal.next() {
      if showing.choice?.item == Self.advert { times.append(showing.begin - at(0)) }
    }
    return times
  }

  private func adverts(_ items: [ScheduledItem], from begin: Moment, until end: Moment) -> [Double]
  {
    var rehearsal = Rehearsal(Programme(items, ZoneRules.utc.clock), from: begin, until: end)
    return adverts(&rehearsal)
  }

  /// Whether each follows the previous one after a gap, or later by at most the longest other
  /// item.
  private func isSpread(_ times: [Double], _ count: Int) -> Bool {
    let gap = 3600 / Double(count)
    return zip(times, times.dropFirst()).allSatisfy { $1 - $0 > gap - 44 && $1 - $0 < gap + 44 }
  }

  @Test(
    "The rest of the hour after a start gets its proportional part, without catching up",
    arguments: [(50, 4, 1), (31, 4, 2), (1, 4, 4), (59, 1, 1), (10, 12, 10), (20, 3, 2), (0, 6, 6)])
  func start(minute: Int, count: Int, expected: Int) {
    let times = adverts(items(count), from: at(minute), until: at(60))
    #expect(times.count == expected && times.first == Double(minute * 60))
    #expect(isSpread(times, count), "\(times)")
    // The next hour has its full number.
    let both = adverts(items(count), from: at(minute), until: at(120))
    #expect(both.count == expected + count && isSpread(both.filter { $0 >= 3600 }, count))
  }

  @Test(
    "The same applies after a window opens",
    arguments: [("08:50-10:00", 4, 1), ("08:20-08:55", 12, 7), ("08:00-09:00", 4, 4)])
  func window(row: String, count: Int, expected: Int) throws {
    let items = try items(count) { $0[0].conditions = try window("mon-sun " + row) }
    let times = adverts(items, from: at(-30), until: at(60))
    #expect(times.count == expected && isSpread(times, count), "\(times)")
    // Within the item that plays at the opening.
    let opening = Double(Int(row.dropFirst(3).prefix(2)) ?? 0) * 60
    #expect(times.first.map { (opening..<opening + 43).contains($0) } == true)
  }

  @Test("The same applies after a higher level ends")
  func level() throws {
    let items = try items(4) {
      ($0[1].mode, $0[1].conditions) = (.exclusive, try window("mon-sun 08:05-08:50"))
    }
    let times = adverts(items, from: at(-30), until: at(60))
    // At eight, and when it may show again.
    #expect(times.filter { $0 >= 0 }.count == 2 && times.last.map { $0 < 50 * 60 + 43 } == true)
  }

  @Test(
    "Showings delayed by a long film still happen: each full open hour gets all of them")
  func film() {
    let items =
      items(4) { $0[1].weight = 1 }
      + [ScheduledItem(key: "film", rules: ShowingRules(), length: 1700)]
    let times = adverts(items, from: at(0), until: at(240))
    for hour in 0..<4 {
      let range = Double(hour * 3600)..<Double(hour * 3600 + 3600)
      #expect(times.count { range.contains($0) } == 4, "\(hour): \(times)")
    }
  }

  @Test(
    "A restart within a minute continues seamlessly, and a long break is not caught up"
  )
  func breaks() {
    var first = Rehearsal(
      Programme(items(4), ZoneRules.utc.clock), from: at(0), until: at(16))
    #expect(adverts(&first).count == 2)
    for (minute, expected) in [(16, 2), (50, 1)] {
      var again = Programme(items(4), ZoneRules.utc.clock)
      again.accounts = first.programme.accounts
      var rest = Rehearsal(again, from: at(minute, 40), until: at(60))
      let times = adverts(&rest)
      #expect(times.count == expected, "\(minute): \(times)")
      if minute == 16 { #expect(times.first.map { $0 >= 1800 && $0 < 1843 } == true) }
    }
  }

  @Test("The due time is announced: nothing is due before the reported second")
  func changes() throws {
    let items = try items(7) {
      $0[0].conditions = try window("mon-sun 08:10-08:50")
      ($0[1].conditions, $0[2].conditions) = ($0[0].conditions, $0[0].conditions)
      ($0[1].perHour, $0[2].perHour) = (5, 11)
    }
    var programme = Programme(items, ZoneRules.utc.clock)
    var now = Self.eight
    while now < Self.eight + 3600 {
      let choice = programme.choose(at: Moment(second: now))
      if let item = choice?.item {
        programme.recordStart(of: item, at: Moment(second: now))
        now += 1
        continue
      }
      let change = programme.nextChange(after: Moment(second: now))
      let next = try #require(change)
      var other = programme
      #expect(next > now && (now..<next).allSatisfy { other.choose(at: Moment(second: $0)) == nil })
      now = next
    }
  }

  @Test("If clocks move by half an hour, the rest of the hour counts as a separate one")
  func halfHours() throws {
    let clock = try zone("Australia/Lord_Howe").clock
    // 2026-04-05 02:00 becomes 01:30, 2026-10-04 02:00 becomes 02:30: at 15:00 and 15:30 UTC.
    for (change, before) in [(1_775_314_800, 3600), (1_791_041_400, 3600)] as [(Int64, Int64)] {
      #expect(clock.offset(from: change) != clock.offset(from: change - 1))
      #expect(clock.hourSpan(at: change - 1) == change - before..<change)
      for second in [change, change + 1, change + 1799] {
        #expect(clock.hourSpan(at: second) == change..<change + 1800)
      }
      #expect(clock.hourSpan(at: change + 1800) == change + 1800..<change + 5400)
    }
  }

  @Test("Hourly accounts read back as written, and older formats are read too")
  func accounts() {
    var rehearsal = Rehearsal(
      Programme(items(7), ZoneRules.utc.clock), from: at(49, 13), until: at(58))
    _ = adverts(&rehearsal)
    let accounts = rehearsal.programme.accounts
    #expect(accounts["0"]?.delay ?? 0 > 0 && accounts["0"]?.until ?? 0 > Self.eight)
    let bytes = AccountsText.bytes(accounts)
    #expect(AccountsText.read(bytes) == accounts)
    let old = "vitrine accounts 1\nlag 0.0 hour 1780473600 shown 2 turns 2 0\nend\n"
    #expect(AccountsText.read(Array(old.utf8))?["0"]?.shown == 2)
    for line in ["delay -1 until 5", "delay nan until 5", "delay 1 until -5", "delay 1"] {
      let text = "vitrine accounts 1\nlag 0.0 hour 0 shown 0 turns 1 a\n\(line)\nend\n"
      #expect(AccountsText.read(Array(text.utf8)) == nil, "\(line)")
    }
  }
}
