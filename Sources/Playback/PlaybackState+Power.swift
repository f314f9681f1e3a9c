/// What becomes of the playing while the display is off. The person's own intentions stay what
/// they are.
extension PlaybackState {
  /// A display that is off.
  struct Off: Equatable {
    /// Whether to play from the beginning once it is on.
    var beginsAnew = false
  }

  public var isDisplayOn: Bool { off == nil }

  /// Whether the clock stands because of what somebody wants.
  public var isHeld: Bool { isPaused || isScrubbing || off != nil && whileOff == .pause }

  public mutating func perform(_ order: PowerOrder) -> [Effect] {
    setPower(order == .toggle ? !isDisplayOn : order != .off)
  }

  /// Turns the display on or off.
  public mutating func setPower(_ isOn: Bool) -> [Effect] {
    guard isOn != isDisplayOn else { return [] }
    return [.setPower(isOn)] + (isOn ? turnOn() : turnOff())
  }

  private mutating func turnOff() -> [Effect] {
    off = Off()
    guard whileOff == .stop else { return [.setVolume(effectiveVolume)] + clockEffects() }
    switch phase {
    case .idle, .ended: return []
    case .opening, .buffering, .playing, .failed:
      defer { off?.beginsAnew = true }
      return stop()
    }
  }

  private mutating func turnOn() -> [Effect] {
    let beginsAnew = off?.beginsAnew ?? false
    off = nil
    if beginsAnew, phase == .idle { return play() }
    return [.setVolume(effectiveVolume)] + clockEffects()
  }
}
