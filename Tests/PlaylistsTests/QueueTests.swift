import Testing
import VitrinePlaylists
import VitrineTiming

struct QueueTests {
  private func queue(
    _ names: String, loop: Queue.Loop = .none, seed: UInt64? = nil
  ) -> Queue {
    Queue(names.map { Item(path: String($0)) }, loop: loop, shuffleSeed: seed)
  }

  /// The names of the played items in order, at most `count`.
  private func played(_ queue: Queue, _ count: Int) -> String {
    var (queue, names, place) = (queue, "", queue.first)
    while let now = place, names.count < count {
      queue.enter(now)
      names += queue[now.entry]?.item.name ?? "?"
      place = queue.following(now)
    }
    return names
  }

  @Test(
    "Items follow each other according to the loop mode",
    arguments: [
      (Queue.Loop.none, "abc"), (.queue, "abcabcabca"), (.item, "aaaaaaaaaa"),
    ])
  func loops(loop: Queue.Loop, expected: String) {
    #expect(played(queue("abc", loop: loop), 10) == expected)
  }

  @Test(
    "A queue knows whether other items follow and precede",
    arguments: [
      ("a", Queue.Loop.none, [false], [false]), ("a", .queue, [false], [false]),
      ("abc", .none, [true, true, false], [false, true, true]),
      ("abc", .queue, [true, true, true], [true, true, true]),
    ])
  func neighbours(names: String, loop: Queue.Loop, next: [Bool], previous: [Bool]) {
    let queue = queue(names, loop: loop)
    let places = queue.entries.compactMap { queue.place(of: $0.id) }
    #expect(places.map(queue.hasNext) == next && places.map(queue.hasPrevious) == previous)
  }

  @Test("A visitor's choice has its own loop mode, and the next item has the operator's")
  func visits() {
    var visited = queue("abc", loop: .queue)
    visited.visit([Item(path: "v")], loop: .none)
    #expect(visited.loop == .none && played(visited, 4) == "v")
    visited.replace(with: [Item(path: "x"), Item(path: "y")])
    #expect(visited.loop == .queue && played(visited, 4) == "xyxy")
    visited.visit([Item(path: "v")], loop: .queue)
    visited.loop = .none
    #expect(played(visited, 4) == "v")
  }

  @Test(
    "The next item is known before its turn, each item once",
    arguments: [
      (Queue.Loop.none, "a", 2, "bc"), (.none, "c", 2, ""), (.queue, "c", 2, "ab"),
      (.queue, "a", 9, "bc"), (.item, "a", 1, "b"), (.none, nil, 2, "ab"), (.queue, "b", 0, ""),
    ] as [(Queue.Loop, String?, Int, String)])
  func upcoming(loop: Queue.Loop, at name: String?, count: Int, expected: String) {
    let queue = queue("abc", loop: loop)
    let entry = queue.entries.first { $0.item.name == name }
    let place = entry.flatMap { queue.place(of: $0.id) }
    #expect(queue.upcoming(after: place, count).map(\.name).joined() == expected)
  }

  @Test("An item with repeats is repeated before the next one")
  func repeats() {
    var item = Item(path: "b")
    item.repeatCount = 3
    #expect(played(Queue([Item(path: "a"), item, Item(path: "c")], loop: .queue), 7) == "abbbcab")
  }

  @Test("In shuffle, each round has every item once, and no item repeats back to back")
  func shuffle() {
    for seed in 0..<UInt64(50) {
      let names = Array(played(queue("abcde", loop: .queue, seed: seed), 50))
      for round in 0..<10 {
        #expect(Set(names[round * 5..<round * 5 + 5]).count == 5)
      }
      #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test("The same seed gives the same order, and another seed another")
  func reproducible() {
    let orders = (0..<20).map { played(queue("abcdefgh", loop: .queue, seed: UInt64($0)), 40) }
    #expect(played(queue("abcdefgh", loop: .queue, seed: 7), 40) == orders[7])
    #expect(Set(orders).count == 20)
  }

  @Test("A removed current item is followed by its successor")
  func removal() throws {
    var queue = queue("abcd")
    let place = try #require(queue.place(of: queue.entries[1].id))
    queue.enter(place)
    queue.remove(place.entry)
    let next = try #require(queue.following(place))
    #expect(queue[next.entry]?.item.name == "c")
    let previous = try #require(queue.previous(before: place))
    #expect(queue[previous.entry]?.item.name == "a")
  }

  @Test("Inserting, moving and replacing change the next item")
  func edits() throws {
    var queue = queue("abc")
    let place = try #require(queue.first)
    queue.enter(place)
    func next() -> String? {
      queue.following(place).flatMap { queue[$0.entry]?.item.name }
    }
    queue.insert(Item(path: "x"), at: 1)
    #expect(next() == "x")
    queue.move(queue.entries[3].id, to: 1)
    #expect(next() == "c")
    queue.replace(with: "zay".map { Item(path: String($0)) })
    #expect(next() == "y")
    queue.clear()
    #expect(next() == nil)
    queue.append(Item(path: "n"))
    #expect(next() == "n")
  }

  @Test(
    "Inserted items play next, whatever the order", arguments: [nil, 1, 2, 3] as [UInt64?])
  func insertsNext(seed: UInt64?) throws {
    func names(_ queue: Queue, after place: Queue.Place) -> [String] {
      queue.upcoming(after: place, 2).map(\.name)
    }
    var queue = Queue("abcd".map { Item(path: String($0)) }, shuffleSeed: seed)
    let new = [Item(path: "x"), Item(path: "y")]
    // Nothing has been started yet.
    var other = queue
    other.insertNext(new)
    #expect(other.first.flatMap { other[$0.entry]?.item.name } == "x")
    let place = try #require(queue.first.flatMap(queue.following))
    queue.enter(place)
    queue.insertNext(new)
    #expect(names(queue, after: place) == ["x", "y"])
    // The current entry was removed.
    queue.remove(place.entry)
    queue.insertNext([Item(path: "z")])
    #expect(names(queue, after: place) == ["z", "x"])
  }

  @Test("Previous goes back, and wraps around if the queue loops")
  func previous() throws {
    var queue = queue("abc", loop: .queue)
    let place = try #require(queue.first)
    queue.enter(place)
    #expect(queue.previous(before: place).map(\.entry) == queue.entries[2].id)
    queue.loop = .none
    #expect(queue.previous(before: place) == nil)
  }

  @Test("The second item of a round that has not started belongs to that round")
  func ahead() throws {
    for seed in 0..<UInt64(20) {
      var queue = queue("abcde", loop: .queue, seed: seed)
      var last = try #require(queue.first)
      for _ in 1..<5 { last = try #require(queue.following(last)) }
      let coming = try #require(queue.following(last))
      let second = try #require(queue.following(coming))
      #expect(coming.round == 1 && second.round == 1)
      queue.enter(coming)
      #expect(queue.following(coming) == second)
    }
  }

  @Test("A list replaced in a later round starts with its first item; remaining items continue")
  func replacingLater() throws {
    var queue = queue("ab", loop: .queue)
    var place = try #require(queue.first)
    for _ in 0..<4 {
      place = try #require(queue.following(place))
      queue.enter(place)
    }
    var other = queue
    other.replace(with: "xy".map { Item(path: String($0)) })
    #expect(other.following(place).flatMap { other[$0.entry]?.item.name } == "x")
    queue.replace(with: "xya".map { Item(path: String($0)) })
    #expect(queue.following(place).flatMap { queue[$0.entry]?.item.name } == "x")
    queue.loop = .none
    #expect(queue.following(place) == nil)
  }

  @Test(
    "The current item continues in a new list, otherwise its successor follows",
    arguments: [
      // Old list, current item, new list, its next item.
      ("abcd", 1, "abcd", "c"), ("abcd", 1, "acd", "c"), ("abcd", 1, "dca", "c"),
      ("abcd", 1, "adx", "d"), ("abcd", 1, "xda", "d"), ("abcd", 1, "axy", "a"),
      ("abcd", 3, "abc", "a"), ("abcd", 0, "bcd", "b"), ("abcd", 0, "xbcd", "b"),
      ("abcd", 1, "xbyz", "y"), ("abcd", 1, "b", nil), ("abcd", 1, "", nil),
      ("abab", 1, "aab", nil), ("abab", 1, "aba", "a"), ("abcd", 3, "dabc", "a"),
      ("abcd", 2, "c", nil),
    ])
  func replacing(old: String, playing: Int, new: String, next: String?) throws {
    var queue = queue(old)
    let place = try #require(queue.place(of: queue.entries[playing].id))
    let item = queue[place.entry]?.item
    queue.enter(place)
    queue.replace(with: new.map { Item(path: String($0)) })
    #expect(queue.following(place).flatMap { queue[$0.entry]?.item.name } == next)
    let stays = new.contains { String($0) == item?.name }
    #expect(queue[place.entry]?.item == (stays ? item : nil))
  }

  @Test("A removed item's position survives several new lists")
  func replacingTwice() throws {
    var queue = queue("abcde")
    let place = try #require(queue.place(of: queue.entries[1].id))
    queue.enter(place)
    for (names, next) in [("acde", "c"), ("ade", "d"), ("xaey", "e"), ("xay", "y"), ("xa", "x")] {
      queue.replace(with: names.map { Item(path: String($0)) })
      #expect(queue.following(place).flatMap { queue[$0.entry]?.item.name } == next)
    }
  }

  @Test("A changed item is a new one, and an equal one keeps its identity")
  func replacingEqual() {
    var queue = queue("aba")
    let before = queue.entries.map(\.id)
    var changed = Item(path: "b")
    changed.volume = 0.5
    queue.replace(with: [Item(path: "a"), changed, Item(path: "a")])
    #expect(queue.entries[0].id == before[0] && queue.entries[2].id == before[2])
    #expect(!before.contains(queue.entries[1].id))
  }

  @Test("Shuffling in mid-round still plays all the others, each once")
  func shuffledLater() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      var queue = queue("abcdef")
      var place = try #require(queue.first)
      queue.enter(place)
      place = try #require(queue.following(place))
      queue.enter(place)
      queue.shuffle(seed: seed)
      var seen = [place.entry]
      while let next = queue.following(place) {
        queue.enter(next)
        seen.append(next.entry)
        place = next
      }
      #expect(Set(seen).count == 6 && seen.count == 6, "\(seen)")
    }
  }

  @Test("A shuffled round keeps its order when the list is replaced")
  func replacingShuffled() throws {
    for seed in 0..<UInt64(20) {
      var queue = queue("abcdefgh", loop: .queue, seed: seed)
      let before = Array(played(queue, 8))
      let place = try #require(queue.first)
      queue.enter(place)
      queue.replace(with: "hgfedcbaxy".map { Item(path: String($0)) })
      #expect(played(queue, 10).filter { !"xy".contains($0) } == String(before))
    }
  }

  @Test("Ten thousand items are replaced quickly", .timeLimit(.minutes(1)))
  func replacingMany() {
    let items = (0..<10_000).map { Item(path: "\($0)") }
    var queue = Queue(items, shuffleSeed: 1)
    let elapsed = ContinuousClock().measure { queue.replace(with: items.reversed() + items) }
    #expect(elapsed < .seconds(5) && queue.entries.count == 20_000)
  }

  @Test(
    "Ten thousand items are appended quickly and play in order", .timeLimit(.minutes(1)))
  func appendingMany() {
    let items = (0..<10_000).map { Item(path: "\($0)") }
    for seed in [nil, UInt64(1)] {
      var queue = Queue([Item(path: "first")], shuffleSeed: seed)
      let elapsed = ContinuousClock().measure { queue.append(items) }
      #expect(elapsed < .seconds(5))
      #expect(queue.entries.map(\.item) == [Item(path: "first")] + items)
      #expect(Set(queue.entries.map(\.id)).count == 10_001)
    }
  }

  @Test("Items appended together play as if appended one by one")
  func appendingTogether() {
    for seed in [nil, UInt64(1), 2, 3] {
      var (together, single) = (queue("ab", seed: seed), queue("ab", seed: seed))
      let items = "cdefg".map { Item(path: String($0)) }
      together.append(items)
      for item in items { single.append(item) }
      #expect(together == single)
    }
  }

  @Test("A removed item's position survives further changes")
  func vacancy() throws {
    var queue = queue("abcd")
    let place = try #require(queue.place(of: queue.entries[2].id))
    queue.enter(place)
    func next() -> String? {
      queue.following(place).flatMap { queue[$0.entry]?.item.name }
    }
    for name in ["c", "a", "b"] {
      let entry = try #require(queue.entries.first { $0.item.name == name })
      queue.remove(entry.id)
      #expect(next() == "d")
    }
    queue.remove(queue.entries[0].id)
    #expect(next() == nil)
    queue.append(Item(path: "e"))
    #expect(next() == "e")
  }

  @Test("An updated entry keeps its identity and its place, even in a shuffled round")
  func updated() throws {
    var queue = queue("abc", seed: 3)
    let order = played(queue, 3)
    let entry = try #require(queue.entries.first { $0.item.name == "b" })
    queue.update(entry.id) { $0.title = "Title" }
    queue.update(99) { $0.title = "Nothing" }
    #expect(queue.entries.map(\.item.title) == [nil, "Title", nil])
    #expect(played(queue, 3) == order && queue[entry.id]?.item.title == "Title")
  }

  @Test(
    "An updated entry remains in a new list that has its original or its updated item",
    arguments: [false, true])
  func updatedAndReplaced(isUpdatedInList: Bool) throws {
    var queue = queue("aab")
    let entries = queue.entries.map(\.id)
    let place = try #require(queue.place(of: entries[1]))
    queue.enter(place)
    queue.update(entries[1]) { $0.title = "Title" }
    #expect(queue.entries.map(\.original) == "aab".map { Item(path: String($0)) })
    var other = self.queue("")
    other.replace(with: queue, from: nil)
    #expect(other.entries.map(\.original) == queue.entries.map(\.original))
    queue.replace(
      with: isUpdatedInList
        ? queue.entries.map(\.item) : "aab".map { Item(path: String($0)) })
    #expect(queue.entries.map(\.id) == entries)
    #expect(queue.entries.map(\.item.title) == [nil, "Title", nil])
    #expect(queue.following(place)?.entry == entries[2])
    queue.update(entries[1]) { $0.title = nil }
    #expect(queue.entries[1] == self.queue("aab").entries[1])
    // One entry never stands for two items.
    queue.update(entries[2]) { $0.title = "Title" }
    let updated = queue.entries[2].item
    queue.replace(with: [Item(path: "b"), updated])
    #expect(queue.entries[0].id == entries[2] && queue.entries[1].id > entries[2])
  }

  @Test("Items have the same content if source, start and end are equal")
  func content() {
    var (one, other) = (Item(path: "a"), Item(path: "a"))
    (one.title, one.volume, one.cover) = ("Title", 0.5, "cover.png")
    #expect(one.hasSameContent(as: other))
    other.start = .zero
    #expect(!one.hasSameContent(as: other) && !one.hasSameContent(as: Item(path: "b")))
  }
}
