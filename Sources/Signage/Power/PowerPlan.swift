import VitrineSchedules
import VitrineTiming

/// Decides whether the display is on: by its schedule, or by the operator's override since the
/// schedule's last change. With an untrusted clock, `untrusted` decides in place of the schedule. Pure.
struct PowerPlan: Sendable {
  private var schedule: TimeTable
  private let untrusted: UntrustedClockPower
  /// The schedule's value when the clock was last trusted; nil if it never was.
  private(set) var last: Bool?
  private var override: Override?
  /// The end of a visitor's use of a display that is otherwise off.
  private var wakeEnd: HostTime?

  /// The operator's override, and when it expires.
  private struct Override {
    let isOn: Bool
    /// The schedule's value at that time.
    let scheduled: Bool
    let end: CivilTime?
  }

  /// The power state at a moment, and when to decide again, in seconds since 1970-01-01 00:00 UTC;
  /// nil if only an override can change it.
  struct Decision: Hashable, Sendable {
    let isOn: Bool
    let next: Int64?
  }

  private static let longestWake = Duration.seconds(31_536_000)

  /// `last` is the schedule's value in a previous run.
  init(_ schedule: TimeTable, untrusted: UntrustedClockPower = .on, last: Bool? = nil) {
    (self.schedule, self.untrusted, self.last) = (schedule, untrusted, last)
  }

  /// The operator turns the display on or off, until the schedule's next change.
  mutating func setOverride(_ isOn: Bool, at reading: ClockReading) {
    wakeEnd = nil
    replaceOverride(isOn, at: reading)
  }

  private mutating func replaceOverride(_ isOn: Bool, at reading: ClockReading) {
    override = Override(isOn: isOn, scheduled: scheduled(at: reading), end: change(after: reading))
  }

  /// Turns the display on for this long after a touch, whatever else is ordered, and even if the
  /// machine's clock is set meanwhile.
  mutating func wake(for duration: Duration, at now: HostTime) {
    wakeEnd = now + max(.zero, min(duration, Self.longestWake))
  }

  /// Replaces the schedule. The operator's override stays in effect until the new schedule's next
  /// change, if both schedules agree at this moment.
  mutating func exchange(_ other: TimeTable, at reading: ClockReading) {
    let before = scheduled(at: reading)
    schedule = other
    guard let override, scheduled(at: reading) == before else { return override = nil }
    replaceOverride(override.isOn, at: reading)
  }

  mutating func decide(at reading: ClockReading, _ now: HostTime) -> Decision {
    let scheduled = scheduled(at: reading)
    if reading.isTrusted { last = scheduled }
    if let override {
      // If the clock was set, it may have skipped the change.
      let isOver = reading.isTrusted && override.end.map { $0 <= reading.civilTime } ?? false
      if isOver || override.scheduled != scheduled { self.override = nil }
    }
    let next = nextLook(after: reading)
    let isOn = override?.isOn ?? scheduled
    guard let wakeEnd, wakeEnd > now else {
      wakeEnd = nil
      return Decision(isOn: isOn, next: next)
    }
    let end = (reading.moment + (wakeEnd - now).seconds).second +| 1
    return Decision(isOn: true, next: min(next ?? end, end))
  }

  private func scheduled(at reading: ClockReading) -> Bool {
    guard !reading.isTrusted else { return schedule.state(at: reading.civilTime) }
    return switch untrusted {
    case .on: true
    case .off: schedule.isEmpty
    case .last: schedule.isEmpty || last ?? true
    }
  }

  /// With an untrusted clock, the next change is unknown: the clock will be set.
  private func change(after reading: ClockReading) -> CivilTime? {
    reading.isTrusted ? schedule.nextChange(after: reading.civilTime) : nil
  }

  private func nextLook(after reading: ClockReading) -> Int64? {
    let second = reading.moment.second
    // There is no event when a clock that was already right becomes trusted.
    guard reading.isTrusted else { return schedule.isEmpty ? nil : second +| 1 }
    return change(after: reading).map { reading.clock.moment(of: $0, after: second) }
  }
}
