/// Whether the display is on, and what becomes of the playing while it is off.
struct DisplayPower: Equatable {
  private enum State: Equatable {
    case on
    /// Once it is on, the queue may have to play from its beginning.
    case off(beginsAnew: Bool)
  }

  let whileOff: PlayWhileOff
  private var state = State.on

  init(whileOff: PlayWhileOff) { self.whileOff = whileOff }

  var isOn: Bool { state == .on }
  /// The clock of picture and sound stands for as long as the display is off.
  var halts: Bool { !isOn && whileOff == .pause }
  /// Nothing is opened for as long as the display is off.
  var stops: Bool { !isOn && whileOff == .stop }

  mutating func switchOff() { state = .off(beginsAnew: false) }

  /// What is to happen once the display is on; nothing while it is.
  mutating func setBeginsAnew(_ beginsAnew: Bool) {
    if !isOn { state = .off(beginsAnew: beginsAnew) }
  }

  /// Whether the queue is to play from its beginning now.
  mutating func switchOn() -> Bool {
    defer { state = .on }
    return state == .off(beginsAnew: true)
  }
}
