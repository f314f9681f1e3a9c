extension Queue {
  /// Returns at most `count` entries that follow `place`, without duplicates and without the one at
  /// `place`.
  public func upcoming(after place: Place?, _ count: Int) -> [Item] {
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
