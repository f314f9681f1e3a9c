/// The machine's time of day at one instant, and whether it can be trusted. Every decision by time
/// of day takes a reading, so that none relies on a clock that was never set.
public struct ClockReading: Sendable {
  public let moment: Moment
  /// The clock of the machine's time zone.
  public let clock: WallClock
  private let hasEvidence: Bool

  /// A clock that was never set shows a date before this one, 2024.
  public static let earliest = Moment(second: 1_704_067_200)

  /// - Parameter hasEvidence: Whether the machine knows that its clock was set, apart from its
  ///   year.
  public init(_ moment: Moment, _ clock: WallClock, hasEvidence: Bool) {
    self.moment = moment
    self.clock = clock
    self.hasEvidence = hasEvidence
  }

  /// Whether schedules may rely on it.
  public var isTrusted: Bool { moment >= Self.earliest && hasEvidence }

  /// The local time.
  public var civilTime: CivilTime { clock.time(at: moment.second) }
}
