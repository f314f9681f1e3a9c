/// The machine's time of day at one moment, and whether it may be believed. Whatever decides by the time of day
/// takes one of these, so that no decision goes by a clock that has not been set.
public struct ClockReading: Sendable {
  public let moment: Moment
  /// Of the machine's zone.
  public let clock: WallClock
  private let hasEvidence: Bool

  /// A clock that was never set is long ago: before 2024 it is taken for one of those.
  public static let earliest = Moment(second: 1_704_067_200)

  /// - Parameter hasEvidence: Whether the machine knows that its clock was set, apart from its year.
  public init(_ moment: Moment, _ clock: WallClock, hasEvidence: Bool) {
    (self.moment, self.clock, self.hasEvidence) = (moment, clock, hasEvidence)
  }

  /// Whether schedules may go by it.
  public var isTrusted: Bool { moment >= Self.earliest && hasEvidence }

  /// What clocks at the machine's place show.
  public var civilTime: CivilTime { clock.time(at: moment.second) }
}
