import CVitrineLinux
import Glibc
import VitrineTiming

/// The clock that people set.
public enum WallTime {
  /// Whether the kernel counts it as right: the program that sets it from a time server says so,
  /// and it holds for some hours without one. The corresponding C function is `adjtimex`.
  public static var isSynchronised: Bool { vitrine_clock_is_synchronised() != 0 }

  /// Of now, since 1970.
  public static var seconds: Double { Double(time(nil)) }

  /// A moment as people write it, in UTC: `2026-11-25 17:58`. The corresponding C function is `gmtime_r`.
  public static func text(_ seconds: Double) -> String {
    // A server may say any number: years that C counts, and people read.
    var moment = time_t(Int64(saturating: min(max(seconds, 0), lastSecond)))
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    return "\(day) \(time)"
  }

  /// Of the year 9999.
  private static let lastSecond = 253_402_300_799.0

  /// The year of now, in UTC. The corresponding C function is `gmtime_r`.
  public static var year: Int {
    var moment = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    return unsafe Int(parts.tm_year) + 1900
  }
}
