/// How long one waits before what failed is tried again: longer each time, and not all machines at
/// the same moment. A value.
public struct BackOff: Sendable {
  private var failures = 0
  private let first: Duration
  private let most: Duration

  /// With a network that comes back, the next attempt has to lie within 5 s.
  public init(first: Duration = .milliseconds(500), most: Duration = .seconds(4)) {
    (self.first, self.most) = (first, most)
  }

  public mutating func succeed() { failures = 0 }

  /// The next pause: doubled each time up to the longest, from half of it to the whole by `chance`,
  /// which is from 0 to 1.
  public mutating func fail(chance: Double) -> Duration {
    let whole = min(first * (1 << min(failures, 10)), most)
    failures += 1
    return whole * (0.5 + 0.5 * min(max(chance, 0), 1))
  }
}
