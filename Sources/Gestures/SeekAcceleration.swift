/// How far a held arrow key seeks.
public enum SeekAcceleration {
  /// The step in whole seconds of the `count`th repeat of a key; its pressing is number 0.
  ///
  /// The first three are 10 s, so that a short press and one that is a little too long go where
  /// they are expected to; then each step comes twice: 20, 20, 30, 30, 40, 40, 50, 50, and 60 for
  /// all others. At ten repeats a second an hour is crossed in seven seconds.
  public static func step(ofRepeat count: Int) -> Int {
    count < 3 ? 10 : min(20 + (min(count, 100) - 3) / 2 * 10, 60)
  }
}
