package import VitrineTiming

/// When a screen connects again. After a loss, each screen draws a moment in the next eight seconds and keeps its
/// place: the screens of a broker that returns come evenly, and none later than eight seconds. A value type.
package struct ReconnectPolicy: Sendable {
  package enum Failure: Hashable, Sendable {
    /// A connection was lost, or no program listens at the address.
    case lost
    /// The broker or the player's own settings rejected it, which will not change soon.
    case rejected
  }

  /// All screens come back in this time.
  package static let spread = Duration.seconds(8)
  /// For outages that are longer than this, attempts become rarer.
  static let patience = Duration.seconds(15 * 60)
  static let longest = Duration.seconds(60)

  private var outage: HostTime?
  /// Time of the next attempt; nil while connected.
  package private(set) var next: HostTime?

  /// The first attempt comes soon, but not at once: a power cut starts all screens together.
  package init(from start: HostTime, fraction: Double) {
    next = start + .milliseconds(Int64(saturating: fraction * 1000))
  }

  package mutating func succeed() { (outage, next) = (nil, nil) }

  /// Records a failure; `fraction` is random, 0 to 1.
  package mutating func fail(_ failure: Failure, at now: HostTime, fraction: Double) {
    let begin = outage ?? now
    let pause: Double =
      switch failure {
      case .rejected: Self.longest.seconds * (0.5 + fraction / 2)
      // The first attempt draws the screen's place; the next ones keep it.
      case .lost where outage == nil: Self.spread.seconds * fraction
      case .lost where now - begin < Self.patience: Self.spread.seconds
      case .lost: Self.longest.seconds * (0.5 + fraction / 2)
      }
    outage = begin
    next = now + .milliseconds(Int64(saturating: pause * 1000))
  }

  /// How long there has been no connection; nil with one.
  package func outage(at now: HostTime) -> Duration? { outage.map { now - $0 } }
}

/// Allows a burst of events, and then one in each interval. A value type.
package struct TokenBucket: Sendable {
  private let burst: Int
  private let interval: Duration
  private var left: Int
  private var refilled: HostTime?

  package init(burst: Int, interval: Duration) {
    (self.burst, self.interval, left) = (burst, interval, burst)
  }

  /// Takes a token; false if there is none.
  package mutating func take(at now: HostTime) -> Bool {
    refill(now)
    guard left > 0 else { return false }
    left -= 1
    return true
  }

  /// When there is a token again; nil if there is one.
  package mutating func next(after now: HostTime) -> HostTime? {
    refill(now)
    return left > 0 ? nil : refilled.map { $0 + interval }
  }

  private mutating func refill(_ now: HostTime) {
    guard left < burst, let last = refilled else { return refilled = now }
    // bound: a constant that is not 0
    let count = (now - last).nanoseconds / interval.nanoseconds
    guard count > 0 else { return }
    left = min(burst, left +| Int(clamping: count))
    refilled = left == burst ? now : last + interval * Int(clamping: count)
  }
}
