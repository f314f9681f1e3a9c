/// The acceleration of seeking with a held arrow key.
package enum SeekAcceleration {
  /// The step in whole seconds for repeat number `count` of a key; 0 is the press.
  ///
  /// The first three steps are 10 s, so that a short press is predictable even if it is a little
  /// too long. Then each step comes twice: 20, 20, 30, 30, 40, 40, 50, 50, followed by steps of 60.
  /// At ten repeats per second, an hour takes seven seconds.
  package static func step(ofRepeat count: Int) -> Int {
    count < 3 ? 10 : min(20 + (min(count, 100) - 3) / 2 * 10, 60)
  }
}
