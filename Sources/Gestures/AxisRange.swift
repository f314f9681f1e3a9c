/// The values that a touchscreen reports along one axis.
///
/// The corresponding C type is `struct input_absinfo`.
package struct AxisRange: Hashable, Sendable {
  package let minimum: Int
  package let maximum: Int

  /// Nil for an empty range, which broken firmware reports.
  package init?(from minimum: Int, to maximum: Int) {
    guard minimum < maximum else { return nil }
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The position as a fraction of the panel, 0 to 1. Clamped, because some panels report values
  /// slightly out of range.
  package func unit(_ value: Int) -> Double {
    let inside = Double(min(max(value, minimum), maximum))
    return (inside - Double(minimum)) / (Double(maximum) - Double(minimum))
  }
}
