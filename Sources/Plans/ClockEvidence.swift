import VitrineLinux
import VitrineSchedules

/// The evidence that the machine's clock is set correctly, other than its year.
///
/// Without a battery-backed clock, a machine boots with the time that systemd saved last or was
/// built at, which looks plausible. If systemd-timesyncd is running, it creates
/// `/run/systemd/timesync`, and `synchronized` in it after the first contact with a server since
/// boot; see systemd-timesyncd.service(8). If this folder is missing, the time comes from another
/// program or was set by hand, and is trusted.
struct ClockEvidence: Hashable {
  /// Whether systemd-timesyncd is to set the clock.
  let isAwaited: Bool
  /// Whether a time server has answered since boot.
  let hasSynchronized: Bool
  /// Whether there is a battery-backed clock with a plausible time.
  let hasBattery: Bool

  var isTrusted: Bool { !isAwaited || hasSynchronized || hasBattery }

  /// - Parameter root: The folder that contains `run` and `sys`.
  static func read(below root: String = "", isSynchronised: Bool) -> ClockEvidence {
    let folder = "\(root)/run/systemd/timesync"
    // The usual case needs no further checks.
    guard !isSynchronised, isThere(folder) else {
      return ClockEvidence(isAwaited: false, hasSynchronized: isSynchronised, hasBattery: false)
    }
    return ClockEvidence(
      isAwaited: true, hasSynchronized: isThere("\(folder)/synchronized"),
      hasBattery: batteries(root).contains {
        (ClockReading.earliest.second..<ClockReading.latest.second).contains($0)
      })
  }

  private static func isThere(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }

  /// Returns the times of battery-backed clocks, in seconds since 1970; see the kernel's
  /// Documentation/ABI/testing/rtc-cdev and Documentation/admin-guide/rtc.rst.
  private static func batteries(_ root: String) -> [Int64] {
    let folder = "\(root)/sys/class/rtc"
    return Folder(folder).names.prefix(8).compactMap {
      // bound: only compared
      firstLine(of: "\(folder)/\($0)/since_epoch").flatMap { Int64($0) }
    }
  }
}
