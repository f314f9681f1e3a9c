/// Items in the order of playback. A value that can be edited at any time; it determines what
/// follows any place.
package struct Queue: Hashable, Sendable {
  /// An item with its own identity: a queue may contain the same file twice.
  package struct Entry: Hashable, Sendable, Identifiable {
    package let id: Int
    package fileprivate(set) var item: Item
    /// The item before updates of its presentation, if there were any. An array of at most one,
    /// because an optional item would double the size of every entry.
    private var added: [Item] = []

    fileprivate init(id: Int, item: Item) { (self.id, self.item) = (id, item) }

    /// The item as it was added to the queue, without later updates of its presentation.
    package var original: Item { added.first ?? item }

    fileprivate mutating func update(_ change: (inout Item) -> Void) {
      let before = original
      change(&item)
      added = item == before ? [] : [before]
    }

    /// The same item in another queue.
    fileprivate func renumbered(_ id: Int) -> Entry {
      var copy = Entry(id: id, item: item)
      copy.added = added
      return copy
    }
  }

  package enum Loop: String, Hashable, Sendable, CaseIterable { case none, item, queue }

  /// One playback of an entry.
  package struct Place: Hashable, Sendable {
    package let entry: Entry.ID
    /// Counts the repetitions of the entry, from 0.
    package let repetition: Int
    /// How many times the whole queue was played before.
    package let round: Int
  }

  /// In the order of the list, regardless of the order of playback.
  package private(set) var entries: [Entry] = []
  /// The behaviour at the end. Setting it is an operator's choice, which ends a visitor's.
  package var loop: Loop {
    get { visitorLoop ?? ownLoop }
    set { (ownLoop, visitorLoop) = (newValue, nil) }
  }
  private var ownLoop = Loop.none
  /// The loop while the queue contains a visitor's choice.
  private var visitorLoop: Loop?
  /// The seed of the shuffled order; nil for the order of the list.
  package private(set) var shuffleSeed: UInt64?
  private var lastID = 0
  /// The order of the current round.
  private var order: [Entry.ID] = []
  private var round = 0
  /// The entry that was started last.
  private var entered: Entry.ID?
  /// The place of that entry if it was removed: after another entry, or first.
  private var vacancy: (entry: Entry.ID, after: Entry.ID?)?

  package init(_ items: [Item] = [], loop: Loop = .none, shuffleSeed: UInt64? = nil) {
    ownLoop = loop
    self.shuffleSeed = shuffleSeed
    for item in items { entries.append(makeEntry(item)) }
    order = makeOrder(round: 0, after: nil)
  }

  package subscript(id: Entry.ID) -> Entry? { entries.first { $0.id == id } }
  package var isEmpty: Bool { entries.isEmpty }

  // Compares what is visible and what follows from it.
  package static func == (a: Queue, b: Queue) -> Bool {
    (a.entries, a.order, a.round) == (b.entries, b.order, b.round) && a.loop == b.loop
      && a.shuffleSeed == b.shuffleSeed
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
    hasher.combine(order)
  }
}

extension Queue {
  /// The first place.
  package var first: Place? {
    order.first.map { Place(entry: $0, repetition: 0, round: round) }
  }

  /// Returns what plays after `place` has ended.
  package func following(_ place: Place) -> Place? {
    if let entry = self[place.entry] {
      if loop == .item { return place }
      if place.repetition + 1 < entry.item.repeatCount {
        return Place(entry: entry.id, repetition: place.repetition + 1, round: place.round)
      }
    }
    return next(after: place)
  }

  /// Returns the next entry, ignoring repetitions, as a user expects of a skip.
  package func next(after place: Place) -> Place? {
    if place.round > round {
      var ahead = self
      ahead.enter(place)
      return ahead.next(after: place)
    }
    guard let index = index(after: place) else { return first }
    if index < order.count { return self.place(at: index) }
    guard loop != .none, !entries.isEmpty else { return nil }
    let order = makeOrder(round: round + 1, after: order.last)
    return order.first.map { Place(entry: $0, repetition: 0, round: round + 1) }
  }

  /// Returns the previous entry; at the start of a looping queue, the last one.
  package func previous(before place: Place) -> Place? {
    guard let index = index(after: place) else { return first }
    let before = index - (self[place.entry] == nil ? 1 : 2)
    if before >= 0 { return self.place(at: before) }
    return loop == .none ? nil : order.indices.last.map(self.place(at:))
  }

  /// Whether another entry comes after the one at `place`.
  package func hasNext(after place: Place) -> Bool {
    entries.count > 1 && (loop != .none || order.last != place.entry)
  }

  /// Whether another entry comes before the one at `place`.
  package func hasPrevious(before place: Place) -> Bool {
    entries.count > 1 && (loop != .none || order.first != place.entry)
  }

  package func place(of entry: Entry.ID) -> Place? {
    order.contains(entry) ? Place(entry: entry, repetition: 0, round: round) : nil
  }

  /// Starts playing `place`. A new round gets its own order.
  package mutating func enter(_ place: Place) {
    (entered, vacancy) = (place.entry, nil)
    guard place.round != round else { return }
    order = makeOrder(round: place.round, after: order.last)
    round = place.round
  }

  private func place(at index: Int) -> Place {
    Place(entry: order[index], repetition: 0, round: round)
  }

  private func index(after place: Place) -> Int? {
    if let index = order.firstIndex(of: place.entry) { return index + 1 }
    guard let vacancy, vacancy.entry == place.entry else { return nil }
    return vacancy.after.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0
  }
}

extension Queue {
  @discardableResult
  package mutating func append(_ item: Item) -> Entry.ID {
    insert(item, at: entries.count)
  }

  /// Appends items in their order.
  package mutating func append(_ items: [Item]) {
    for item in items { entries.append(makeEntry(item)) }
    reorder()
  }

  /// Inserts an item before the entry at `index`, or at the end.
  @discardableResult
  package mutating func insert(_ item: Item, at index: Int) -> Entry.ID {
    let entry = makeEntry(item)
    entries.insert(entry, at: min(max(index, 0), entries.count))
    reorder()
    return entry.id
  }

  /// Inserts items that play next, also in a shuffled order: after the entry that was started last,
  /// or its former place.
  package mutating func insertNext(_ items: [Item]) {
    let before = entered.flatMap { self[$0] == nil ? vacancy?.after : $0 }
    func next(_ ids: [Entry.ID]) -> Int {
      before.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    }
    let (index, place) = (next(entries.map(\.id)), next(order))
    let added = items.map { makeEntry($0) }
    entries.insert(contentsOf: added, at: index)
    order.insert(contentsOf: added.map(\.id), at: place)
  }

  /// Removes an entry. If it is playing, its successor does not change.
  package mutating func remove(_ id: Entry.ID) {
    if let index = order.firstIndex(of: id) {
      let before = index > 0 ? order[index - 1] : nil
      if id == entered { vacancy = (id, before) }
      if let vacancy, vacancy.after == id { self.vacancy = (vacancy.entry, before) }
    }
    entries.removeAll { $0.id == id }
    order.removeAll { $0 == id }
  }

  /// Removes all other entries.
  package mutating func keep(_ id: Entry.ID) {
    guard let entry = self[id], let kept = order.firstIndex(of: id) else { return }
    // After the current entry, if it is removed, the kept one follows unless it came earlier.
    if let entered, entered != id {
      let left = order.firstIndex(of: entered)
      let next = left ?? vacancy.map { $0.after.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0 }
      vacancy = next.map { (entered, kept < $0 ? id : nil) }
    }
    (entries, order) = ([entry], [id])
  }

  /// Changes how an entry's item is presented. The entry keeps its identity and its place.
  package mutating func update(_ id: Entry.ID, _ change: (inout Item) -> Void) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    entries[index].update(change)
  }

  package mutating func move(_ id: Entry.ID, to index: Int) {
    guard let from = entries.firstIndex(where: { $0.id == id }) else { return }
    let entry = entries.remove(at: from)
    entries.insert(entry, at: min(max(index, 0), entries.count))
    reorder()
  }

  /// Replaces all items. Entries whose items remain keep their identity, so that playback
  /// continues. An updated entry remains for its original item too, and keeps its updates. If the
  /// current one is gone, the first of its remaining successors follows, or else the first entry. A
  /// shuffled round keeps its order, with new entries inserted at random.
  package mutating func replace(with items: [Item]) {
    visitorLoop = nil
    var old = RemainingEntries(entries)
    entries = items.map { old.popFirst(for: $0) ?? makeEntry($0) }
    let kept = Set(entries.map(\.id))
    let follower = entered.flatMap { kept.contains($0) ? nil : survivor(after: $0, of: kept) }
    order.removeAll { !kept.contains($0) }
    reorder()
    vacancy = nil
    guard let entered, let follower, let place = order.firstIndex(of: follower) else { return }
    vacancy = (entered, place > 0 ? order[place - 1] : nil)
  }

  /// Replaces the items by a visitor's choice, which has its own loop until the next replacement.
  package mutating func visit(_ items: [Item], loop: Loop) {
    replace(with: items)
    visitorLoop = loop
  }

  /// Returns the first entry of `kept` after `entry`, or after its former place.
  private func survivor(after entry: Entry.ID, of kept: Set<Entry.ID>) -> Entry.ID? {
    guard let next = index(after: Place(entry: entry, repetition: 0, round: round)) else {
      return nil
    }
    return order[next...].first(where: kept.contains)
  }

  package mutating func clear() { replace(with: []) }

  /// Replaces the queue by another, with its order and loop. After the current item, `first`
  /// follows, or its successor if it is gone, or else the first entry. Entries get new IDs that
  /// differ from all of this queue.
  package mutating func replace(with other: Queue, from first: Entry.ID?) {
    let (playing, shift, passed) = (entered, lastID, round)
    let place = first.flatMap { first in
      other.order.firstIndex(of: first)
        ?? other.index(after: Place(entry: first, repetition: 0, round: other.round))
    }
    self = other
    entries = other.entries.map { $0.renumbered($0.id + shift) }
    order = other.order.map { $0 + shift }
    (lastID, round, entered) = (other.lastID + shift, max(other.round, passed), playing)
    let before = place.map { $0 - 1 } ?? -1
    vacancy = playing.map { ($0, order.indices.contains(before) ? order[before] : nil) }
  }

  /// Shuffles the queue with a seed; nil restores the order of the list. In the middle of a round,
  /// the current entry becomes the first.
  package mutating func shuffle(seed: UInt64?) {
    shuffleSeed = seed
    vacancy = nil
    order = makeOrder(round: round, after: nil)
    guard seed != nil, let entered, let place = order.firstIndex(of: entered) else { return }
    order.swapAt(0, place)
  }

  /// Updates the order after a change: that of the list, or with new entries inserted at random.
  private mutating func reorder() {
    guard let seed = shuffleSeed else { return order = entries.map(\.id) }
    let known = Set(order)
    for entry in entries where !known.contains(entry.id) {
      // bound: IDs are counted from 0
      var random = SeededGenerator(seed: seed &+ UInt64(entry.id))
      order.insert(entry.id, at: Int.random(in: 0...order.count, using: &random))
    }
  }

  private func makeOrder(round: Int, after last: Entry.ID?) -> [Entry.ID] {
    guard let seed = shuffleSeed else { return entries.map(\.id) }
    // bound: rounds are counted from 0
    var random = SeededGenerator(seed: seed ^ (UInt64(round) &* 0x9E37_79B9_7F4A_7C15))
    var order = entries.map(\.id).shuffled(using: &random)
    // Avoids playing an entry twice in a row at the start of a round.
    if order.count > 1, order.first == last { order.swapAt(0, 1) }
    return order
  }

  private mutating func makeEntry(_ item: Item) -> Entry {
    lastID += 1
    return Entry(id: lastID, item: item)
  }
}

/// The entries of a queue that the items of its replacement have not been matched with.
private struct RemainingEntries {
  private var byItem: [Item: [Queue.Entry]] = [:]
  private var taken: Set<Queue.Entry.ID> = []

  init(_ entries: [Queue.Entry]) {
    for entry in entries.reversed() {
      byItem[entry.item, default: []].append(entry)
      guard entry.original != entry.item else { continue }
      byItem[entry.original, default: []].append(entry)
    }
  }

  /// Removes and returns the first entry for this item.
  mutating func popFirst(for item: Item) -> Queue.Entry? {
    while let entry = byItem[item]?.popLast() {
      if taken.insert(entry.id).inserted { return entry }
    }
    return nil
  }
}

/// A random number generator with the same results for a seed on every machine: SplitMix64 by
/// Steele, Lea and Flood.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension Queue {
  /// Returns at most `count` entries that follow `place`, without duplicates and without the one at
  /// `place`.
  package func upcoming(after place: Place?, _ count: Int) -> [Item] {
    var items: [Item] = []
    var seen: Set<Entry.ID> = place.map { [$0.entry] } ?? []
    var next = place.map { self.next(after: $0) } ?? first
    while let place = next, items.count < count, seen.insert(place.entry).inserted {
      if let entry = self[place.entry] { items.append(entry.item) }
      next = self.next(after: place)
    }
    return items
  }
}
