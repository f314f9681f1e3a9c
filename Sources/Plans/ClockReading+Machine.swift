internal import VitrineLinux
package import VitrineSchedules

extension ClockReading {
  /// Returns the machine's time with the evidence that it is set. All decisions that depend on the
  /// time of day use this.
  package static func now() -> ClockReading {
    TimeOfDay.readZone()
    return ClockReading(
      Moment(nanoseconds: TimeOfDay.nanoseconds()), WallClock(offset: TimeOfDay.zoneOffset),
      hasEvidence: ClockEvidence.read(isSynchronised: WallTime.isSynchronised).isTrusted)
  }
}
