/// The address of a device's role on the CEC bus, from 0 to 15; the header of a message has two.
package struct LogicalAddress: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8

  package init?(rawValue: UInt8) {
    guard rawValue < 16 else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: UInt8) { self.rawValue = rawValue }

  package static let television = LogicalAddress(0)
  /// Addresses all devices; as initiator, a device without an address.
  package static let broadcast = LogicalAddress(15)
  /// The addresses of players.
  package static let players = [LogicalAddress(4), LogicalAddress(8), LogicalAddress(11)]

  /// The first player in a bit mask, such as the kernel's for an adapter.
  static func player(in mask: UInt16) -> LogicalAddress? {
    players.first { mask & 1 << UInt16($0.rawValue) != 0 }
  }
}

extension LogicalAddress: CustomStringConvertible {
  package var description: String { "\(rawValue)" }
}

/// The position of a device in the HDMI tree, from the display's EDID: `1.0.0.0` is the display's
/// first input, `1.2.0.0` the second input of the device there.
package struct PhysicalAddress: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  /// Nil for f.f.f.f, which means that nothing is connected.
  package init?(rawValue: UInt16) {
    guard rawValue != 0xffff else { return nil }
    self.rawValue = rawValue
  }

  /// 0.0.0.0 is the display itself.
  var isBelowDisplay: Bool { rawValue != 0 }

  var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)] }
}

extension PhysicalAddress: CustomStringConvertible {
  package var description: String {
    stride(from: 12, through: 0, by: -4).map { String(rawValue >> UInt16($0) & 15, radix: 16) }
      .joined(separator: ".")
  }
}
