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

  @Test("a source that is not open yet is sought in once it is", arguments: ["cover", "scrub"])
  func notOpen(how: String) {
    var machine = Machine("a")
    machine.perform(.play)
    if how == "cover" {
      machine.perform(.seek(.init(to: MediaTime(30, 1))))
      #expect(machine.receive(.shown, from: machine.current) == [])
    } else {
      machine.perform(.beginScrubbing)
      machine.perform(.scrub(to: MediaTime(30, 1)))
      #expect(words(machine.perform(.endScrubbing)) == "resume")
    }
    #expect(words(machine.receive(Machine.opened, from: machine.current)) == "seek 1>2 to 30")
    #expect(words(machine.load()) == "volume, begin 2")
    #expect(machine.complaints == [])
  }

  @Test("a track that is chosen while the source is opened is that of the first picture")
  func chosenEarly() {
    var machine = Machine("a")
    machine.perform(.play)
    #expect(words(machine.perform(.select(.audio, .index(2)), position: .zero)) == "choose")
    #expect(words(machine.receive(Machine.opened, from: machine.current)) == "seek 1>2 to 0")
    #expect(machine.complaints == [])
  }
}
