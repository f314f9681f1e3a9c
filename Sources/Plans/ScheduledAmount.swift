package import VitrineSchedules

/// A scheduled volume or brightness: `update` returns the value to set when it changes.
package struct ScheduledAmount<Value: Equatable & Sendable>: Sendable {
  private var plan: AmountPlan
  /// The value while no row of the table applies.
  private var defaultValue: Value
  /// Converts a percentage to a value.
  private let part: @Sendable (_ hundredths: Int) -> Value
  /// Whether `defaultValue` changed since the last `update`.
  private var isOther = false

  /// The player starts with `defaultValue`.
  package init(
    _ table: AmountTable, default defaultValue: Value,
    part: @escaping @Sendable (_ hundredths: Int) -> Value
  ) {
    (plan, self.defaultValue, self.part) = (AmountPlan(table), defaultValue, part)
  }

  /// Replaces the table and the default value.
  package mutating func replaceTable(_ table: AmountTable, default defaultValue: Value) {
    plan.replaceTable(table)
    replaceDefault(with: defaultValue)
  }

  /// Replaces the value while no row of the table applies.
  package mutating func replaceDefault(with other: Value) {
    isOther = isOther || other != defaultValue
    defaultValue = other
  }

  /// Returns the value to set now; nil for no change.
  package mutating func update(_ time: ClockReading) -> Value? {
    update(at: time.moment.second, time.clock, isClockTrusted: time.isTrusted)
  }

  mutating func update(at second: Int64, _ clock: WallClock, isClockTrusted: Bool) -> Value? {
    let amount = plan.update(at: second, clock, isClockTrusted: isClockTrusted)
    let wasOther = isOther
    isOther = false
    switch amount {
    case .part(let hundredths): return part(hundredths)
    case .default: return defaultValue
    case nil: return wasOther && plan.isDefault ? defaultValue : nil
    }
  }
}
