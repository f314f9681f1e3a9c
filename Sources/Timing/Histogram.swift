/// A histogram of durations in half-millisecond steps, with fixed memory.
package struct Histogram: Sendable {
  package private(set) var count = 0
  private var bins: [UInt32]
  private static let step: Int64 = 500_000
  private static let reach = 1000  // bins on either side of zero: half a second

  package init() {
    bins = Array(repeating: 0, count: 2 * Self.reach + 1)
  }

  /// Adds a duration. Durations beyond half a second count in the outermost bins.
  package mutating func add(_ duration: Duration) {
    let index = Int((Double(duration.nanoseconds) / Double(Self.step)).rounded())
    let clamped = min(max(index, -Self.reach), Self.reach)
    bins[clamped + Self.reach] &+= 1
    count += 1
  }

  /// Returns how many durations are at most `limit`, for limits below half a second.
  package func count(upTo limit: Duration) -> Int {
    let last = Int((Double(limit.nanoseconds) / Double(Self.step)).rounded(.down))
    return bins.prefix(max(0, min(last, Self.reach) + Self.reach + 1)).reduce(0) { $0 + Int($1) }
  }

  /// The sum of all durations, as precise as the steps.
  package var sum: Duration {
    .nanoseconds(
      bins.indices.reduce(0) { $0 + Int64($1 - Self.reach) * Int64(bins[$1]) * Self.step })
  }

  /// Returns the value that `fraction` of the durations does not exceed; nil if there are none.
  package func percentile(_ fraction: Double) -> Duration? {
    percentile(fraction, of: bins.indices.lazy.map { ($0 - Self.reach, self.bins[$0]) })
  }

  /// Returns the percentile of the absolute values.
  package func magnitudePercentile(_ fraction: Double) -> Duration? {
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
