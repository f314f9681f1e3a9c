extension Message {
  /// The most bytes in a message.
  static let longest = 16

  /// The bytes on the bus: a header with two addresses, an opcode, operands.
  package var bytes: [UInt8] {
    let header = initiator.rawValue << 4 | destination.rawValue
    return Array(([header] + (content?.bytes ?? [])).prefix(Self.longest))
  }

  /// Parses bytes from the bus, which any device may have sent; nil if they are not a message.
  package init?(bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard let header = bytes.first, bytes.count <= Self.longest,
      let from = LogicalAddress(rawValue: header >> 4),
      let to = LogicalAddress(rawValue: header & 15)
    else { return nil }
    let content = bytes.count > 1 ? Content(opcode: bytes[1], Array(bytes.dropFirst(2))) : nil
    self.init(content, from: from, to: to)
  }
}

/// The same values as the macros of <linux/cec.h>.
enum Opcode {
  static let featureAbort: UInt8 = 0x00
  static let imageViewOn: UInt8 = 0x04
  static let standby: UInt8 = 0x36
  static let activeSource: UInt8 = 0x82
  static let requestActiveSource: UInt8 = 0x85
  static let setStreamPath: UInt8 = 0x86
  static let giveDevicePowerStatus: UInt8 = 0x8f
  static let reportPowerStatus: UInt8 = 0x90
  static let inactiveSource: UInt8 = 0x9d
}

extension Message.Content {
  /// Extra operands belong to a later version and are ignored, as the standard requires; missing or
  /// invalid operands make it `other`.
  init(opcode: UInt8, _ operands: [UInt8]) {
    let place =
      operands.count < 2
      ? nil
      : PhysicalAddress(rawValue: UInt16(operands[0]) << 8 | UInt16(operands[1]))
    let meaning: Self? =
      switch opcode {
      case Opcode.imageViewOn: .imageViewOn
      case Opcode.standby: .standby
      case Opcode.requestActiveSource: .requestActiveSource
      case Opcode.giveDevicePowerStatus: .giveDevicePowerStatus
      case Opcode.activeSource: place.map { .activeSource($0) }
      case Opcode.inactiveSource: place.map { .inactiveSource($0) }
      case Opcode.setStreamPath: place.map { .setStreamPath($0) }
      case Opcode.reportPowerStatus:
        operands.first.flatMap(PowerStatus.init).map { .reportPowerStatus($0) }
      case Opcode.featureAbort where operands.count >= 2:
        .featureAbort(of: operands[0], reason: operands[1])
      default: nil
      }
    self = meaning ?? .other(opcode: opcode, operands: operands)
  }

  var bytes: [UInt8] {
    switch self {
    case .imageViewOn: [Opcode.imageViewOn]
    case .standby: [Opcode.standby]
    case .activeSource(let place): [Opcode.activeSource] + place.bytes
    case .inactiveSource(let place): [Opcode.inactiveSource] + place.bytes
    case .requestActiveSource: [Opcode.requestActiveSource]
    case .setStreamPath(let place): [Opcode.setStreamPath] + place.bytes
    case .giveDevicePowerStatus: [Opcode.giveDevicePowerStatus]
    case .reportPowerStatus(let status): [Opcode.reportPowerStatus, status.rawValue]
    case .featureAbort(let opcode, let reason): [Opcode.featureAbort, opcode, reason]
    case .other(let opcode, let operands): [opcode] + operands
    }
  }
}
