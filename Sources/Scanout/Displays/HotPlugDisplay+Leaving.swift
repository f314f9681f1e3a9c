/// How the display is let go of for another virtual terminal, and taken back.
extension HotPlugDisplay {
  /// Turns the output off and leaves it so; pictures come and go unseen. Once all outputs have
  /// done so, the device can be given up.
  public func leave() {
    output?.disable()
    life.noteDark()
    setLeft(true)
  }

  /// The next survey lights the display again.
  public func enter() { setLeft(false) }
}
