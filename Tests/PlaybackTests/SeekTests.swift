import Playback
import Playlists
import Testing
import Timing

struct SeekTests {
  @Test("an item that is left takes its seek with it", arguments: ["fails", "is removed"])
  func left(how: String) throws {
    var machine = Machine("a")
    machine.playFirst()
    machine.perform(.beginScrubbing)
    machine.perform(.scrub(to: MediaTime(30, 1)))
    if how == "fails" {
      machine.receive(.failed(Machine.broken), from: machine.current)
    } else {
      machine.perform(.edit(.remove(try #require(machine.entry("a")))))
    }
    #expect(machine.phase == .ended)
    #expect(machine.state.seekTarget == nil && !machine.state.isScrubbing)
    #expect(machine.complaints == [])
  }
}
