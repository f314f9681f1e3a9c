/// A cache for values that are expensive to make. Evicts the least recently used values (LRU).
struct LRUCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  /// The limit for the total cost.
  let limit: Int
  private var entries: [Key: Entry] = [:]
  private var cost = 0
  private var uses = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func value(for key: Key) -> Value? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.value
  }

  /// Does not store a value whose cost exceeds the limit.
  mutating func insert(_ value: Value, for key: Key, cost: Int = 1) {
    self.cost -= entries.removeValue(forKey: key)?.cost ?? 0
    guard cost <= limit else { return }
    while self.cost + cost > limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      self.cost -= oldest.value.cost
      entries[oldest.key] = nil
    }
    uses += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: uses)
    self.cost += cost
  }

  mutating func removeAll() {
    entries.removeAll()
    cost = 0
  }
}
