import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

@testable import VitrinePlans

/// A player of a scheduled list, reduced to its queue: it plays one entry after the other.
private struct PlanScene {
  var plan: ShowPlan
  var state: PlaybackState
  var queue: Queue { state.queue }
  let lengths: [String: Double]
  var now: Moment
  /// The clock that is never set.
  private var host = HostTime(nanoseconds: 1_000_000_000)
  /// When the item on screen started, and how much of it was shown before.
  var begun: Moment
  var skipped = 0.0
  var isClockTrusted = true
  private var isLit = true
  /// The shown items with their second.
  var shown: [String] = []
  var broken: Set<String> = []

  init(
    _ list: ScheduledList, at now: Moment, _ lengths: [String: Double], isClockTrusted: Bool = true,
    accounts: [String: Account] = [:]
  ) {
    (self.now, begun, self.lengths) = (now, now, lengths)
    self.isClockTrusted = isClockTrusted
    plan = ShowPlan(list, ZoneRules.utc.clock, accounts: accounts)
    let clocks = ShowPlan.Clocks(now, isTrusted: isClockTrusted, host)
    let queue = Queue(plan.begin(at: clocks), loop: .queue)
    state = PlaybackState(queue: queue)
    _ = state.play()
    note()
  }

  var item: Item? { state.currentItem }

  private mutating func note() {
    while let item, broken.contains(item.location) { _ = state.goToNext() }
    shown.append(item?.name ?? "nothing")
    (begun, skipped) = (now, 0)
  }

  private var length: Double {
    guard let item else { return 1 }
    return lengths[item.location] ?? item.shownDuration.seconds
  }

  private var clocks: ShowPlan.Clocks { .init(now, isTrusted: isClockTrusted, host) }

  /// Sets the machine's clock.
  mutating func set(ahead seconds: Double) {
    (now, begun) = (now + seconds, begun + seconds)
  }

  /// Turns the display off for this time; the player stops.
  mutating func rest(_ minutes: Int) {
    isLit = false
    for _ in 0..<minutes {
      look()
      (now, begun, host) = (now + 60, begun + 60, host + .seconds(60))
    }
    look()
    isLit = true
  }

  /// Checks every second, as the service does, for this time.
  mutating func run(_ seconds: Int) {
    for _ in 0..<seconds {
      look()
      (now, host) = (now + 1, host + .seconds(1))
      while now - begun >= length - skipped {
        let over = now - begun - (length - skipped)
        _ = state.goToNext()
        note()
        begun = now + -over
      }
    }
  }

  var sight: ShowPlan.PlayerState {
    var sight = ShowPlan.PlayerState(entry: state.currentEntry, queue: state.queue.entries)
    sight.remaining = length - skipped - (now - begun)
    sight.position = milliseconds(skipped + (now - begun))
    sight.isLit = isLit
    return sight
  }

  /// Moves the machine to another time zone.
  mutating func move(ahead seconds: Int) { plan.replaceClock(WallClock { _ in seconds }) }

  mutating func look() { carryOut(plan.update(sight, at: clocks)) }

  /// Another queue has the screen until `resume`.
  mutating func suspend() {
    plan.suspend(sight, at: host)
    _ = state.perform(
      .edit(.replaceQueue(Queue([Item(path: "/alarm")], loop: .queue), from: nil)), position: .zero,
      picture: .zero)
  }

  mutating func resume() { carryOut(plan.resume(at: clocks)) }

  /// The program changes how the current item and the last entry are presented.
  mutating func present(_ change: ItemUpdate) {
    for entry in [nil, queue.entries.last?.id] {
      _ = state.perform(.update(change, of: entry), position: .zero, picture: .zero)
    }
  }

  private mutating func carryOut(_ effects: [ShowPlan.Effect]) {
    for effect in effects {
      switch effect {
      case .edit(let edit):
        let before = state.currentEntry
        _ = state.perform(.edit(edit), position: .zero, picture: .zero)
        if state.currentEntry != before, state.currentItem != nil { note() }
      case .seek(let position): skipped = position.seconds
      }
    }
  }
}

private func milliseconds(_ seconds: Double) -> MediaTime {
  MediaTime(Int64((seconds * 1000).rounded()), 1000)
}

/// A second of 2026-12-24, UTC.
private func second(_ time: String) throws -> Moment {
  Moment(second: try #require(CivilTime(text: "2026-12-24 " + time)).seconds)
}

@Suite("The plan of a scheduled list")
struct ShowPlanTests {
  private func item(_ path: String) -> Item { item(path) { _ in } }

  private func item(_ path: String, _ change: (inout ShowingRules) throws -> Void)
    rethrows -> Item
  {
    var item = Item(path: path)
    var rules = ShowingRules()
    try change(&rules)
    item.rules = rules
    return item
  }

  private func window(_ rows: String...) throws -> [Condition] {
    [Condition(table: TimeTable(showing: try rows.map { try TimeTable.Row($0) }))]
  }

  private func list(_ items: [Item], _ lengths: [String: Double]) throws -> ScheduledList {
    try #require(
      ScheduledList(items, lengths: lengths.mapValues { milliseconds($0) }, isShuffled: false)
    )
  }

  /// A day of windows, shares and campaigns.
  private func day() throws -> ([Item], [String: Double]) {
    let items = [
      try item("/a") { ($0.conditions, $0.weight) = (try window("mon-sun 08:00-08:03"), 3) },
      try item("/b") { ($0.conditions, $0.weight) = (try window("mon-sun 08:00-08:03"), 1) },
      try item("/c") { ($0.conditions, $0.perHour) = (try window("mon-sun 08:00-08:03"), 30) },
      try item("/d") { ($0.conditions, $0.mode) = (try window("mon-sun 08:03-08:04"), .exclusive) },
      item("/fill") { $0.mode = .fill },
    ]
    return (items, ["/a": 12, "/b": 15, "/c": 10, "/d": 10, "/fill": 10])
  }

  @Test("The plan matches the rehearsal, item by item")
  func asRehearsed() throws {
    let (items, lengths) = try day()
    let list = try list(items, lengths)
    for start in ["07:58:31", "08:00:00", "08:02:59"] {
      var scene = PlanScene(list, at: try second(start), lengths)
      scene.run(500)
      var rehearsal = Rehearsal(
        list.programme(ZoneRules.utc.clock), from: try second(start), until: try second("08:20:00"))
      let said = scene.shown.map { _ in
        rehearsal.next()?.choice.map { items[$0.item].name } ?? "nothing"
      }
      #expect(scene.shown == said, "\(start)")
      // The recorded campaign and level come from these.
      #expect(scene.item?.rules?.levelText == "fill")
    }
  }

  @Test(
    "Hourly showings also match, after a start within the hour and next to exclusive items")
  func hourlyAsRehearsed() throws {
    let items = [
      item("/a") { $0.weight = 2 }, item("/b") { $0.weight = 1 }, item("/h") { $0.perHour = 7 },
      try item("/i") { ($0.perHour, $0.conditions) = (20, try window("mon-sun 09:10-09:40")) },
      try item("/x") { ($0.mode, $0.conditions) = (.exclusive, try window("mon-sun 09:20-09:25")) },
    ]
    let lengths = ["/a": 12.0, "/b": 17, "/h": 9, "/i": 8, "/x": 11]
    let list = try list(items, lengths)
    for start in ["08:50:00", "08:07:31", "09:19:59"] {
      var scene = PlanScene(list, at: try second(start), lengths)
      scene.run(5000)
      var rehearsal = Rehearsal(
        list.programme(ZoneRules.utc.clock), from: try second(start), until: try second("12:00:00"))
      let said = scene.shown.map { _ in
        rehearsal.next()?.choice.map { items[$0.item].name } ?? "nothing"
      }
      #expect(scene.shown == said, "\(start)")
    }
  }

  @Test("Hourly showings do not catch up after a start or a long override")
  func hourlyBreaks() throws {
    let lengths = ["/a": 12.0, "/h": 9]
    let items = [item("/a"), item("/h") { $0.perHour = 6 }]
    var scene = PlanScene(try list(items, lengths), at: try second("08:35:00"), lengths)
    scene.run(600)
    #expect(scene.shown.count { $0 == "h" } == 1 && scene.shown.first == "h")
    scene.suspend()
    scene.now = try second("09:30:00")
    scene.resume()
    scene.run(590)
    #expect(scene.shown.count { $0 == "h" } == 2)
  }

  @Test(
    "A restart at any transition continues as if it had not happened", arguments: [false, true])
  func restarts(isShuffled: Bool) throws {
    let (windowed, lengths) = try day()
    let campaign = ShowingRules.Campaign(key: "/list", title: "list", weight: 2)
    let items =
      windowed + [
        item("/x") { $0.campaigns = [campaign] }, item("/y") { $0.campaigns = [campaign] },
        item("/z") { $0.weight = 1 }, item("/h") { $0.perHour = 20 },
      ]
    let times = lengths.merging(["/x": 8, "/y": 14, "/z": 9, "/h": 6]) { $1 }
    let list = try #require(
      ScheduledList(
        items, lengths: times.mapValues { milliseconds($0) }, isShuffled: isShuffled))
    var whole = PlanScene(list, at: try second("07:55:00"), times)
    whole.run(700)
    // Each runs the same list separately, up to one transition, and restarts there.
    var running = PlanScene(list, at: try second("07:55:00"), times)
    for edge in 1..<min(40, whole.shown.count - 12) {
      while running.shown.count < edge + 1 { running.run(1) }
      running.look()
      let text = AccountsText.bytes(running.plan.accounts)
      let accounts = try #require(AccountsText.read(text))
      var again = PlanScene(list, at: running.begun, times, accounts: accounts)
      again.run(80)
      let count = min(again.shown.count, whole.shown.count - edge)
      #expect(
        Array(again.shown.prefix(count)) == Array(whole.shown[edge..<edge + count]), "\(edge)")
    }
  }

  @Test(
    "A schedule continues, with the same accounts, while a program changes titles and covers",
    arguments: [ItemUpdate.title("Title"), .description("Words"), .cover("/cover.png")])
  func presentation(update: ItemUpdate) throws {
    let (items, lengths) = try day()
    let list = try list(items, lengths)
    var scene = PlanScene(list, at: try second("07:59:40"), lengths)
    var plain = scene
    for _ in 0..<80 {
      scene.present(update)
      scene.run(5)
      plain.run(5)
      #expect(scene.plan.accounts == plain.plan.accounts)
      #expect(scene.plan.isFollowed(by: scene.sight))
    }
    #expect(scene.shown == plain.shown && Set(scene.shown).count == 5)
    // Later plans keep what the program has set.
    scene.present(.title("Last"))
    scene.run(1)
    #expect(scene.queue.entries.contains { $0.item.title == "Last" })
  }

  @Test("The same item repeated is not a fault")
  func same() throws {
    let list = try list([item("/fill") { $0.mode = .fill }], ["/fill": 2])
    var scene = PlanScene(list, at: try second("08:00:00"), ["/fill": 2])
    scene.run(200)
    #expect(
      scene.shown == Array(repeating: "fill", count: scene.shown.count) && scene.shown.count > 90)
  }

  @Test("An interrupted item resumes after an override, and then its successor plays")
  func override() throws {
    let lengths = ["/film": 60.0, "/other": 30, "/third": 30]
    let items = [item("/film"), item("/other"), item("/third")]
    var scene = PlanScene(try list(items, lengths), at: try second("08:00:00"), lengths)
    scene.run(20)
    scene.suspend()
    scene.now = scene.now + 45
    scene.resume()
    #expect(scene.shown == ["film", "film"] && abs(scene.skipped - 20) < 1.5)
    scene.run(36)
    #expect(scene.shown == ["film", "film"])
    scene.run(40)
    #expect(scene.shown == ["film", "film", "other", "third"])
  }

  @Test("An interrupted item that may no longer show does not resume")
  func overrideBeyondWindow() throws {
    let lengths = ["/day": 60.0, "/fill": 30]
    let items = [
      try item("/day") { $0.conditions = try window("mon-sun 08:00-08:01") },
      item("/fill") { $0.mode = .fill },
    ]
    var scene = PlanScene(try list(items, lengths), at: try second("08:00:30"), lengths)
    scene.run(10)
    scene.suspend()
    scene.now = scene.now + 45
    scene.resume()
    scene.run(5)
    #expect(scene.shown == ["day", "fill"])
  }

  @Test("An interrupted item resumes in a list that has changed meanwhile")
  func overrideOverSuccession() throws {
    let lengths = ["/a": 60.0, "/b": 30, "/x": 30]
    var scene = PlanScene(
      try list([item("/a"), item("/b")], lengths), at: try second("08:00:00"), lengths)
    scene.run(20)
    scene.suspend()
    var next = ShowPlan(
      try list([item("/x"), item("/a"), item("/b")], lengths), ZoneRules.utc.clock)
    next.succeed(scene.plan)
    scene.plan = next
    scene.resume()
    scene.run(45)
    #expect(scene.shown == ["a", "a", "b"] && scene.plan.report(at: scene.now).next == "x")
  }

  @Test("Shares count both parts of an interrupted item")
  func overrideShares() throws {
    let lengths = ["/a": 40.0, "/b": 40]
    let items = [item("/a") { $0.weight = 1 }, item("/b") { $0.weight = 1 }]
    var scene = PlanScene(try list(items, lengths), at: try second("08:00:00"), lengths)
    scene.run(15)
    scene.suspend()
    scene.now = scene.now + 100
    scene.resume()
    scene.run(400)
    let counts = ["a", "b"].map { name in scene.shown.count { $0 == name } }
    #expect(scene.shown.prefix(4) == ["a", "a", "b", "a"] && abs(counts[0] - 1 - counts[1]) <= 1)
  }

  @Test("Shares count the shown time of an item of unknown length")
  func unknownLength() throws {
    let items = [item("/a") { $0.weight = 1 }, item("/b") { $0.weight = 1 }]
    let list = try list(items, ["/b": 10])
    var scene = PlanScene(list, at: try second("08:00:00"), ["/a": 60, "/b": 10])
    scene.run(1200)
    let counts = ["a", "b"].map { name in scene.shown.count { $0 == name } }
    #expect(abs(counts[0] * 60 - counts[1] * 10) <= 60, "\(scene.shown)")
  }

  @Test(
    "Clock changes and time with the display off do not count as time on screen",
    arguments: [Double(-172_800), 0, 5400, 172_800], [0, 64 * 60])
  func timeOnScreen(leap: Double, darkMinutes: Int) throws {
    let items = [item("/stream") { $0.weight = 1 }, item("/b") { $0.weight = 1 }]
    // The stream's length is not known in advance.
    let list = try list(items, ["/b": 60])
    var scene = PlanScene(list, at: try second("08:00:00"), ["/stream": 60, "/b": 60])
    scene.run(30)
    #expect(scene.shown == ["stream"])
    scene.set(ahead: leap)
    scene.rest(darkMinutes)
    scene.run(1200)
    let counts = ["stream", "b"].map { name in scene.shown.count { $0 == name } }
    #expect(abs(counts[0] - counts[1]) <= 1, "\(scene.shown)")
    let lags = scene.plan.accounts.values.map(\.lag)
    #expect(lags.allSatisfy { abs($0) <= 60 }, "\(lags)")
  }

  @Test("A failing item is skipped for a minute, even if the clock is set")
  func brokenAndSet() throws {
    let items = [
      item("/a") { $0.weight = 1 }, item("/bad") { $0.weight = 1 }, item("/b") { $0.weight = 1 },
    ]
    let lengths = ["/a": 10.0, "/bad": 10, "/b": 10]
    for leap in [-172_800.0, 172_800] {
      var scene = PlanScene(try list(items, lengths), at: try second("08:00:00"), lengths)
      scene.broken = ["/bad"]
      scene.run(30)
      scene.set(ahead: leap)
      scene.run(100)
      scene.broken = []
      scene.run(100)
      #expect(scene.shown.contains("bad") && scene.shown.prefix(8).allSatisfy { $0 != "bad" })
    }
  }

  @Test("A clock that becomes trusted applies within a second")
  func clock() throws {
    let items = [
      item("/unset") { $0.mode = .clockless },
      try item("/day") { $0.conditions = try window("mon-sun 08:00-20:00") },
    ]
    let lengths = ["/unset": 600.0, "/day": 600]
    var scene = PlanScene(
      try list(items, lengths), at: Moment(second: 100), lengths, isClockTrusted: false)
    scene.run(30)
    #expect(scene.shown == ["unset"])
    (scene.isClockTrusted, scene.now) = (true, try second("10:00:00"))
    scene.begun = scene.now + -31
    scene.look()
    #expect(scene.shown == ["unset", "day"])
  }

  @Test(
    "A new time zone applies once the current item has ended")
  func zone() throws {
    let items = [
      item("/rest"), try item("/day") { $0.conditions = try window("mon-sun 08:00-20:00") },
    ]
    let lengths = ["/rest": 60.0, "/day": 60]
    var scene = PlanScene(try list(items, lengths), at: try second("06:30:00"), lengths)
    scene.run(90)
    #expect(scene.shown == ["rest", "rest"])
    scene.move(ahead: 7200)
    scene.run(60)
    #expect(scene.shown == ["rest", "rest", "day"])
    scene.move(ahead: 0)
    scene.run(60)
    #expect(scene.shown == ["rest", "rest", "day", "rest"])
  }

  @Test("With nothing to show, the screen stays black until an item is due")
  func gap() throws {
    let list = try list(
      [try item("/day") { $0.conditions = try window("mon-sun 08:00-20:00") }], ["/day": 30])
    var scene = PlanScene(list, at: try second("07:59:31"), ["/day": 30])
    scene.run(25)
    #expect(Set(scene.shown) == ["color:#000000"])
    scene.run(6)
    #expect(scene.shown.last == "day")
  }

  @Test("A failing item is skipped for a minute, and the others keep their shares")
  func broken() throws {
    let items = [
      item("/a") { $0.weight = 1 }, item("/bad") { $0.weight = 1 }, item("/b") { $0.weight = 1 },
    ]
    let lengths = ["/a": 10.0, "/bad": 10, "/b": 10]
    var scene = PlanScene(try list(items, lengths), at: try second("08:00:00"), lengths)
    scene.broken = ["/bad"]
    scene.run(600)
    #expect(!scene.shown.contains("bad"))
    let count = scene.shown.count { $0 == "a" }
    #expect(abs(count - scene.shown.count / 2) <= 3, "\(scene.shown)")
  }

  @Test("A new list applies at the transition and continues after the last shown item")
  func succession() throws {
    let lengths = ["/a": 10.0, "/b": 10, "/c": 10, "/x": 10]
    var scene = PlanScene(
      try list([item("/a"), item("/b"), item("/c")], lengths), at: try second("08:00:00"), lengths)
    scene.run(15)
    var next = ShowPlan(
      try list([item("/x"), item("/a"), item("/c")], lengths), ZoneRules.utc.clock)
    next.succeed(scene.plan)
    scene.plan = next
    scene.run(30)
    #expect(scene.shown == ["a", "b", "c", "x", "a"])
  }
}
