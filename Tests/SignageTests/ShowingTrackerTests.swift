import Testing
import VitrineContent
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineSignage

/// The records of what is on screen, according to page flips.
@Suite("The trail of showings")
struct ShowingTrackerTests {
  private static let start = HostTime(nanoseconds: 1_000_000_000)
  private static let item = Item(path: "/a.mp4")
  private static let other = Item(path: "/b.mp4")

  private func at(_ seconds: Double) -> HostTime {
    Self.start + .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// Every report arrives a little after its event.
  private func facts(
    _ seconds: Double, wall: Int64 = 5_000_000_000, isAudible: Bool = false
  ) -> ShowingTracker.Context {
    ShowingTracker.Context(
      wall: wall + Int64((seconds * 1e9).rounded()), host: at(seconds), offset: 3600,
      isClockTrusted: true, list: "list", output: "", isAudible: isAudible)
  }

  private func seen(
    _ run: Int, _ begin: Double, _ end: Double, frames: Int, interrupted: Bool = false
  ) throws -> ScreenTime {
    var tally = ScreenTally()
    for index in 0..<frames {
      _ = tally.record(Run(run), isLate: index == 1, at: at(begin + Double(index) * 0.01))
    }
    let left = interrupted ? tally.hide(by: .off, at: at(end)) : tally.end(at: at(end))
    return try #require(left)
  }

  @Test("The next showing is reported before the end of the last, and each has its own time")
  func following() throws {
    var trail = ShowingTracker()
    let opened = trail.handle(.began(Self.item, opening: Run(1), at: at(0)), facts(0.001))
    #expect(opened.count == 1 && trail.open.first?.begin == 5_000_000_000)
    let next = trail.handle(.began(Self.other, opening: Run(2), at: at(3)), facts(3.002))
    #expect(next.count == 1 && trail.open.count == 2)
    let steps = trail.handle(
      .left(Self.item, opening: Run(1), try seen(1, 0, 3, frames: 90), .ended), facts(3.002))
    guard case .add(let record)? = steps.first else {
      Issue.record("no record was added")
      return
    }
    #expect(
      record.begin == 5_000_000_000 && record.end == 8_000_000_000 && record.seen == 3_000_000_000)
    #expect(
      record.frames == 90 && record.late == 1 && record.ending == .ended && !record.isInterrupted)
    #expect(record.item == "/a.mp4" && record.list == "list" && record.offset == 3600)
    #expect(trail.open.map(\.item) == ["/b.mp4"])
  }

  @Test("A seek does not end a showing, and time with the display off does not count")
  func parts() throws {
    var trail = ShowingTracker()
    _ = trail.handle(.began(Self.item, opening: Run(1), at: at(0)), facts(0))
    #expect(trail.handle(.began(Self.item, opening: Run(1), at: at(1)), facts(1)).isEmpty)
    #expect(
      trail.handle(
        .left(Self.item, opening: Run(1), try seen(1, 0, 1, frames: 30), .open), facts(1)
      )
      .isEmpty)
    let dark = try seen(2, 1, 2, frames: 30, interrupted: true)
    #expect(trail.handle(.left(Self.item, opening: Run(1), dark, .open), facts(2)).isEmpty)
    _ = trail.handle(
      .left(Self.item, opening: Run(1), try seen(2, 5, 6, frames: 20), .open), facts(6))
    let steps = trail.close()
    guard case .add(let record)? = steps.first else {
      Issue.record("no record was added")
      return
    }
    #expect(record.frames == 80 && record.seen == 3_000_000_000 && record.obstacles == 2)
    #expect(record.ending == .cut && record.end - record.begin == 6_000_000_000)
  }

  @Test(
    "A stream with the display off over a weekend counts the hours before and after it",
    arguments: [true, false])
  func weekend(isOpenedAgain: Bool) throws {
    var (trail, steps) = (ShowingTracker(), [ShowingTracker.Step]())
    steps += trail.handle(.began(Self.item, opening: Run(1), at: at(0)), facts(0))
    let friday = try seen(1, 0, 7200, frames: 30, interrupted: true)
    steps += trail.handle(.left(Self.item, opening: Run(1), friday, .open), facts(7200))
    let monday = 64.0 * 3600
    if isOpenedAgain {
      steps += trail.handle(.began(Self.item, opening: Run(1), at: at(monday)), facts(monday))
    }
    steps += trail.handle(
      .left(Self.item, opening: Run(1), try seen(1, monday, monday + 3600, frames: 20), .cut),
      facts(monday + 3600))
    let records = steps.compactMap { step -> ShowingRecord? in
      if case .add(let record) = step { record } else { nil }
    }
    #expect(records.map { $0.seen / 1_000_000_000 } == [7200, 3600])
    #expect(records.map { ($0.end - $0.begin) / 1_000_000_000 } == [7200, 3600])
    #expect(records.map(\.frames) == [30, 20] && trail.open.isEmpty)
    let hours = ShownHours(records).hours.sorted { $0.key < $1.key }
    #expect(hours.filter { $0.value.seconds > 0 }.count == hours.count && hours.count <= 5)
    #expect(abs(hours.reduce(0) { $0 + $1.value.seconds } - 10_800) < 0.01)
  }

  @Test("Setting the clock makes no showing longer or shorter")
  func clockSet() throws {
    for (before, after) in [(5_000_000_000, 1_780_000_000_000_000_000), (9_000_000_000, 0)] {
      var trail = ShowingTracker()
      _ = trail.handle(
        .began(Self.item, opening: Run(1), at: at(0)), facts(0, wall: Int64(before)))
      let steps = trail.handle(
        .left(Self.item, opening: Run(1), try seen(1, 0, 3, frames: 90), .ended),
        facts(3, wall: Int64(after)))
      guard case .add(let record)? = steps.first else {
        Issue.record("no record was added")
        return
      }
      #expect(record.begin == before && record.end == before + 3_000_000_000)
    }
  }

  @Test(
    "A partly audible showing has audio, and one muted throughout has none",
    arguments: [
      // Audible at the start, audible from the middle on, the item's volume, and the record.
      (true, false, 1.0, true), (false, true, 1, true), (false, false, 1, false),
      (true, true, 0, false), (true, false, 0.1, true),
    ])
  func sound(atBegin: Bool, later: Bool, volume: Double, hasSound: Bool) throws {
    var (trail, item) = (ShowingTracker(), Self.item)
    item.volume = volume
    _ = trail.handle(.began(item, opening: Run(1), at: at(0)), facts(0, isAudible: atBegin))
    if later { trail.recordAudible() }
    let steps = trail.handle(
      .left(item, opening: Run(1), try seen(1, 0, 3, frames: 90), .ended),
      facts(3, isAudible: later))
    guard case .add(let record)? = steps.first else {
      Issue.record("no record was added")
      return
    }
    #expect(record.hasSound == hasSound)
  }

  @Test("A replaced item is not reported as audible later")
  func soundOfTheNext() throws {
    var trail = ShowingTracker()
    _ = trail.handle(.began(Self.item, opening: Run(1), at: at(0)), facts(0))
    _ = trail.handle(.began(Self.other, opening: Run(2), at: at(3)), facts(3))
    trail.recordAudible()
    #expect(trail.open.map(\.hasSound) == [false, true])
  }

  @Test("A showing hidden at its end ends at the next picture; one never seen does not count")
  func dark() throws {
    var trail = ShowingTracker()
    _ = trail.handle(.began(Self.item, opening: Run(1), at: at(0)), facts(0))
    let time = try seen(1, 0, 1, frames: 30, interrupted: true)
    _ = trail.handle(.left(Self.item, opening: Run(1), time, .open), facts(1))
    let steps = trail.handle(.began(Self.other, opening: Run(4), at: at(60)), facts(60))
    #expect(steps.count == 2)
    guard case .add(let record)? = steps.first else {
      Issue.record("no record was added")
      return
    }
    #expect(record.item == "/a.mp4" && record.seen == 1_000_000_000 && record.ending == .cut)
    #expect(trail.close().isEmpty)
  }
}
