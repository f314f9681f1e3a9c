/// The kernel's number of a KMS object. Numbers of different kinds do not mix.
public struct ObjectID<Kind: ~Copyable>: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  /// Returns nil for zero, which means "none" in KMS.
  public init?(rawValue: UInt32) {
    guard rawValue != 0 else { return nil }
    self.rawValue = rawValue
  }
}

extension ObjectID: CustomStringConvertible {
  public var description: String { "\(rawValue)" }
}
