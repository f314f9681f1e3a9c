internal import VitrineEngine
internal import VitrinePlayback
internal import VitrinePlaylists

// The queue. Changes do not interrupt the current item unless they remove it.
extension Player {
  /// The current queue.
  ///
  /// Changes appear here once they are applied; see ``waitUntilApplied()``. While a visitor's
  /// choice from the gallery plays, the queue contains only that item, until your program changes
  /// it.
  public var queue: PlayerQueue { PlayerQueue(engine.queue) }

  /// Replaces the queue with these items, and plays the first one immediately.
  public func play(_ items: [Item]) {
    edit(.begin(items.map(\.value)), items)
    engine.perform(.play)
  }

  /// Replaces the queue with this item, and plays it immediately.
  public func play(_ item: Item) { play([item]) }

  /// Appends items to the queue. If the queue has ended, playback continues with the first of them.
  public func append(_ items: [Item]) { edit(.append(items.map(\.value)), items) }

  /// Appends an item to the queue. If the queue has ended, playback continues with the item.
  public func append(_ item: Item) { append([item]) }

  /// Inserts an item at an index, which is clamped to the bounds of the queue.
  public func insert(_ item: Item, at index: Int) { edit(.insert(item.value, at: index), [item]) }

  /// Removes an entry. If the entry is playing, the next one plays.
  public func remove(_ entry: PlayerQueue.Entry.ID) { engine.perform(.edit(.remove(entry))) }

  /// Moves an entry to an index, which is clamped to the bounds of the queue.
  public func move(_ entry: PlayerQueue.Entry.ID, to index: Int) {
    engine.perform(.edit(.move(entry, to: index)))
  }

  /// Replaces all items. The current item plays to its end.
  ///
  /// If the new items contain the current one, playback then continues after it. Otherwise it
  /// continues with the first former successor that they contain, or from the beginning. Entries that
  /// remain keep the title, description and placeholder that were set since they were added.
  public func replace(with items: [Item]) { edit(.reload(items.map(\.value)), items) }

  /// Removes all entries, which ends the current item.
  public func removeAll() { engine.perform(.edit(.clear)) }

  /// Plays an entry from its beginning.
  public func jump(to entry: PlayerQueue.Entry.ID) { engine.perform(.jump(to: entry)) }

  /// Sets what happens at the end of the queue.
  public func setLoop(_ loop: PlayerQueue.Loop) { engine.perform(.edit(.loop(loop.value))) }

  /// Plays the queue in random order, different in each round; false restores the order of the
  /// list.
  public func setShuffled(_ isShuffled: Bool) {
    engine.perform(.edit(.shuffle(seed: isShuffled ? .random(in: 1...(.max)) : nil)))
  }

  /// Sets the title of an entry, or of the current item if `entry` is nil.
  ///
  /// The controls, the status and the queue show it soon. The item is not reopened.
  public func setTitle(_ title: String?, of entry: PlayerQueue.Entry.ID? = nil) {
    engine.perform(.update(.title(title), of: entry))
  }

  /// Sets the ``Item/description`` of an entry, or of the current item if `entry` is nil.
  public func setDescription(_ description: String?, of entry: PlayerQueue.Entry.ID? = nil) {
    engine.perform(.update(.description(description), of: entry))
  }

  /// Sets the ``Item/placeholder`` of an entry, or of the current item if `entry` is nil.
  ///
  /// If the current item is still loading, the image appears at once; nil keeps the image on screen.
  /// Otherwise the image appears when the entry is next opened.
  public func setPlaceholder(_ path: String?, of entry: PlayerQueue.Entry.ID? = nil) {
    engine.perform(.update(.cover(path), of: entry))
  }

  private func edit(_ edit: QueueEdit, _ items: [Item]) {
    for item in items { registerHeaders(of: item) }
    engine.perform(.edit(edit))
  }
}
