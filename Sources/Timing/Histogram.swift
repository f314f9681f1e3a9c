/// Counts of durations in steps of half a millisecond, in fixed memory for months.
public struct Histogram: Sendable {
  public private(set) var count = 0
  private var bins: [UInt32]
  private static let step: Int64 = 500_000
  private static let reach = 1000  // bins on either side of zero: half a second

  public init() {
    bins = Array(repeating: 0, count: 2 * Self.reach + 1)
  }

  /// Durations beyond half a second count at the ends.
  public mutating func add(_ duration: Duration) {
    let index = Int((Double(duration.nanoseconds) / Double(Self.step)).rounded())
    let clamped = min(max(index, -Self.reach), Self.reach)
    bins[clamped + Self.reach] &+= 1
    count += 1
  }

  /// How many of what was added are no longer than `limit`; of limits below half a second.
  public func count(upTo limit: Duration) -> Int {
    let last = Int((Double(limit.nanoseconds) / Double(Self.step)).rounded(.down))
    return bins.prefix(max(0, min(last, Self.reach) + Self.reach + 1)).reduce(0) { $0 + Int($1) }
  }

  /// Of all that was added, as exactly as the steps are.
  public var sum: Duration {
    .nanoseconds(
      bins.indices.reduce(0) { $0 + Int64($1 - Self.reach) * Int64(bins[$1]) * Self.step })
  }

  /// The value that `fraction` of what was added does not exceed; nil when nothing was.
  public func percentile(_ fraction: Double) -> Duration? {
    percentile(fraction, of: bins.indices.lazy.map { ($0 - Self.reach, self.bins[$0]) })
  }

  /// As `percentile`, of the values without their signs.
  public func magnitudePercentile(_ fraction: Double) -> Duration? {
    percentile(
      fraction,
      of: (0...Self.reach).lazy.map { distance in
        let above = self.bins[Self.reach + distance]
        return (distance, distance == 0 ? above : above &+ self.bins[Self.reach - distance])
      })
  }

  private func percentile(
    _ fraction: Double, of counts: some Sequence<(Int, UInt32)>
  ) -> Duration? {
    guard count > 0 else { return nil }
    let needed = max(1, Int((fraction * Double(count)).rounded(.up)))
    var seen = 0
    for (distance, number) in counts {
      seen += Int(number)
      if seen >= needed { return .nanoseconds(Int64(distance) * Self.step) }
    }
    return nil
  }
}
