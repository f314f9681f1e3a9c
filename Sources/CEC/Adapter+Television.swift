public import VitrineTiming

extension Adapter {
  /// Turns the display on and switches it to this input. A sleeping display may look unplugged, so
  /// that there is no address: then it is only turned on, which needs none.
  public mutating func turnOn(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) {
    let place = physicalAddress
    let initiator = place == nil ? .broadcast : player
    try send(Message(.imageViewOn, from: initiator, to: .television), until: deadline)
    guard let place, player != .broadcast else { return }
    try send(Message(.activeSource(place), from: player, to: .broadcast), until: deadline)
  }

  /// Puts only the display into standby, and no other device on the bus.
  public mutating func standBy(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) {
    try send(Message(.standby, from: player, to: .television), until: deadline)
  }

  /// Queries the display's power status.
  public mutating func powerStatus(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) -> PowerStatus {
    let question = Message(.giveDevicePowerStatus, from: player, to: .television)
    let answer = try send(question, reply: Opcode.reportPowerStatus, until: deadline)
    guard case .reportPowerStatus(let status) = answer?.content else {
      throw .noReply(path: path)
    }
    return status
  }
}
