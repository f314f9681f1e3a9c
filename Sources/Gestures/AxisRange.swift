/// The numbers that a touchscreen gives to the places along one of its axes.
///
/// The corresponding C type is `struct input_absinfo`.
public struct AxisRange: Hashable, Sendable {
  public let minimum: Int
  public let maximum: Int

  /// Nil for a range without a length, which broken firmware has.
  public init?(from minimum: Int, to maximum: Int) {
    guard minimum < maximum else { return nil }
    (self.minimum, self.maximum) = (minimum, maximum)
  }

  /// The place as a part of the panel, 0 to 1. Some panels report a little more than they promise:
  /// that counts as their edge.
  public func unit(_ value: Int) -> Double {
    let inside = Double(min(max(value, minimum), maximum))
    return (inside - Double(minimum)) / (Double(maximum) - Double(minimum))
  }
}
