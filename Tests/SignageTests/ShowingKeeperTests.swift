import Synchronization
import Testing
import VitrineContent
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineSignage

@Suite("What writes showings down")
struct ShowingKeeperTests {
  @Test("Where nothing can be kept it says so once, and ends all the same")
  func unusable() throws {
    let told = Mutex<[String]>([])
    let keeper = try ShowingKeeper(
      ShowingKeeper.Places(state: Folder("/proc/none"), runtime: nil, days: 10)
    ) { text in told.withLock { $0.append(text) } }
    keeper.note(.began(Item(path: "/a.mp4"), opening: Run(1), at: .now()))
    keeper.close()
    #expect(told.withLock { $0.count } == 1)
  }

  @Test("A folder that is not there is made, and what was shown is in it at the end")
  func kept() throws {
    let folder = try Folder.temporary("vitrine-keeper")
    defer { try? folder.remove() }
    let state = folder.folder("state")
    let keeper = try ShowingKeeper(
      ShowingKeeper.Places(state: state, runtime: nil, days: 10)
    ) { Issue.record("\($0)") }
    let item = Item(path: "/a.mp4")
    let start = HostTime.now()
    var tally = ScreenTally()
    _ = tally.note(Run(1), isLate: false, at: start)
    keeper.note(.began(item, opening: Run(1), at: start))
    let left = tally.take(at: start + .seconds(2))
    let time = try #require(left)
    keeper.note(.left(item, opening: Run(1), time, .ended))
    keeper.close()
    let survey = try ShowingSurvey(reading: state, runtime: nil)
    #expect(survey.records.map(\.kind) == [.start, .showing, .stop] && survey.faults.isEmpty)
    #expect(survey.records[1].seen == 2_000_000_000 && survey.records[1].frames == 1)
  }
}
