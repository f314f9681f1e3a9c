public import VitrineSchedules

/// A scheduled volume or brightness: `look` returns the value to set when it changes.
public struct ScheduledAmount<Value: Equatable & Sendable>: Sendable {
  private var plan: AmountPlan
  /// The value while no row of the table applies.
  private var usual: Value
  /// Converts a percentage to a value.
  private let part: @Sendable (_ hundredths: Int) -> Value
  /// Whether `usual` changed since the last `look`.
  private var isOther = false

  /// The player starts with `usual`.
  public init(
    _ table: AmountTable, usual: Value, part: @escaping @Sendable (_ hundredths: Int) -> Value
  ) {
    (plan, self.usual, self.part) = (AmountPlan(table), usual, part)
  }

  /// Replaces the table and the usual value.
  public mutating func exchange(_ table: AmountTable, usual: Value) {
    plan.exchange(table)
    isOther = isOther || usual != self.usual
    self.usual = usual
  }

  /// Returns the value to set now; nil for no change.
  public mutating func look(_ time: ClockReading) -> Value? {
    look(at: time.moment.second, time.clock, isClockTrusted: time.isTrusted)
  }

  mutating func look(at second: Int64, _ clock: WallClock, isClockTrusted: Bool) -> Value? {
    let amount = plan.look(at: second, clock, isClockTrusted: isClockTrusted)
    let wasOther = isOther
    isOther = false
    switch amount {
    case .part(let hundredths): return part(hundredths)
    case .usual: return usual
    case nil: return wasOther && plan.isUsual ? usual : nil
    }
  }
}
