public import VitrineTiming

extension Adapter {
  /// Has the display turn itself on and show us. Where a sleeping display looks like an unplugged
  /// one, so that we have no address, it is only turned on: that needs none.
  public mutating func turnOn(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) {
    let place = physicalAddress
    let initiator = place == nil ? .broadcast : player
    try send(Message(.imageViewOn, from: initiator, to: .television), until: deadline)
    guard let place, player != .broadcast else { return }
    try send(Message(.activeSource(place), from: player, to: .broadcast), until: deadline)
  }

  /// Sends the display to sleep, and only that: others on the bus stay as they are.
  public mutating func standBy(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) {
    try send(Message(.standby, from: player, to: .television), until: deadline)
  }

  /// Whether the display is on, by its own word.
  public mutating func powerStatus(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) -> PowerStatus {
    let question = Message(.giveDevicePowerStatus, from: player, to: .television)
    let answer = try send(question, answer: Opcode.reportPowerStatus, until: deadline)
    guard case .reportPowerStatus(let status) = answer?.content else {
      throw .noAnswer(path: path)
    }
    return status
  }
}
