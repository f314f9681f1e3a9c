@testable import VitrineCEC

extension PhysicalAddress {
  /// One that is plugged in somewhere.
  static func of(_ rawValue: UInt16) -> PhysicalAddress {
    guard let place = PhysicalAddress(rawValue: rawValue) else { fatalError("no place") }
    return place
  }
}
