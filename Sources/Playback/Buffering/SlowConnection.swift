package import VitrineTiming

/// Reports that a connection is too slow for its source, if that is why playback stalls.
///
/// The text stays the same during one stall, so that it is reported once.
package struct SlowConnection: Hashable, Sendable {
  private struct Wait: Hashable {
    let opening: Run?
    let begun: HostTime
    /// The bytes received before the stall.
    let received: Int64
    var words: String?
  }

  private var wait: Wait?

  /// A shorter measurement would mostly cover the start of the connection.
  private static let leastWait = Duration.seconds(3)

  package init() {}

  /// The text for a source that stalls without a network error; nil while the cause is unknown or
  /// another one. `arrival` is nil for local sources and if no data is expected.
  package mutating func check(
    _ arrival: Arrival?, of opening: Run?, now: HostTime
  ) -> String? {
    guard let arrival, arrival.networkError == nil, arrival.isStalled, let flow = arrival.flow
    else {
      wait = nil
      return nil
    }
    if wait?.opening != opening {
      wait = Wait(opening: opening, begun: now, received: flow.received)
    }
    guard let wait else { return nil }
    let time = now - wait.begun
    if let words = wait.words { return words }
    guard time >= Self.leastWait else { return nil }
    let rate = Double(max(flow.received - wait.received, 0)) * 8 / time.seconds
    guard rate > 0, rate < flow.needed else { return nil }
    let words = "too slow: needs \(megabits(flow.needed)) Mbit/s, gets \(megabits(rate))"
    self.wait?.words = words
    return words
  }
}

/// Formats bits per second: with one decimal, or two below 1 Mbit/s.
private func megabits(_ rate: Double) -> String {
  let digits = rate < 1e6 ? 100.0 : 10.0
  return "\((min(rate, 1e12) / 1e6 * digits).rounded() / digits)"
}
