public import VitrineTiming

/// Says that a source comes more slowly than it is played, where that is why it is waited for. A value.
///
/// The words of one wait stay the same, so that they are told once.
public struct SlowLine: Hashable, Sendable {
  private struct Wait: Hashable {
    let opening: Run?
    let begun: HostTime
    /// What had come until then.
    let received: Int64
    var words: String?
  }

  private var wait: Wait?

  /// What comes in less time tells more of the connection's beginning.
  private static let leastWait = Duration.seconds(3)

  public init() {}

  /// Why a source that has no other trouble holds up, in words; nil while that is not known, or another
  /// reason. `arrival` is nil of what is on this machine, and while nothing is to come.
  public mutating func look(
    _ arrival: Arrival?, of opening: Run?, now: HostTime
  ) -> String? {
    guard let arrival, arrival.trouble == nil, arrival.holdsUp, let flow = arrival.flow else {
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
    let words = "too slow: it needs \(megabits(flow.needed)) Mbit/s and gets \(megabits(rate))"
    self.wait?.words = words
    return words
  }
}

/// Of bits each second, to a tenth, or to a hundredth of what is less than one.
private func megabits(_ rate: Double) -> String {
  let digits = rate < 1e6 ? 100.0 : 10.0
  return "\((min(rate, 1e12) / 1e6 * digits).rounded() / digits)"
}
