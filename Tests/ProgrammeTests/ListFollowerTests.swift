import Testing
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePictures
import VitrinePlaylists
import VitrineTiming

@testable import VitrineProgramme

/// The thread of a follower.
@Suite(.timeLimit(.minutes(1)))
struct ListFollowerTests {
  /// A list on a disk that does not answer. Its reading closes the follower.
  private struct SilentSource: ListSource {
    let name = "list"
    let ending: Wakeup
    let answer: Wakeup

    func read() throws(ListError) -> LoadedList {
      ending.ring()
      answer.wait()
      throw ListError(lines: [], origins: [])
    }
  }

  @Test("A follower that is closed does not wait for its list")
  func silent() throws {
    let (start, ending, answer) = (try Wakeup(), try Wakeup(), try Wakeup())
    defer { answer.ring() }
    let player = Player(
      PlayerConfiguration(queue: Queue(), display: .headless(PixelSize(64, 48), refresh: 60))
    ) { _ in }
    var setup = ListFollowerSetup(player, warn: { _ in }, start: start, ending: ending) { _ in
      SilentSource(ending: ending, answer: answer)
    }
    setup.patience = .seconds(3600)
    start.ring()
    // Returns before the test's time limit.
    setup.run()
  }
}
