public import VitrineSchedules

/// How much of something a player has by a table, its volume or its brightness: told of the time, it says when
/// to set it, and to what.
public struct ScheduledAmount<Value: Equatable & Sendable>: Sendable {
  private var plan: AmountPlan
  /// Without a row.
  private var usual: Value
  /// So many hundredths of the whole.
  private let part: @Sendable (_ hundredths: Int) -> Value
  /// What was usual has changed, and no row has held since.
  private var isOther = false

  /// The player begins with `usual`.
  public init(
    _ table: AmountTable, usual: Value, part: @escaping @Sendable (_ hundredths: Int) -> Value
  ) {
    (plan, self.usual, self.part) = (AmountPlan(table), usual, part)
  }

  /// Another table counts from now on, and another value where no row does.
  public mutating func exchange(_ table: AmountTable, usual: Value) {
    plan.exchange(table)
    isOther = isOther || usual != self.usual
    self.usual = usual
  }

  /// What is to be set now; nil where it stays as it is.
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
