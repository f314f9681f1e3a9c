/// Whether the display is on, and how playback behaves while it is off.
struct DisplayPower: Equatable {
  private enum State: Equatable {
    case on
    /// The queue may have to restart once the display is on.
    case off(beginsAnew: Bool)
  }

  let whileOff: PlayWhileOff
  private var state = State.on

  init(whileOff: PlayWhileOff) { self.whileOff = whileOff }

  var isOn: Bool { state == .on }
  /// Whether the clock is stopped because the display is off.
  var halts: Bool { !isOn && whileOff == .pause }
  /// Whether nothing is opened because the display is off.
  var stops: Bool { !isOn && whileOff == .stop }

  mutating func switchOff() { state = .off(beginsAnew: false) }

  /// Sets whether the queue restarts once the display is on; ignored while it is.
  mutating func setBeginsAnew(_ beginsAnew: Bool) {
    if !isOn { state = .off(beginsAnew: beginsAnew) }
  }

  /// Turns the display on; returns whether to restart the queue.
  mutating func switchOn() -> Bool {
    defer { state = .on }
    return state == .off(beginsAnew: true)
  }
}
