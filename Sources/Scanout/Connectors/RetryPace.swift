/// How long a display that failed is waited for: ever longer, until it has shown pictures again. To
/// be lit is not enough, since a black screen may work where no picture does. Pure.
struct RetryPace {
  /// How many in a row.
  private(set) var failures = 0

  /// When to try again, from now.
  mutating func failed() -> Duration {
    failures += 1
    return min(.milliseconds(250) * (1 << min(failures, 6)), .seconds(10))
  }

  /// A picture has come on screen by a flip.
  mutating func flipped() { failures = 0 }
}
