public import VitrinePictures

/// Playback while the display is off. Requests stay in effect.
extension PlaybackState {
  public mutating func perform(_ order: PowerOrder) -> [Effect] {
    setPower(order == .toggle ? !isDisplayOn : order != .off)
  }

  /// Turns the display on or off.
  public mutating func setPower(_ isOn: Bool) -> [Effect] {
    guard isOn != isDisplayOn else { return [] }
    return [.setPower(isOn)] + (isOn ? switchOn() : switchOff())
  }

  /// Sets the brightness, even if the display is off.
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
