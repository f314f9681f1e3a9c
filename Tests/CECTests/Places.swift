@testable import VitrineCEC

extension PhysicalAddress {
  /// A device plugged in at this address.
  static func of(_ rawValue: UInt16) -> PhysicalAddress {
    guard let place = PhysicalAddress(rawValue: rawValue) else { fatalError("no place") }
    return place
  }
}
