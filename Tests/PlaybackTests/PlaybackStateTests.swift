import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// The life cycle of items.
struct PlaybackStateTests {
  @Test("Two items play, and the second opens shortly before the first ends")
  func two() {
    var machine = Machine("ab")
    #expect(words(machine.perform(.play)) == "open a 1")
    #expect(words(machine.load()) == "volume, begin 1")
    #expect(words(machine.receive(.nearEnd, from: Run(1))) == "open b 2")
    #expect(machine.receive(Machine.opened, from: Run(2)) == [])
    #expect(words(machine.receive(.ready, from: Run(2))) == "follow 2")
    #expect(machine.receive(.ready, from: Run(2)) == [], "the second report has no effect")
    #expect(machine.receive(.ended, from: Run(1)) == [], "the next item reports the transition")
    #expect(words(machine.receive(.followed, from: Run(2))) == "close 1, volume")
    #expect(machine.state.currentItem?.name == "b")
    #expect(machine.receive(.nearEnd, from: Run(2)) == [])
    #expect(words(machine.receive(.ended, from: Run(2))) == "close 2, finish")
    #expect(machine.state.playedCount == 2 && machine.phase == .ended)
    #expect(machine.complaints == [])
  }

  @Test("An item that is not ready at the transition starts once it is")
  func late() {
    var machine = Machine("ab")
    machine.playFirst()
    machine.receive(.nearEnd, from: Run(1))
    #expect(words(machine.receive(.ended, from: Run(1))) == "close 1")
    #expect(machine.phase == .opening)
    machine.receive(Machine.opened, from: Run(2))
    #expect(words(machine.receive(.ready, from: Run(2))) == "volume, begin 2")
    #expect(machine.complaints == [])
  }

  @Test("Loops continue endlessly", arguments: [Queue.Loop.queue, .item])
  func loops(loop: Queue.Loop) {
    var machine = Machine("ab", loop: loop)
    machine.playFirst()
    var names = ""
    for _ in 0..<6 {
      names += machine.state.currentItem?.name ?? "?"
      machine.passEdge()
    }
    #expect(names == (loop == .item ? "aaaaaa" : "ababab"))
    #expect(machine.state.playedCount == 7 && machine.complaints == [])
  }

  @Test("An item counts once, despite seeks")
  func counting() {
    var machine = Machine("a")
    machine.playFirst()
    for second in 0..<5 {
      machine.perform(.seek(.init(to: MediaTime(Int64(second), 1))))
      machine.load()
    }
    #expect(machine.state.playedCount == 1)
  }

  @Test("A pause holds the first frame and applies to the following items")
  func pausing() {
    var machine = Machine("ab")
    machine.perform(.play)
    #expect(words(machine.perform(.pause)) == "pause")
    #expect(words(machine.load()) == "volume, begin 1")
    #expect(machine.perform(.pause) == [])
    #expect(words(machine.perform(.next)) == "close 1, open b 2")
    machine.load()
    #expect(machine.phase == .playing && machine.state.isPaused)
    #expect(words(machine.perform(.play)) == "resume")
  }

  @Test("A slow source stops the clock until it has caught up")
  func starved() {
    var machine = Machine("a")
    machine.playFirst()
    #expect(words(machine.receive(.starved, from: Run(1))) == "pause")
    #expect(machine.state.isStarved && machine.receive(.starved, from: Run(1)) == [])
    #expect(machine.perform(.pause) == [], "the clock is stopped already")
    #expect(machine.perform(.play) == [])
    #expect(words(machine.receive(.ready, from: Run(1))) == "resume")
    #expect(machine.phase == .playing && machine.complaints == [])
  }

  @Test("An empty list finishes at once")
  func empty() {
    var machine = Machine("")
    #expect(words(machine.perform(.play)) == "finish")
    #expect(machine.phase == .ended)
  }
}
