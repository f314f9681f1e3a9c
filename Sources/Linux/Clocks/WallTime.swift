import CVitrineLinux
import Glibc
import VitrineTiming

/// The wall clock.
package enum WallTime {
  /// Whether the kernel considers the clock synchronized: the time server's client reports this,
  /// and it stays so for some hours without one (C: `adjtimex`).
  package static var isSynchronised: Bool { vitrine_clock_is_synchronised() != 0 }

  /// The time in seconds since 1970.
  package static var seconds: Double { Double(time(nil)) }

  /// Formats a time in UTC: `2026-11-25 17:58` (C: `gmtime_r`).
  package static func text(_ seconds: Double) -> String {
    // A server may send any number: limits it to years that C supports.
    var moment = time_t(Int64(saturating: min(max(seconds, 0), lastSecond)))
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    return "\(day) \(time)"
  }

  /// The last second of the year 9999.
  private static let lastSecond = 253_402_300_799.0

  /// The current year, in UTC (C: `gmtime_r`).
  package static var year: Int {
    var moment = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&moment, &parts)
    return unsafe Int(parts.tm_year) + 1900
  }
}
