/// What becomes of the playing while the display is off. Intentions stay what they are.
extension PlaybackState {
  public mutating func perform(_ order: PowerOrder) -> [Effect] {
    setPower(order == .toggle ? !isDisplayOn : order != .off)
  }

  /// Turns the display on or off.
  public mutating func setPower(_ isOn: Bool) -> [Effect] {
    guard isOn != isDisplayOn else { return [] }
    return [.setPower(isOn)] + (isOn ? turnOn() : turnOff())
  }

  private mutating func turnOff() -> [Effect] {
    power.turnOff()
    guard power.stops else { return [.setVolume(effectiveVolume)] + clockEffects() }
    switch stage {
    case .idle, .ended: return []
    case .active, .failed:
      defer { power.setBeginsAnew(true) }
      return stop()
    }
  }

  private mutating func turnOn() -> [Effect] {
    if power.turnOn(), phase == .idle { return play() }
    return [.setVolume(effectiveVolume)] + clockEffects()
  }
}
