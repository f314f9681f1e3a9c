public import VitrinePictures

/// What becomes of the playing while the display is off. Intentions stay what they are.
extension PlaybackState {
  public mutating func perform(_ order: PowerOrder) -> [Effect] {
    setPower(order == .toggle ? !isDisplayOn : order != .off)
  }

  /// Switches the display on or off.
  public mutating func setPower(_ isOn: Bool) -> [Effect] {
    guard isOn != isDisplayOn else { return [] }
    return [.setPower(isOn)] + (isOn ? switchOn() : switchOff())
  }

  /// Has the display so bright, also one that is off now.
  public mutating func setBrightness(_ wanted: Brightness) -> [Effect] {
    guard wanted != intention.brightness else { return [] }
    intention.brightness = wanted
    return [.setBrightness(wanted)]
  }

  private mutating func switchOff() -> [Effect] {
    power.switchOff()
    guard power.stops else { return [.setVolume(effectiveVolume)] + clockEffects() }
    switch stage {
    case .idle, .ended: return []
    case .active, .failed:
      defer { power.setBeginsAnew(true) }
      return stop()
    }
  }

  private mutating func switchOn() -> [Effect] {
    if power.switchOn(), phase == .idle { return play() }
    return [.setVolume(effectiveVolume)] + clockEffects()
  }
}
