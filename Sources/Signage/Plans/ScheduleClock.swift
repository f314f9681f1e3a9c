import Linux
public import Schedules

/// The machine's time of day, for schedules.
public struct ScheduleClock: Sendable {
  public let moment: Moment
  /// Of the machine's zone.
  public let clock: WallClock

  /// A machine without a battery for its clock begins long ago; before 2024 it is taken for unset.
  static let earliest: Int64 = 1_704_067_200

  public static func now() -> ScheduleClock {
    TimeOfDay.readZone()
    return ScheduleClock(
      moment: Moment(nanoseconds: TimeOfDay.nanoseconds()),
      clock: WallClock(offset: TimeOfDay.zoneOffset))
  }

  /// Whether it may be believed.
  public var isTrusted: Bool { moment.second >= Self.earliest }
}
