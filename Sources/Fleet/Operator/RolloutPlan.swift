import VitrineTiming

/// The waves of a rollout, and when it stops. A value type.
package struct RolloutPlan: Hashable, Sendable {
  /// Screens in the first wave. The second one has 1% of the screens.
  package var first = 10
  /// Each further wave has this many times the screens and the rate of the previous one.
  package var growth = 3.0
  /// Screens per minute in the first wave.
  package var rate = 60.0
  /// How long a screen must have kept the change before it counts as applied, in seconds.
  package var settling = 60
  /// How long a screen may take to report, in seconds.
  package var timeout = 600
  /// The shares of the screens with a result that stop the rollout, in per cent.
  package var mostFailed = 0.5
  package var mostTimedOut = 5.0
  /// The shares count once this many screens have a result.
  package var minimum = 10

  package static let firsts = 1...100_000
  package static let growths = 1.0...100
  package static let rates = 0.1...100_000
  package static let times = 0...604_800
  package static let shares = 0.0...100

  package init() {}

  package var isValid: Bool {
    Self.firsts.contains(first) && Self.growths.contains(growth) && Self.rates.contains(rate)
      && Self.times.contains(settling) && Self.times.contains(timeout) && timeout > settling
      && Self.shares.contains(mostFailed) && Self.shares.contains(mostTimedOut)
      && Self.firsts.contains(minimum)
  }

  /// The number of changed screens after each wave.
  package func ends(of count: Int) -> [Int] {
    var ends = [min(first, count)]
    // bound: numbers of screens
    var size = Double(max(first, (count + 99) / 100))
    while let last = ends.last, last < count {
      ends.append(Int(saturating: min(Double(count), Double(last) + size)))
      size *= growth
    }
    return ends
  }

  /// Screens per second in a wave, counted from 0.
  func rate(of wave: Int) -> Double {
    var rate = rate / 60
    for _ in 0..<wave where rate < 100_000 { rate *= growth }
    return rate
  }

  /// Why the rollout stops; nil if it continues. The minimum does not count for the last result.
  func excess(of results: RolloutResults, isLast: Bool) -> String? {
    guard results.executed >= minimum || isLast else { return nil }
    for (number, most, verb) in [
      (results.failed.count, mostFailed, "failed"),
      (results.timedOut.count, mostTimedOut, "did not report in time"),
    ] where number > 0 && Double(number) * 100 >= most * Double(results.executed) {
      return "\(number) of \(results.executed) screens \(verb) (limit: \(most)%)"
    }
    return nil
  }
}

/// The results of the screens that a rollout has changed. A value type.
package struct RolloutResults: Hashable, Sendable {
  package var applied = 0
  /// The causes, by screen.
  package var failed: [String: String] = [:]
  package var timedOut: [String] = []
  package var waiting = 0

  package init() {}

  /// The screens with a result.
  package var executed: Int { applied + failed.count + timedOut.count }
  package var changed: Int { executed + waiting }
}
