import VitrineLinux
import VitrineSchedules

extension ShowPlan.Clocks {
  /// Those of this machine.
  public static func now() -> ShowPlan.Clocks {
    let reading = ClockReading.now()
    return ShowPlan.Clocks(reading.moment, isTrusted: reading.isTrusted, .now())
  }
}
