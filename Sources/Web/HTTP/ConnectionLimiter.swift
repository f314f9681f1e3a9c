/// Counts connections, overall and per address. A value type.
struct ConnectionLimiter {
  private let most: Int
  private let mostPerAddress: Int
  /// The number of connections reserved for programs on this machine.
  private let reserved: Int
  private var count = 0
  private var counts: [String: Int] = [:]

  init(_ limits: WebLimits) {
    (most, mostPerAddress) = (limits.connections.total, limits.connections.perAddress)
    reserved = limits.connections.reserved
  }

  /// Takes a place for a connection; returns false if there is none.
  mutating func add(_ address: String, isLocal: Bool) -> Bool {
    guard count < most - (isLocal ? 0 : reserved), counts[address, default: 0] < mostPerAddress
    else { return false }
    count += 1
    counts[address, default: 0] += 1
    return true
  }

  mutating func remove(_ address: String) {
    count -= 1
    let left = counts[address, default: 1] - 1
    counts[address] = left > 0 ? left : nil
  }
}
