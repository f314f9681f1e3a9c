internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineSchedules

extension PowerOptions {
  /// Whether the display is turned on or off by time.
  var isTimed: Bool { !schedule.isEmpty || wake != nil }
}

/// The power schedule of a session.
struct SessionPower {
  private var plan: PowerPlan
  /// Nil if there is never a schedule.
  private let clock: PowerClock?
  /// Whether a schedule applies, or did.
  private var isRuled: Bool

  /// For how long a touch wakes the display.
  private let wake: Duration?

  init(_ options: PowerOptions, clock: PowerClock?) {
    (plan, self.clock, wake) = (PowerPlan(options.schedule), clock, options.wake)
    isRuled = options.isTimed
  }

  /// Records a touch of the display.
  mutating func recordTouch() {
    guard let wake else { return }
    plan.wake(for: wake, at: .now())
  }

  /// Replaces the schedule.
  mutating func replace(_ schedule: TimeTable) {
    plan.exchange(schedule, at: .now())
    isRuled = true
  }

  /// Records that the operator turned the display on or off.
  mutating func recordSwitch(isOn: Bool) {
    plan.setOverride(isOn, at: .now())
  }

  /// Whether the display should be on; nil if no schedule decides that. Sets the clock to the next
  /// change.
  mutating func decide() -> Bool? {
    guard let clock, isRuled else { return nil }
    while true {
      let decision = plan.decide(at: .now(), .now())
      clock.set(to: decision.next)
      // If the clock was set just before, the decision has changed.
      if plan.decide(at: .now(), .now()) == decision { return decision.isOn }
    }
  }
}

/// Turns the display on and off.
extension Session {
  /// Applies the schedule.
  mutating func applyPowerSchedule() {
    guard let isOn = power.decide() else { return }
    carryOut(state.setPower(isOn))
  }

  mutating func schedule(_ table: TimeTable) {
    power.replace(table)
    applyPowerSchedule()
  }

  mutating func turn(_ order: PowerRequest) {
    if order == .wake {
      power.recordTouch()
    } else {
      carryOut(state.perform(order))
      power.recordSwitch(isOn: state.isDisplayOn)
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
