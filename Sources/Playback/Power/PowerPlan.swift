public import VitrineSchedules
public import VitrineTiming

/// Whether the display is to be on: as its schedule says, or as the operator has ordered since the
/// schedule's last change. A clock that is not trusted yet turns nothing off. Pure.
public struct PowerPlan: Sendable {
  private var schedule: TimeTable
  private var order: Order?
  /// Until when a display that is off is being used.
  private var wakeEnd: HostTime?

  /// What the operator ordered, and for how long it holds.
  private struct Order {
    let isOn: Bool
    /// What the schedule said then.
    let scheduled: Bool
    let end: CivilTime?
  }

  /// What holds at a moment, and when to look again, in seconds since 1970-01-01 00:00 UTC; nil
  /// where nothing but an order changes it.
  public struct Decision: Hashable, Sendable {
    public let isOn: Bool
    public let next: Int64?

    public init(isOn: Bool, next: Int64?) { (self.isOn, self.next) = (isOn, next) }
  }

  private static let longestWake = Duration.seconds(31_536_000)

  public init(_ schedule: TimeTable) { self.schedule = schedule }

  /// The operator switches the display on or off: until the schedule's next change.
  public mutating func note(_ isOn: Bool, at reading: ClockReading) {
    wakeEnd = nil
    setOrder(isOn, at: reading)
  }

  private mutating func setOrder(_ isOn: Bool, at reading: ClockReading) {
    order = Order(isOn: isOn, scheduled: scheduled(at: reading), end: change(after: reading))
  }

  /// The display was touched: it is on for so long, whatever else is ordered, and whoever sets the
  /// machine's clock meanwhile.
  public mutating func wake(for duration: Duration, at now: HostTime) {
    wakeEnd = now + max(.zero, min(duration, Self.longestWake))
  }

  /// Another schedule counts from now on. The operator's order holds on while that one says the same
  /// for this moment: until its next change.
  public mutating func exchange(_ other: TimeTable, at reading: ClockReading) {
    let before = scheduled(at: reading)
    schedule = other
    guard let order, scheduled(at: reading) == before else { return order = nil }
    setOrder(order.isOn, at: reading)
  }

  public mutating func decide(at reading: ClockReading, _ now: HostTime) -> Decision {
    let scheduled = scheduled(at: reading)
    if let order {
      // A clock that was set may have passed over the change.
      let isOver = reading.isTrusted && order.end.map { $0 <= reading.civilTime } ?? false
      if isOver || order.scheduled != scheduled { self.order = nil }
    }
    let next = nextLook(after: reading)
    let isOn = order?.isOn ?? scheduled
    guard let wakeEnd, wakeEnd > now else {
      wakeEnd = nil
      return Decision(isOn: isOn, next: next)
    }
    let end = (reading.moment + (wakeEnd - now).seconds).second + 1
    return Decision(isOn: true, next: min(next ?? end, end))
  }

  private func scheduled(at reading: ClockReading) -> Bool {
    !reading.isTrusted || schedule.state(at: reading.civilTime)
  }

  /// An untrusted clock says nothing of what is to come: it will be set.
  private func change(after reading: ClockReading) -> CivilTime? {
    reading.isTrusted ? schedule.nextChange(after: reading.civilTime) : nil
  }

  private func nextLook(after reading: ClockReading) -> Int64? {
    let second = reading.moment.second
    // No event tells that the clock has become trusted where it was right already.
    guard reading.isTrusted else { return schedule.isEmpty ? nil : second + 1 }
    return change(after: reading).map { reading.clock.moment(of: $0, after: second) }
  }
}
