import Playback
import Playlists
import Testing
import Timing

struct FailureTests {
  private let broken = PlaybackState.Report.failed(Machine.broken)

  @Test("an item that fails is skipped whole, however often it was to be repeated")
  func repeated() {
    var bad = Item(path: "a")
    bad.repeatCount = 3
    var machine = Machine([bad, Item(path: "b")])
    machine.perform(.play)
    #expect(words(machine.receive(broken, from: machine.current)) == "report a, close 1, open b 2")
    #expect(machine.complaints == [])
  }

  @Test("when the item that is looped fails, another one takes its place")
  func looped() {
    var machine = Machine("ab", loop: .item)
    machine.playFirst()
    machine.receive(.nearEnd, from: machine.current)
    #expect(machine.nextName == "a")
    #expect(words(machine.receive(broken, from: machine.next)) == "report a, close 2, open b 3")
    #expect(machine.complaints == [])
  }
}
