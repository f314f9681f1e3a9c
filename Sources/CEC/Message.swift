/// One message on the CEC bus: who says what to whom.
public struct Message: Hashable, Sendable {
  public let initiator: LogicalAddress
  public let destination: LogicalAddress
  /// What is said; nil only asks whether a device has the address (a poll).
  public let content: Content?

  public init(_ content: Content?, from: LogicalAddress, to: LogicalAddress) {
    (initiator, destination, self.content) = (from, to, content)
  }

  /// The meanings that concern a player. See HDMI 1.4, supplement 1, section 15.
  public enum Content: Hashable, Sendable {
    /// The display turns itself on and shows an input.
    case imageViewOn
    case standby
    case activeSource(PhysicalAddress)
    case inactiveSource(PhysicalAddress)
    /// The device that is shown answers with `activeSource`.
    case requestActiveSource
    /// The display shows this input now.
    case setStreamPath(PhysicalAddress)
    case giveDevicePowerStatus
    case reportPowerStatus(PowerStatus)
    /// Of a message with this opcode: not understood, or not now.
    case featureAbort(of: UInt8, reason: UInt8)
    /// Everything else, as it came.
    case other(opcode: UInt8, operands: [UInt8])
  }
}

/// Whether a device is on, as it tells of itself.
public enum PowerStatus: UInt8, Sendable {
  case on, standby, turningOn, turningOff
}

extension PowerStatus: CustomStringConvertible {
  public var description: String {
    switch self {
    case .on: "on"
    case .standby: "standby"
    case .turningOn: "turning on"
    case .turningOff: "turning off"
    }
  }
}
