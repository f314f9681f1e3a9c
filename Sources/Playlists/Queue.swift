/// Items in the order in which they play. A value: it can be changed at any time while playing,
/// and says what comes after any place in it.
public struct Queue: Hashable, Sendable {
  /// An item with an identity of its own: the same file may be in a queue twice.
  public struct Entry: Hashable, Sendable, Identifiable {
    public let id: Int
    public var item: Item
  }

  public enum Loop: String, Hashable, Sendable, CaseIterable { case none, item, queue }

  /// One playing of one entry.
  public struct Place: Hashable, Sendable {
    public let entry: Entry.ID
    /// Which of the entry's repeated playings, from 0.
    public let repetition: Int
    /// How often the whole queue was played before.
    public let round: Int
  }

  /// As people put them, whatever order they play in.
  public private(set) var entries: [Entry] = []
  /// What happens at the end. To set it is the operator's: a visitor's choice has none of its own any more.
  public var loop: Loop {
    get { visitorLoop ?? ownLoop }
    set { (ownLoop, visitorLoop) = (newValue, nil) }
  }
  private var ownLoop = Loop.none
  /// While it holds what a visitor has chosen.
  private var visitorLoop: Loop?
  /// The seed of the order; nil plays as listed.
  public private(set) var shuffleSeed: UInt64?
  private var lastID = 0
  /// The order of the round that is played.
  private var order: [Entry.ID] = []
  private var round = 0
  /// The entry that was entered last.
  private var entered: Entry.ID?
  /// Where that one had its place, once it is removed: after this one, or first.
  private var vacancy: (entry: Entry.ID, after: Entry.ID?)?

  public init(_ items: [Item] = [], loop: Loop = .none, shuffleSeed: UInt64? = nil) {
    ownLoop = loop
    self.shuffleSeed = shuffleSeed
    for item in items { entries.append(makeEntry(item)) }
    order = makeOrder(round: 0, after: nil)
  }

  public subscript(id: Entry.ID) -> Entry? { entries.first { $0.id == id } }
  public var isEmpty: Bool { entries.isEmpty }

  // What compares is what people can see and what follows from it.
  public static func == (a: Queue, b: Queue) -> Bool {
    (a.entries, a.order, a.round) == (b.entries, b.order, b.round) && a.loop == b.loop
      && a.shuffleSeed == b.shuffleSeed
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
    hasher.combine(order)
  }
}

extension Queue {
  /// What plays first.
  public var first: Place? {
    order.first.map { Place(entry: $0, repetition: 0, round: round) }
  }

  /// What plays when the playing of `place` has come to its end.
  public func following(_ place: Place) -> Place? {
    if let entry = self[place.entry] {
      if loop == .item { return place }
      if place.repetition + 1 < entry.item.repeatCount {
        return Place(entry: entry.id, repetition: place.repetition + 1, round: place.round)
      }
    }
    return next(after: place)
  }

  /// The next entry, whatever is to be repeated: what a person means by it.
  public func next(after place: Place) -> Place? {
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

  /// The entry before; at the beginning of a queue that loops, the last one.
  public func previous(before place: Place) -> Place? {
    guard let index = index(after: place) else { return first }
    let before = index - (self[place.entry] == nil ? 1 : 2)
    if before >= 0 { return self.place(at: before) }
    return loop == .none ? nil : order.indices.last.map(self.place(at:))
  }

  public func place(of entry: Entry.ID) -> Place? {
    order.contains(entry) ? Place(entry: entry, repetition: 0, round: round) : nil
  }

  /// `place` is played now: a new round gets its order.
  public mutating func enter(_ place: Place) {
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
  public mutating func append(_ item: Item) -> Entry.ID {
    insert(item, at: entries.count)
  }

  /// Puts these at the end, in their order.
  public mutating func append(_ items: [Item]) {
    for item in items { entries.append(makeEntry(item)) }
    reorder()
  }

  /// Puts an item before the entry that is at `index` now; beyond the end is at the end.
  @discardableResult
  public mutating func insert(_ item: Item, at index: Int) -> Entry.ID {
    let entry = makeEntry(item)
    entries.insert(entry, at: min(max(index, 0), entries.count))
    reorder()
    return entry.id
  }

  /// Takes an entry out. When it is playing, what followed it follows still.
  public mutating func remove(_ id: Entry.ID) {
    if let index = order.firstIndex(of: id) {
      let before = index > 0 ? order[index - 1] : nil
      if id == entered { vacancy = (id, before) }
      if let vacancy, vacancy.after == id { self.vacancy = (vacancy.entry, before) }
    }
    entries.removeAll { $0.id == id }
    order.removeAll { $0 == id }
  }

  /// Removes all the others.
  public mutating func keep(_ id: Entry.ID) {
    guard let entry = self[id], let kept = order.firstIndex(of: id) else { return }
    // What plays and goes is followed by what stays, unless that one came before.
    if let entered, entered != id {
      let left = order.firstIndex(of: entered)
      let next = left ?? vacancy.map { $0.after.flatMap(order.firstIndex(of:)).map { $0 + 1 } ?? 0 }
      vacancy = next.map { (entered, kept < $0 ? id : nil) }
    }
    (entries, order) = ([entry], [id])
  }

  public mutating func move(_ id: Entry.ID, to index: Int) {
    guard let from = entries.firstIndex(where: { $0.id == id }) else { return }
    let entry = entries.remove(at: from)
    entries.insert(entry, at: min(max(index, 0), entries.count))
    reorder()
  }

  /// Exchanges everything. Entries that stay the same keep their identity, so that what is
  /// playing goes on; where that one is gone, the next of those that followed it and are still
  /// there follows, else the first. A shuffled round goes on in its order, with the new ones at
  /// places that the seed decides.
  public mutating func replace(with items: [Item]) {
    visitorLoop = nil
    var old = Dictionary(grouping: entries.reversed(), by: \.item)
    entries = items.map { old[$0]?.popLast() ?? makeEntry($0) }
    let kept = Set(entries.map(\.id))
    let follower = entered.flatMap { kept.contains($0) ? nil : survivor(after: $0, of: kept) }
    order.removeAll { !kept.contains($0) }
    reorder()
    vacancy = nil
    guard let entered, let follower, let place = order.firstIndex(of: follower) else { return }
    vacancy = (entered, place > 0 ? order[place - 1] : nil)
  }

  /// Has what a visitor has chosen, with a loop of its own, until it becomes another one.
  public mutating func visit(_ items: [Item], loop: Loop) {
    replace(with: items)
    visitorLoop = loop
  }

  /// The first one behind `entry` in the order that there is, or there was its place.
  private func survivor(after entry: Entry.ID, of kept: Set<Entry.ID>) -> Entry.ID? {
    guard let next = index(after: Place(entry: entry, repetition: 0, round: round)) else {
      return nil
    }
    return order[next...].first(where: kept.contains)
  }

  public mutating func clear() { replace(with: []) }

  /// Is another one from now on, with its order and its way of going on. What plays is followed by `first` of
  /// it, or by what follows that one where it is there no more, or by its beginning. Its entries get new
  /// numbers: none is taken for what was in this one.
  public mutating func exchange(for other: Queue, from first: Entry.ID?) {
    let (playing, shift, passed) = (entered, lastID, round)
    let place = first.flatMap { first in
      other.order.firstIndex(of: first)
        ?? other.index(after: Place(entry: first, repetition: 0, round: other.round))
    }
    self = other
    entries = other.entries.map { Entry(id: $0.id + shift, item: $0.item) }
    order = other.order.map { $0 + shift }
    (lastID, round, entered) = (other.lastID + shift, max(other.round, passed), playing)
    let before = place.map { $0 - 1 } ?? -1
    vacancy = playing.map { ($0, order.indices.contains(before) ? order[before] : nil) }
  }

  /// Plays in an order that `seed` decides, each entry once a round; nil plays as listed. Where it begins in the
  /// middle of a round, what plays is the first one of it.
  public mutating func shuffle(seed: UInt64?) {
    shuffleSeed = seed
    vacancy = nil
    order = makeOrder(round: round, after: nil)
    guard seed != nil, let entered, let place = order.firstIndex(of: entered) else { return }
    order.swapAt(0, place)
  }

  /// After a change: as listed, or with the new ones at places that the seed decides.
  private mutating func reorder() {
    guard let seed = shuffleSeed else { return order = entries.map(\.id) }
    let known = Set(order)
    for entry in entries where !known.contains(entry.id) {
      // bound: the queue counts its entries from 0 on
      var random = SeededGenerator(seed: seed &+ UInt64(entry.id))
      order.insert(entry.id, at: Int.random(in: 0...order.count, using: &random))
    }
  }

  private func makeOrder(round: Int, after last: Entry.ID?) -> [Entry.ID] {
    guard let seed = shuffleSeed else { return entries.map(\.id) }
    // bound: rounds are counted from 0 on
    var random = SeededGenerator(seed: seed ^ (UInt64(round) &* 0x9E37_79B9_7F4A_7C15))
    var order = entries.map(\.id).shuffled(using: &random)
    // No entry twice in a row, where one round meets the next.
    if order.count > 1, order.first == last { order.swapAt(0, 1) }
    return order
  }

  private mutating func makeEntry(_ item: Item) -> Entry {
    lastID += 1
    return Entry(id: lastID, item: item)
  }
}

/// Random numbers that a seed decides, the same on every machine: Steele, Lea and Flood's
/// SplitMix64.
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
