public import VitrineLinux
public import VitrineSchedules

/// The machine's time of day, for schedules.
public struct ScheduleClock: Sendable {
  public let moment: Moment
  /// Of the machine's zone.
  public let clock: WallClock
  /// Tells whether `clock` is that of another zone than before.
  public let zone: ZoneMark
  private let evidence: ClockEvidence

  /// A clock that was never set is long ago: before 2024 it is taken for one of those.
  static let earliest: Int64 = 1_704_067_200

  public static func now() -> ScheduleClock {
    // Looked at first: what changes in between is found at the next look.
    let zone = ZoneMark()
    TimeOfDay.readZone()
    return ScheduleClock(
      moment: Moment(nanoseconds: TimeOfDay.nanoseconds()),
      clock: WallClock(offset: TimeOfDay.zoneOffset), zone: zone,
      evidence: ClockEvidence.read(isSynchronised: WallTime.isSynchronised))
  }

  /// Whether it may be believed.
  public var isTrusted: Bool { moment.second >= Self.earliest && evidence.isTrusted }
}
