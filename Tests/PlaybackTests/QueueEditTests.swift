import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Changes of the queue during playback.
struct QueueEditTests {
  private func near(_ names: String, loop: Queue.Loop = .none) -> Machine {
    var machine = Machine(names, loop: loop)
    machine.playFirst()
    machine.prepare()
    return machine
  }

  private func remove(_ name: String, _ machine: Machine) throws -> Command {
    .edit(.remove(try #require(machine.entry(name))))
  }

  @Test("The prepared item starts at once when the current one is removed")
  func current() throws {
    var machine = near("abc")
    #expect(words(machine.perform(try remove("a", machine))) == "close 1, volume, begin 2")
    #expect(machine.state.currentItem?.name == "b" && machine.complaints == [])
  }

  @Test("After a play command, an empty queue waits for items and plays the first")
  func awaited() {
    var machine = Machine("a")
    machine.playFirst()
    machine.perform(.edit(.clear))
    #expect(!machine.state.awaitsItems)
    for command in [Command.play, .toggle] {
      machine.perform(.stop)
      #expect(!machine.state.awaitsItems)
      #expect(words(machine.perform(command)) == "finish" && machine.state.awaitsItems)
      machine.perform(.edit(.clear))
      #expect(machine.state.awaitsItems)
    }
    machine.perform(.edit(.append(Item(path: "b"))))
    #expect(machine.state.currentItem?.name == "b" && !machine.state.awaitsItems)
    var fresh = Machine("")
    fresh.perform(.play)
    fresh.perform(.edit(.append(Item(path: "b"))))
    #expect(fresh.state.currentItem?.name == "b" && fresh.complaints == [])
  }

  @Test("Reloading a list lets the current item end, even if it was removed")
  func reloaded() {
    var machine = near("ab", loop: .queue)
    let items = ["x", "y"].map { Item(path: $0) }
    #expect(words(machine.perform(.edit(.reload(items)))) == "close 2, open x 3")
    #expect(machine.current == Run(1) && machine.phase == .playing)
    machine.passEdge()
    #expect(machine.state.currentItem?.name == "x")
    machine.prepare()
    #expect(machine.nextName == "y" && machine.complaints == [])
  }

  @Test("New files at the same paths reopen the prepared item, not the current one")
  func renewed() {
    var machine = near("ab", loop: .queue)
    #expect(words(machine.perform(.edit(.renew))) == "close 2, open b 3")
    #expect(machine.current == Run(1) && machine.phase == .playing)
    // It ends before the next item is ready: nothing is shown in between.
    #expect(words(machine.receive(.ended, from: machine.current)) == "close 1")
    #expect(words(machine.load()) == "volume, begin 3")
    machine.perform(.edit(.reload([Item(path: "x")])))
    machine.perform(.edit(.renew))
    #expect(machine.current == Run(3) && machine.complaints == [])
  }

  @Test(
    "A new order or loop lets the current item end, even if it was removed")
  func reordered() {
    var machine = near("ab", loop: .queue)
    machine.perform(.edit(.reload(["x", "y"].map { Item(path: $0) })))
    machine.perform(.edit(.loop(.none)))
    machine.perform(.edit(.shuffle(seed: 1)))
    #expect(machine.current == Run(1) && machine.phase == .playing && machine.complaints == [])
  }

  @Test("Removing the last item while it plays finishes playback with a black screen")
  func last() throws {
    var machine = Machine("a")
    machine.playFirst()
    #expect(words(machine.perform(try remove("a", machine))) == "close 1, blank, finish")
  }

  @Test("Removing the prepared item prepares the one after it")
  func prepared() throws {
    var machine = near("abc")
    #expect(words(machine.perform(try remove("b", machine))) == "close 2, open c 3")
    #expect(words(machine.perform(try remove("c", machine))) == "close 3")
    #expect(words(machine.receive(.ended, from: machine.current)) == "close 1, finish")
  }

  @Test("An item inserted before the prepared one is prepared instead")
  func inserted() {
    var machine = near("ab")
    #expect(
      words(machine.perform(.edit(.insert(Item(path: "x"), at: 1)))) == "close 2, open x 3")
    #expect(machine.perform(.edit(.insert(Item(path: "y"), at: 0))) == [])
    machine.passEdge()
    machine.prepare()
    #expect(machine.nextName == "b" && machine.complaints == [])
  }

  @Test("A new list that contains the current item continues from there")
  func replacedAround() {
    var machine = near("ab")
    let items = ["x", "a", "y"].map { Item(path: $0) }
    #expect(words(machine.perform(.edit(.replace(items)))) == "close 2, open y 3")
    #expect(machine.current == Run(1) && machine.phase == .playing)
    #expect(machine.perform(.edit(.replace(items))) == [], "nothing has changed")
  }

  @Test("A new list without the current item starts at once", arguments: [0, 3])
  func replaced(rounds: Int) {
    var machine = Machine("ab", loop: .queue)
    machine.playFirst()
    for _ in 0..<rounds { machine.passEdge() }
    machine.perform(.edit(.replace([Item(path: "x"), Item(path: "y")])))
    #expect(machine.state.currentItem?.name == "x")
    #expect(machine.ledger.openings.count == 1 && machine.complaints == [])
  }

  @Test("An empty queue is finished and black, and plays items added to it")
  func cleared() {
    var machine = near("ab")
    #expect(words(machine.perform(.edit(.clear))) == "close 2, close 1, blank, finish")
    #expect(words(machine.perform(.edit(.append(Item(path: "x"))))) == "open x 3")
    #expect(machine.complaints == [])
  }

  @Test("Items appended after the end play; after a stop they wait")
  func appended() {
    var machine = Machine("ab")
    machine.playToTheEnd()
    #expect(words(machine.perform(.edit(.append(Item(path: "x"))))) == "open x 3")
    machine.perform(.stop)
    #expect(machine.perform(.edit(.append(Item(path: "y")))) == [])
  }

  @Test("Several items appended after the end play in order")
  func appendedTogether() {
    var machine = Machine("ab")
    machine.playToTheEnd()
    let items = ["x", "y"].map { Item(path: $0) }
    #expect(words(machine.perform(.edit(.append(items)))) == "open x 3")
    machine.load()
    machine.prepare()
    #expect(machine.nextName == "y" && machine.complaints == [])
  }

  @Test("Removing items after the end starts nothing and leaves the screen black")
  func removedAfterTheEnd() throws {
    var machine = Machine("abc")
    machine.playToTheEnd()
    for (name, effects) in [("a", ""), ("c", "blank"), ("b", "blank")] {
      #expect(words(machine.perform(try remove(name, machine))) == effects)
    }
    #expect(machine.phase == .ended)
  }

  @Test("A new loop mode or order prepares its next item, unless that is already prepared")
  func orders() {
    var machine = near("ab")
    #expect(words(machine.perform(.edit(.loop(.item)))) == "close 2, open a 3")
    #expect(words(machine.perform(.edit(.loop(.queue)))) == "close 3, open b 4")
    #expect(machine.perform(.edit(.loop(.none))) == [])
    for seed in 0..<UInt64(8) {
      var machine = near("abcde")
      machine.perform(.edit(.shuffle(seed: seed)))
      let following = machine.state.queue.entries.map(\.id).compactMap { id in
        machine.state.queue.place(of: id)
      }.first { machine.state.queue[$0.entry]?.item.name == "a" }.flatMap {
        machine.state.queue.following($0)
      }
      #expect(machine.nextName == following.flatMap { machine.state.queue[$0.entry]?.item.name })
      #expect(machine.complaints == [])
    }
  }

  @Test("A new title is known at once, in the queue and of open items, and reopens none")
  func titled() throws {
    var machine = near("ab")
    let (a, b) = (try #require(machine.entry("a")), try #require(machine.entry("b")))
    #expect(machine.perform(.update(.title("first"), of: nil)) == [])
    #expect(machine.perform(.update(.title("second"), of: b)) == [])
    #expect(machine.perform(.update(.description("words"), of: b)) == [])
    #expect(machine.state.currentItem?.title == "first")
    #expect(machine.state.queue[a]?.item.title == "first")
    #expect(machine.next.flatMap(machine.state.item(of:))?.title == "second")
    machine.passEdge()
    #expect(machine.state.currentItem?.title == "second")
    #expect(machine.state.queue[b]?.item.description == "words")
    #expect(machine.state.currentItem == machine.state.queue[b]?.item && machine.complaints == [])
    // An entry that is gone.
    #expect(machine.perform(.update(.title("third"), of: 99)) == [])
    #expect(machine.state.queue.entries.map(\.id) == [a, b])
  }

  @Test("The current item has its new title even after it was removed from the queue")
  func titledRemoved() {
    var machine = near("ab")
    machine.perform(.edit(.reload([Item(path: "x")])))
    machine.perform(.update(.title("last words"), of: nil))
    #expect(machine.state.currentItem?.title == "last words" && machine.complaints == [])
    machine.perform(.stop)
    #expect(machine.perform(.update(.title("nothing"), of: nil)) == [])
  }

  @Test("A new cover is shown while the current item loads, not after it has played")
  func covered() throws {
    var machine = Machine("ab")
    let entry = try #require(machine.entry("b"))
    machine.perform(.play)
    #expect(words(machine.perform(.update(.cover("x"), of: nil))) == "cover x 1")
    #expect(words(machine.perform(.update(.cover(nil), of: nil))) == "cover none 1")
    #expect(machine.perform(.update(.cover("y"), of: entry)) == [])
    machine.receive(Machine.opened, from: machine.current)
    #expect(words(machine.perform(.update(.cover("z"), of: nil))) == "cover z 1")
    machine.load()
    #expect(machine.perform(.update(.cover("late"), of: nil)) == [])
    machine.perform(.seek(.init(to: .zero)))
    #expect(machine.perform(.update(.cover("later"), of: nil)) == [])
    #expect(machine.state.queue.entries.map(\.item.cover) == ["later", "y"])
    #expect(machine.complaints == [])
  }
}
