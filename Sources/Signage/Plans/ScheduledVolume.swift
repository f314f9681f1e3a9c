public import VitrineSchedules

/// How loud a player is by a table: told of the time, it says when to set it, and to what.
public struct ScheduledVolume: Sendable {
  private var plan: AmountPlan
  /// Without a row, 0 to 1.
  private var usual: Double
  /// What was usual has changed, and no row has held since.
  private var isOther = false

  /// The player begins with `usual`.
  public init(_ table: AmountTable, usual: Double) {
    (plan, self.usual) = (AmountPlan(table), usual)
  }

  /// Another table counts from now on, and another volume where no row does.
  public mutating func exchange(_ table: AmountTable, usual: Double) {
    plan.exchange(table)
    isOther = isOther || usual != self.usual
    self.usual = usual
  }

  /// What is to be set now, 0 to 1; nil where it stays as it is.
  public mutating func look(_ time: ScheduleClock) -> Double? {
    look(at: time.moment.second, time.clock, isClockTrusted: time.isTrusted)
  }

  mutating func look(at second: Int64, _ clock: WallClock, isClockTrusted: Bool) -> Double? {
    let amount = plan.look(at: second, clock, isClockTrusted: isClockTrusted)
    let wasOther = isOther
    isOther = false
    switch amount {
    case .part(let hundredths): return Double(hundredths) / 100
    case .usual: return usual
    case nil: return wasOther && plan.isUsual ? usual : nil
    }
  }
}
