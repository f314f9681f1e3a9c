internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// Turns the display on and off.
extension Session {
  /// Applies the schedule.
  mutating func applyPowerSchedule() {
    guard let isOn = player.configuration.powerSchedule?.decide() else { return }
    carryOut(state.setPower(isOn))
  }

  mutating func turn(_ order: PowerRequest) {
    let schedule = player.configuration.powerSchedule
    if order == .wake {
      schedule?.recordTouch()
    } else {
      carryOut(state.perform(order))
      schedule?.recordSwitch(isOn: state.isDisplayOn)
    }
    applyPowerSchedule()
  }

  /// Spares a hot machine: cheaper decoding, and a dimmer backlight.
  mutating func ease(_ easing: ThermalPolicy.Easing) {
    self.easing = easing
    parts.easeDecoding(easing.effort > .full)
    carryOut([.setQuality(state.intention.quality), .setBrightness(state.intention.brightness)])
  }

  func setBrightness(_ wanted: Brightness) {
    let brightness = eased(wanted)
    display.perform { [mailbox = player.mailbox] presenter in
      presenter?.setBrightness(brightness)
      // Updates the reason in the status.
      mailbox.push(.wake)
    }
  }

  private func eased(_ wanted: Brightness) -> Brightness {
    // Darker pixel values would not save power.
    guard let percent = wanted.percent, case .backlight = display.progress.dimming else {
      return wanted
    }
    return Brightness(percent: easing.limiting(percent: percent))
  }

  func setPower(_ isOn: Bool) {
    display.perform { $0?.setPower(isOn) }
    player.events(.power(isOn: isOn))
    player.configuration.onPower?(isOn)
  }
}
