internal import VitrineEngine
internal import VitrinePlayback
internal import VitrinePlaylists

// What is played, and what comes after it. What plays goes on over changes around it.
extension Player {
  /// The queue as the player has it: with what was asked for once that is done (`settle`). What a visitor chooses from
  /// a list is in its place, until the program has another.
  public var queue: PlayerQueue { PlayerQueue(engine.queue) }

  /// Plays this at once, in the place of all there was.
  public func play(_ items: [Item]) {
    edit(.begin(items.map(\.value)), items)
    engine.perform(.play)
  }

  /// Plays this at once, in the place of all there was.
  public func play(_ item: Item) { play([item]) }

  /// At the end.
  public func append(_ items: [Item]) { edit(.append(items.map(\.value)), items) }

  /// At the end.
  public func append(_ item: Item) { append([item]) }

  /// Before the entry that is at `index` now.
  public func insert(_ item: Item, at index: Int) { edit(.insert(item.value, at: index), [item]) }

  /// Takes an entry out. What plays, and is taken out, ends.
  public func remove(_ entry: PlayerQueue.Entry.ID) { engine.perform(.edit(.remove(entry))) }

  /// Puts an entry elsewhere.
  public func move(_ entry: PlayerQueue.Entry.ID, to index: Int) {
    engine.perform(.edit(.move(entry, to: index)))
  }

  /// Others in the place of all. What plays is played to its end, and goes on in its place where it is among
  /// them.
  public func replace(with items: [Item]) { edit(.reload(items.map(\.value)), items) }

  /// Takes all out.
  public func removeAll() { engine.perform(.edit(.clear)) }

  /// Plays this entry from its beginning.
  public func jump(to entry: PlayerQueue.Entry.ID) { engine.perform(.jump(to: entry)) }

  /// What happens at the end.
  public func setLoop(_ loop: PlayerQueue.Loop) { engine.perform(.edit(.loop(loop.value))) }

  /// In an order of chance, another one in each round; false plays as listed.
  public func setShuffled(_ isShuffled: Bool) {
    engine.perform(.edit(.shuffle(seed: isShuffled ? .random(in: 1...(.max)) : nil)))
  }

  private func edit(_ edit: QueueEdit, _ items: [Item]) {
    for item in items { note(item.headers, of: item) }
    engine.perform(.edit(edit))
  }
}
