/// The kernel's number of a KMS object. Numbers of different kinds do not mix.
package struct ObjectID<Kind: ~Copyable>: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  /// Returns nil for zero, which means "none" in KMS.
  package init?(rawValue: UInt32) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }
}

extension ObjectID: CustomStringConvertible {
  package var description: String { "\(rawValue)" }
}
