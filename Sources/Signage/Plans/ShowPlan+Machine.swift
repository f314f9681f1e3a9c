import VitrineLinux
import VitrineSchedules

extension ShowPlan.Clocks {
  /// The machine's current clocks.
  public static func now() -> ShowPlan.Clocks {
    let reading = ClockReading.now()
    return ShowPlan.Clocks(reading.moment, isTrusted: reading.isTrusted, .now())
  }
}
