/// Releasing the display for another virtual terminal.
extension HotPlugDisplay {
  /// Turns the output off; pictures advance without being visible. Once all outputs have done so,
  /// the device can be released.
  public func leave() {
    output?.disable()
    policy.invalidate()
    setLeft(true)
  }

  /// The next survey lights the display again.
  public func enter() { setLeft(false) }
}
