public import VitrineSchedules

/// Whether the display is to be on: as its schedule says, or as the operator has ordered since the
/// schedule's last change. Pure; moments are in seconds since 1970-01-01 00:00 UTC.
public struct PowerPlan: Sendable {
  private var schedule: TimeTable
  private var order: Order?
  /// While a display that is off is being used.
  private var wake: Range<Int64>?

  /// What the operator ordered, and for how long it holds.
  private struct Order {
    let isOn: Bool
    /// What the schedule said then.
    let scheduled: Bool
    let end: CivilTime?
  }

  /// What holds at a moment, and when to look again; nil where nothing but an order changes it.
  public struct Decision: Hashable, Sendable {
    public let isOn: Bool
    public let next: Int64?

    public init(isOn: Bool, next: Int64?) { (self.isOn, self.next) = (isOn, next) }
  }

  /// A machine without a battery for its clock begins long ago; before 2024 it is taken for unset.
  private static let earliest: Int64 = 1_704_067_200
  private static let longestWake: Int64 = 31_536_000

  public init(_ schedule: TimeTable) { self.schedule = schedule }

  /// The operator switches the display on or off: until the schedule's next change.
  public mutating func note(_ isOn: Bool, at moment: Int64, _ clock: WallClock) {
    wake = nil
    setOrder(isOn, at: moment, clock)
  }

  private mutating func setOrder(_ isOn: Bool, at moment: Int64, _ clock: WallClock) {
    order = Order(
      isOn: isOn, scheduled: scheduled(at: moment, clock), end: change(after: moment, clock))
  }

  /// The display was touched: it is on for so many seconds at least, whatever else is ordered.
  /// `moment` may be almost over.
  public mutating func wake(for seconds: Int64, at moment: Int64) {
    wake = moment..<moment + 1 + max(0, min(seconds, Self.longestWake))
  }

  /// Another schedule counts from now on. The operator's order holds on while that one says the same
  /// for this moment: until its next change.
  public mutating func exchange(
    _ other: TimeTable, at moment: Int64, _ clock: WallClock
  ) {
    let before = scheduled(at: moment, clock)
    schedule = other
    guard let order, scheduled(at: moment, clock) == before else { return order = nil }
    setOrder(order.isOn, at: moment, clock)
  }

  public mutating func decide(at moment: Int64, _ clock: WallClock) -> Decision {
    let scheduled = scheduled(at: moment, clock)
    if let order {
      // A clock that was set may have passed over the change.
      let isOver = order.end.map { $0 <= clock.time(at: moment) } ?? false
      if isOver || order.scheduled != scheduled { self.order = nil }
    }
    let next = change(after: moment, clock).map { clock.moment(of: $0, after: moment) }
    let isOn = order?.isOn ?? scheduled
    // A clock that was set back is before its beginning.
    guard let wake, wake.contains(moment) else {
      self.wake = nil
      return Decision(isOn: isOn, next: next)
    }
    return Decision(isOn: true, next: min(next ?? wake.upperBound, wake.upperBound))
  }

  private func scheduled(at moment: Int64, _ clock: WallClock) -> Bool {
    moment < Self.earliest || schedule.state(at: clock.time(at: moment))
  }

  private func change(after moment: Int64, _ clock: WallClock) -> CivilTime? {
    // An unset clock says nothing of what is to come: it will be set.
    moment < Self.earliest ? nil : schedule.nextChange(after: clock.time(at: moment))
  }
}
