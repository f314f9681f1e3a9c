internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineSchedules

extension PowerOptions {
  /// Whether time turns the display on or off.
  var isTimed: Bool { !schedule.isEmpty || wake != nil }
}

/// The table by which the display is turned on and off, as a session keeps it.
struct SessionPower {
  private var plan: PowerPlan
  /// Nil where there never is a table.
  private let clock: PowerClock?
  /// Whether time says anything, or did.
  private var isRuled: Bool

  /// For how long a touch wakes it.
  private let wake: Duration?

  init(_ options: PowerOptions, clock: PowerClock?) {
    (plan, self.clock, wake) = (PowerPlan(options.schedule), clock, options.wake)
    isRuled = options.isTimed
  }

  /// The display is touched.
  mutating func noteTouch() {
    guard let wake else { return }
    plan.wake(for: wake, at: .now())
  }

  /// Another table, or none, counts from now on.
  mutating func exchange(_ schedule: TimeTable) {
    plan.exchange(schedule, at: .now())
    isRuled = true
  }

  /// The operator has turned the display on or off.
  mutating func note(_ isOn: Bool) {
    plan.note(isOn, at: .now())
  }

  /// Whether the display is to be on; nil where no table says so. Asks to be called again when
  /// that may change.
  mutating func look() -> Bool? {
    guard let clock, isRuled else { return nil }
    while true {
      let decision = plan.decide(at: .now(), .now())
      clock.set(to: decision.next)
      // A clock that was set just before is noticed only here.
      if plan.decide(at: .now(), .now()) == decision { return decision.isOn }
    }
  }
}

/// How a session turns the display on and off.
extension Session {
  /// Does as the table says.
  mutating func lookAtPower() {
    guard let isOn = power.look() else { return }
    carryOut(state.setPower(isOn))
  }

  mutating func schedule(_ table: TimeTable) {
    power.exchange(table)
    lookAtPower()
  }

  mutating func turn(_ order: PowerOrder) {
    if order == .wake {
      power.noteTouch()
    } else {
      carryOut(state.perform(order))
      power.note(state.isDisplayOn)
    }
    lookAtPower()
  }

  func setBrightness(_ brightness: Brightness) {
    display.perform { [mailbox = player.mailbox] presenter in
      presenter?.setBrightness(brightness)
      // By what it is so shows in the status.
      mailbox.push(.wake)
    }
  }

  func setPower(_ isOn: Bool) {
    display.perform { $0?.setPower(isOn) }
    player.events(.power(isOn: isOn))
    player.configuration.onPower?(isOn)
  }
}
