/// How many connections there are, and from where. A value.
struct ConnectionRoom {
  private let most: Int
  private let mostPerAddress: Int
  private var count = 0
  private var counts: [String: Int] = [:]

  init(_ limits: WebLimits) {
    (most, mostPerAddress) = (limits.connections, limits.connectionsPerAddress)
  }

  /// Whether there is room for one more from there; it is taken then.
  mutating func enter(_ address: String) -> Bool {
    guard count < most, counts[address, default: 0] < mostPerAddress else { return false }
    count += 1
    counts[address, default: 0] += 1
    return true
  }

  mutating func leave(_ address: String) {
    count -= 1
    let left = counts[address, default: 1] - 1
    counts[address] = left > 0 ? left : nil
  }
}
