import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

@testable import VitrineDaemon

struct PlannedRestartTests {
  /// 2026-11-30 00:00 UTC, a Monday.
  private static let monday: Int64 = 1_795_996_800

  private func film(_ entry: Int) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.entry, status.item) = (entry, Item(path: "/film"))
    (status.position, status.duration) = (MediaTime(10, 1), MediaTime(60, 1))
    return status
  }

  /// The minutes after midnight at which it restarts; the item changes in the minutes of `edges`.
  private func restarts(
    _ rows: [String], from start: Int, to end: Int, edges: Set<Int>, isTrusted: Bool = true
  ) throws -> [Int] {
    var planned = PlannedRestart(TimeTable(try rows.map { try TimeTable.Row($0) }))
    var (found, entry) = ([Int](), 0)
    for minute in start..<end {
      if edges.contains(minute) { entry += 1 }
      let time = ClockReading(
        Moment(second: Self.monday + Int64(minute) * 60), WallClock(offset: { _ in 0 }),
        hasEvidence: isTrusted)
      if planned.isDue(film(entry), time) { found.append(minute) }
    }
    return found
  }

  @Test("It restarts at an item boundary within the window, and not in one in which it has started")
  func windows() throws {
    let rows = ["mon-sun 04:00-05:00"]
    #expect(try restarts(rows, from: 200, to: 290, edges: [210, 250, 270]).first == 250)
    #expect(try restarts(rows, from: 250, to: 290, edges: [260]) == [])
    #expect(try restarts(rows, from: 250, to: 1750, edges: [260, 1000, 1710]) == [1710])
    // No boundary in the window; the one after it does not count.
    #expect(try restarts(rows, from: 200, to: 400, edges: [210, 310]) == [])
    #expect(try restarts(rows, from: 200, to: 290, edges: [250], isTrusted: false) == [])
    #expect(try restarts([], from: 200, to: 290, edges: [250]) == [])
  }

  @Test("A card or an empty queue does not delay it")
  func idle() throws {
    var planned = PlannedRestart(TimeTable([try TimeTable.Row("mon-sun 04:00-05:00")]))
    func isDue(_ minute: Int64) -> Bool {
      planned.isDue(
        PlaybackStatus(),
        ClockReading(
          Moment(second: Self.monday + minute * 60), WallClock(offset: { _ in 0 }),
          hasEvidence: true))
    }
    #expect([239, 240].map(isDue) == [false, true])
  }
}
