import VitrineTiming

/// Holds off who guesses: after a few wrong secrets from one address, and after more from all together,
/// nothing is looked at for a while, twice as long each time. A value; the same for tokens and PINs.
struct AttemptLimit {
  struct Limits {
    /// Wrong ones of an address that cost nothing.
    var perAddress = 5
    /// Of all addresses.
    var overall = 50
    var firstWait = Duration.seconds(10)
    var longestWait = Duration.seconds(3600)
    /// After so long without one they are forgotten.
    var memory = Duration.seconds(3600)
    /// No more addresses are remembered than these.
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

  /// How long nothing is looked at from there; nil where it may try.
  func wait(for address: String, at now: HostTime) -> Duration? {
    let until = [records[address]?.until, all?.until].compactMap(\.self).max()
    guard let until, until > now else { return nil }
    return until - now
  }

  /// One more was wrong.
  mutating func noteWrong(from address: String, at now: HostTime) {
    forget(before: now)
    records[address] = next(records[address], limits.perAddress, now)
    all = next(all, limits.overall, now)
  }

  /// One was right: its address begins anew.
  mutating func noteRight(from address: String) { records[address] = nil }

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
    // Who has many addresses meets the limit of all together.
    if records.count >= limits.addresses { records.removeAll() }
  }
}
