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

  func setBrightness(_ brightness: Brightness) {
    display.perform { [mailbox = player.mailbox] presenter in
      presenter?.setBrightness(brightness)
      // Updates the reason in the status.
      mailbox.push(.wake)
    }
  }

  func setPower(_ isOn: Bool) {
    display.perform { $0?.setPower(isOn) }
    player.events(.power(isOn: isOn))
    player.configuration.onPower?(isOn)
  }
}
