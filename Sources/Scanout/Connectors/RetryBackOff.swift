/// The back-off for a failed display: it increases until pictures are shown again. A successful
/// mode set is not enough, since a black screen may work where pictures do not. Pure.
struct RetryBackOff {
  /// The number of failures in a row.
  private(set) var failures = 0

  /// The delay before the next attempt.
  mutating func failed() -> Duration {
    failures += 1
    return min(.milliseconds(250) * (1 << min(failures, 6)), .seconds(10))
  }

  /// A flip has brought a picture to the screen.
  mutating func flipped() { failures = 0 }
}
