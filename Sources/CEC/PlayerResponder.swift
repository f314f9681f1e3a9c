/// Decides how a player answers messages of other devices. A value type.
struct PlayerResponder: Hashable, Sendable {
  /// Whether this input is on screen, according to the messages so far.
  private(set) var isShown = false
  private var power = PowerStatus.on

  mutating func update(for command: Television.Command) {
    switch command {
    case .turnOn: (isShown, power) = (true, .on)
    case .standBy: (isShown, power) = (false, .standby)
    case .askPower: break
    }
  }

  /// Handles a message; returns the reply and the event for it, if any.
  mutating func handle(
    _ message: Message, as player: LogicalAddress, at place: PhysicalAddress
  ) -> (reply: Message?, event: Television.Report?) {
    // A message between two other devices.
    guard message.destination == player || message.destination == .broadcast else {
      return (nil, nil)
    }
    switch message.content {
    case .giveDevicePowerStatus where message.destination == player:
      return (Message(.reportPowerStatus(power), from: player, to: message.initiator), nil)
    case .requestActiveSource where isShown: return (claim(place, player), nil)
    case .setStreamPath(place): return (claim(place, player), show(true))
    case .setStreamPath, .activeSource: return (nil, show(false))
    case .standby: return (nil, .standbyRequested)
    default: return (nil, nil)
    }
  }

  private func claim(_ place: PhysicalAddress, _ player: LogicalAddress) -> Message {
    Message(.activeSource(place), from: player, to: .broadcast)
  }

  private mutating func show(_ isShown: Bool) -> Television.Report? {
    guard isShown != self.isShown else { return nil }
    self.isShown = isShown
    return .isShown(isShown)
  }
}
