/// How many connections there are, and from where. A value.
struct ConnectionRoom {
  private let most: Int
  private let mostPerAddress: Int
  /// Of all, those that only programs of this machine get.
  private let reserved: Int
  private var count = 0
  private var counts: [String: Int] = [:]

  init(_ limits: WebLimits) {
    (most, mostPerAddress) = (limits.connections, limits.connectionsPerAddress)
    reserved = limits.reserved
  }

  /// Whether there is room for one more from there; it is taken then.
  mutating func enter(_ address: String, isLocal: Bool) -> Bool {
    guard count < most - (isLocal ? 0 : reserved), counts[address, default: 0] < mostPerAddress
    else { return false }
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
