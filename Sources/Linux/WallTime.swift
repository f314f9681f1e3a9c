import CLinux
import Glibc

/// The clock that people set.
public enum WallTime {
  /// Whether the kernel counts it as right: the program that sets it from a time server says so,
  /// and it holds for some hours without one. The corresponding C function is `adjtimex`.
  public static var isSynchronised: Bool { vitrine_clock_is_synchronised() != 0 }

  /// Of now, since 1970.
  public static var seconds: Double { Double(time(nil)) }

  /// The year of now, in UTC. The corresponding C function is `gmtime_r`.
  public static var year: Int {
    var moment = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    return unsafe Int(parts.tm_year) + 1900
  }
}
