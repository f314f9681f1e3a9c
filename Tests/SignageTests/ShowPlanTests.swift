import Playback
import Playlists
import Schedules
import Testing
import Timing

@testable import Signage

/// A player of a scheduled list, as far as its queue goes: it plays one entry after the other.
private struct PlanScene {
  var plan: ShowPlan
  var state: PlaybackState
  var queue: Queue { state.queue }
  let lengths: [String: Double]
  var now: Moment
  /// When the item on screen began, and how much of it there was before.
  var begun: Moment
  var skipped = 0.0
  var isClockTrusted = true
  /// What was shown, with its second.
  var shown: [String] = []
  var broken: Set<String> = []

  init(
    _ list: ScheduledList, at now: Moment, _ lengths: [String: Double], isClockTrusted: Bool = true
  ) {
    (self.now, begun, self.lengths) = (now, now, lengths)
    self.isClockTrusted = isClockTrusted
    plan = ShowPlan(list, ZoneRules.utc.clock)
    let queue = Queue(plan.begin(isClockTrusted: isClockTrusted, at: now), loop: .queue)
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

  /// Looks each second, as the service does, for so long.
  mutating func run(_ seconds: Int) {
    for _ in 0..<seconds {
      look()
      now = now + 1
      while now - begun >= length - skipped {
        let over = now - begun - (length - skipped)
        _ = state.goToNext()
        note()
        begun = now + -over
      }
    }
  }

  mutating func look() {
    var sight = ShowPlan.Sight(entry: state.currentEntry, queue: state.queue.entries)
    sight.remaining = length - skipped - (now - begun)
    sight.position = milliseconds(skipped + (now - begun))
    for effect in plan.look(sight, isClockTrusted: isClockTrusted, at: now) {
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

@Suite("What a scheduled list has its player show")
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

  @Test("It is what a rehearsal says, item by item")
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
      // What is written down of it has its campaign and its level from these.
      #expect(scene.item?.rules?.levelText == "fill")
    }
  }

  @Test("The same item again and again is no fault")
  func same() throws {
    let list = try list([item("/fill") { $0.mode = .fill }], ["/fill": 2])
    var scene = PlanScene(list, at: try second("08:00:00"), ["/fill": 2])
    scene.run(200)
    #expect(
      scene.shown == Array(repeating: "fill", count: scene.shown.count) && scene.shown.count > 90)
  }

  @Test("An override cuts, ends in time, and what it cut goes on where it was")
  func override() throws {
    let items = [
      item("/film"), item("/other"),
      try item("/alarm") { (rules: inout ShowingRules) throws in
        (rules.isOverride, rules.conditions) = (
          true,
          [
            Condition(
              from: CivilTime(text: "2026-12-24 08:00:20"),
              end: CivilTime(text: "2026-12-24 08:00:50")?.seconds)
          ]
        )
      },
    ]
    let lengths = ["/film": 60.0, "/other": 30, "/alarm": 8]
    var scene = PlanScene(try list(items, lengths), at: try second("08:00:00"), lengths)
    scene.run(22)
    #expect(scene.shown == ["film", "alarm"])
    scene.run(30)
    #expect(scene.shown == ["film", "alarm", "alarm", "alarm", "alarm", "film"])
    #expect(abs(scene.skipped - 20) < 1.5)
    scene.run(36)
    #expect(scene.shown.last == "film")
    scene.run(5)
    #expect(scene.shown.last == "other")
  }

  @Test("A clock that becomes good counts within a second")
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

  @Test("With nothing to show it is black, until there is something")
  func gap() throws {
    let list = try list(
      [try item("/day") { $0.conditions = try window("mon-sun 08:00-20:00") }], ["/day": 30])
    var scene = PlanScene(list, at: try second("07:59:31"), ["/day": 30])
    scene.run(25)
    #expect(Set(scene.shown) == ["color:#000000"])
    scene.run(6)
    #expect(scene.shown.last == "day")
  }

  @Test("What cannot be shown is left out for a minute, and the others have their shares")
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

  @Test("Another list counts at the edge, and goes on behind what was shown")
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
