import VitrineTiming

/// Limits guessing: after several wrong secrets from one address, or many from all addresses
/// together, attempts are rejected for a time that doubles with each one. A value type, for tokens
/// and PINs.
struct AttemptLimit {
  struct Limits {
    /// The number of wrong secrets from one address before the first wait.
    var perAddress = 5
    /// The same, for all addresses together.
    var overall = 50
    var firstWait = Duration.seconds(10)
    var longestWait = Duration.seconds(3600)
    /// Attempts are forgotten after this long without another.
    var memory = Duration.seconds(3600)
    /// The most addresses that are remembered.
    var addresses = 1024
  }

  private struct Record {
    var count = 0
    var last: HostTime
    var until: HostTime
  }

  private let limits: Limits
  private var records: [String: Record] = [:]
  private var all: Record?

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// How long attempts from this address are rejected; nil if it may try.
  func wait(for address: String, at now: HostTime) -> Duration? {
    let until = [records[address]?.until, all?.until].compactMap(\.self).max()
    guard let until, until > now else { return nil }
    return until - now
  }

  /// Records a wrong secret.
  mutating func recordFailure(from address: String, at now: HostTime) {
    forget(before: now)
    records[address] = next(records[address], limits.perAddress, now)
    all = next(all, limits.overall, now)
  }

  /// Records a right secret, which resets the address.
  mutating func recordSuccess(from address: String) { records[address] = nil }

  private func next(_ record: Record?, _ free: Int, _ now: HostTime) -> Record {
    var record = record ?? Record(last: now, until: now)
    (record.count, record.last) = (record.count + 1, now)
    let beyond = record.count - free
    guard beyond >= 0 else { return record }
    let factor = 1 << min(beyond, 20)
    record.until = now + min(limits.firstWait * factor, limits.longestWait)
    return record
  }

  private mutating func forget(before now: HostTime) {
    records = records.filter { now - $0.value.last < limits.memory || $0.value.until > now }
    if let last = all?.last, now - last >= limits.memory { all = nil }
    // A client with that many addresses runs into the overall limit.
    if records.count >= limits.addresses { records.removeAll() }
  }
}
