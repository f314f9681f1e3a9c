import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrineLists

struct ZonePlayersTests {
  @Test(
    "A zone that was too slow returns with another display, and one whose player failed, after a while"
  )
  func restarts() {
    let now = HostTime.now()
    typealias Row = (failure: ZonePlayers.Failure, display: Int, after: Duration, isOver: Bool)
    let rows: [Row] = [
      (.tooSlow(display: 1), 1, .seconds(3600), false),
      (.tooSlow(display: 1), 2, .zero, true),
      (.ended(now), 1, .seconds(29), false),
      (.ended(now), 2, .seconds(29), false),
      (.ended(now), 1, .seconds(30), true),
    ]
    for row in rows {
      #expect(
        row.failure.isOver(onDisplay: row.display, at: now + row.after) == row.isOver, "\(row)")
    }
  }
}
