/// What a device on the CEC bus is, from 0 to 15: the header of each message has two.
public struct LogicalAddress: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8

  public init?(rawValue: UInt8) {
    guard rawValue < 16 else { return nil }
    self.rawValue = rawValue
  }

  private init(_ rawValue: UInt8) { self.rawValue = rawValue }

  public static let television = LogicalAddress(0)
  /// To all; as an initiator, one that has no address.
  public static let broadcast = LogicalAddress(15)
  /// The three that a player may have.
  public static let players = [LogicalAddress(4), LogicalAddress(8), LogicalAddress(11)]

  /// The first player among the bits of a mask, such as the kernel has for an adapter.
  static func player(in mask: UInt16) -> LogicalAddress? {
    players.first { mask & 1 << UInt16($0.rawValue) != 0 }
  }
}

extension LogicalAddress: CustomStringConvertible {
  public var description: String { "\(rawValue)" }
}

/// Where a device is plugged in, as the display's EDID told it: `1.0.0.0` is the display's first
/// input, `1.2.0.0` the second one of what is plugged in there.
public struct PhysicalAddress: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16

  /// Nil for f.f.f.f: nothing is plugged in.
  public init?(rawValue: UInt16) {
    guard rawValue != 0xffff else { return nil }
    self.rawValue = rawValue
  }

  /// 0.0.0.0 is the display itself.
  var isBelowDisplay: Bool { rawValue != 0 }

  var bytes: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xff)] }
}

extension PhysicalAddress: CustomStringConvertible {
  public var description: String {
    stride(from: 12, through: 0, by: -4).map { String(rawValue >> UInt16($0) & 15, radix: 16) }
      .joined(separator: ".")
  }
}
