/// The machine's time of day at one instant, and whether it can be trusted. Every decision by time
/// of day takes a reading, so that none relies on a clock that was never set.
package struct ClockReading: Sendable {
  package let moment: Moment
  /// The clock of the machine's time zone.
  package let clock: WallClock
  private let hasEvidence: Bool

  /// A clock that was never set shows a date before this one, 2024.
  package static let earliest = Moment(second: 1_704_067_200)
  /// A battery-backed clock with a damaged value may show any year: this is 2060.
  package static let latest = Moment(second: 2_840_140_800)

  /// - Parameter hasEvidence: Whether the machine knows that its clock was set, apart from its
  ///   year.
  package init(_ moment: Moment, _ clock: WallClock, hasEvidence: Bool) {
    self.moment = moment
    self.clock = clock
    self.hasEvidence = hasEvidence
  }

  /// Whether schedules may rely on it.
  package var isTrusted: Bool { (Self.earliest..<Self.latest).contains(moment) && hasEvidence }

  /// The local time.
  package var civilTime: CivilTime { clock.time(at: moment.second) }
}
