import VitrineSchedules

/// What speaks for the machine's time of day, besides its year.
///
/// A machine without a battery for its clock begins where systemd left it: at the time that it noted last, or at
/// that of systemd's own making, which look like good ones. Where systemd-timesyncd is to set it, it makes
/// `/run/systemd/timesync`, and in there `synchronized` once it has heard of a server since the machine booted;
/// see systemd-timesyncd.service(8). A machine whose time comes from elsewhere, or by hand, has no such folder, and
/// its clock is believed.
struct ClockEvidence: Hashable {
  /// Whether a program waits for a time server to set it.
  let isAwaited: Bool
  /// Whether one was heard of since the machine booted.
  let isHeard: Bool
  /// Whether there is a clock with a battery, which has a time that can be.
  let hasBattery: Bool

  var isTrusted: Bool { !isAwaited || isHeard || hasBattery }

  /// - Parameter root: The folder that has `run` and `sys`.
  static func read(below root: String = "", isSynchronised: Bool) -> ClockEvidence {
    let folder = "\(root)/run/systemd/timesync"
    // Nearly always this is all that is looked at.
    guard !isSynchronised, isThere(folder) else {
      return ClockEvidence(isAwaited: false, isHeard: isSynchronised, hasBattery: false)
    }
    return ClockEvidence(
      isAwaited: true, isHeard: isThere("\(folder)/synchronized"),
      hasBattery: batteries(root).contains { $0 >= ClockReading.earliest.second })
  }

  private static func isThere(_ path: String) -> Bool { (try? FileStatus(of: path)) != nil }

  /// What the clocks with batteries say, in seconds since 1970; see Documentation/ABI/testing/rtc-cdev and
  /// Documentation/admin-guide/rtc.rst of the kernel's.
  private static func batteries(_ root: String) -> [Int64] {
    let folder = "\(root)/sys/class/rtc"
    return Folder(folder).names.prefix(8).compactMap {
      firstLine(of: "\(folder)/\($0)/since_epoch").flatMap { Int64($0) }
    }
  }
}
