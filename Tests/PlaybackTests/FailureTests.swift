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

  @Test("after a command, a whole round is tried again before it is given up")
  func commands() {
    for command in [Command.play, .next, .jump(to: 1)] {
      var machine = Machine("abc", loop: .queue)
      machine.perform(.play)
      for _ in 0..<3 { machine.receive(broken, from: machine.current) }
      if command == .play { machine.perform(.stop) }
      machine.perform(command)
      for _ in 0..<2 { #expect(words(machine.receive(broken, from: machine.current)).contains("open")) }
      #expect(words(machine.receive(broken, from: machine.current)).hasSuffix("card, retry 2"))
      #expect(machine.complaints == [])
    }
  }

  @Test("a list that is put in place of a bad one is tried whole")
  func replaced() {
    var machine = Machine("a")
    machine.perform(.play)
    #expect(words(machine.receive(broken, from: machine.current)) == "report a, close 1, finish")
    machine.perform(.edit(.replace([Item(path: "b"), Item(path: "c")])))
    #expect(words(machine.receive(broken, from: machine.current)) == "report b, close 2, open c 3")
    #expect(machine.complaints == [])
  }

  @Test("what is put in after the bad end of a list plays, wherever it is put")
  func insertedBefore() {
    var machine = Machine("ab")
    machine.playFirst()
    machine.receive(.nearEnd, from: machine.current)
    machine.receive(broken, from: machine.next)
    machine.perform(.edit(.insert(Item(path: "x"), at: 1)))
    #expect(words(machine.receive(.ended, from: machine.current)) == "close 1, open x 3")
    #expect(machine.complaints == [])
  }

  @Test("near its end, a source that does not keep up is followed without a gap all the same")
  func starved() {
    var machine = Machine("ab")
    machine.playFirst()
    machine.receive(.starved, from: machine.current)
    #expect(words(machine.receive(.nearEnd, from: machine.current)) == "open b 2")
    #expect(machine.complaints == [])
  }
}
