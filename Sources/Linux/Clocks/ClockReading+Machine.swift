public import VitrineSchedules

extension ClockReading {
  /// The machine's clock, and the evidence that it was set. The one way to the time of day for decisions.
  public static func now() -> ClockReading {
    TimeOfDay.readZone()
    return ClockReading(
      Moment(nanoseconds: TimeOfDay.nanoseconds()), WallClock(offset: TimeOfDay.zoneOffset),
      hasEvidence: ClockEvidence.read(isSynchronised: WallTime.isSynchronised).isTrusted)
  }
}
