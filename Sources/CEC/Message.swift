/// A message on the CEC bus.
package struct Message: Hashable, Sendable {
  package let initiator: LogicalAddress
  package let destination: LogicalAddress
  /// Nil for a poll, which only checks whether a device has the address.
  package let content: Content?

  package init(_ content: Content?, from: LogicalAddress, to: LogicalAddress) {
    (initiator, destination, self.content) = (from, to, content)
  }

  /// The messages that matter to a player. See HDMI 1.4, supplement 1, section 15.
  package enum Content: Hashable, Sendable {
    /// Turns the display on and makes it show an input.
    case imageViewOn
    case standby
    case activeSource(PhysicalAddress)
    case inactiveSource(PhysicalAddress)
    /// The device on screen answers with `activeSource`.
    case requestActiveSource
    /// The display shows this input now.
    case setStreamPath(PhysicalAddress)
    case giveDevicePowerStatus
    case reportPowerStatus(PowerStatus)
    /// The reply to an opcode that is not supported, or not possible now.
    case featureAbort(of: UInt8, reason: UInt8)
    /// Any other message.
    case other(opcode: UInt8, operands: [UInt8])
  }
}

/// A device's power status, as reported by it.
package enum PowerStatus: UInt8, Sendable {
  case on, standby, turningOn, turningOff
}

extension PowerStatus: CustomStringConvertible {
  package var description: String {
    switch self {
    case .on: "on"
    case .standby: "standby"
    case .turningOn: "turning on"
    case .turningOff: "turning off"
    }
  }
}
