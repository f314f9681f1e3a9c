internal import VitrineLinux
internal import VitrineTiming

/// When to retry a failed display, and when to probe a monitor again that has not been identified.
struct RetrySchedule {
  /// When to retry; nil if nothing is pending.
  private(set) var due: HostTime?
  /// The number of probes of an unidentified monitor.
  private var probes = 0
  private var backOff = RetryBackOff()
  /// The number of those in a row for which the device is to blame.
  private(set) var deviceFaults = 0

  /// The number of failures in a row.
  var failures: Int { backOff.failures }

  /// Records a failure of the display, with the kernel's error if known.
  mutating func recordFailure(_ cause: Errno?, at now: HostTime) {
    due = now + backOff.failed()
    if cause?.isDeviceFault == true { deviceFaults += 1 }
  }

  /// Records that there is no device.
  mutating func recordMissingDevice(at now: HostTime) { due = now + .seconds(1) }

  /// Records a pending check of a failed link.
  mutating func scheduleLinkCheck(at time: HostTime) { due = min(due ?? time, time) }

  mutating func recordLit() { due = nil }

  /// A flip has brought a picture to the screen.
  mutating func recordFlip() {
    backOff.flipped()
    deviceFaults = 0
  }

  /// Records a probe; `isProvisional` is whether the monitor was not identified.
  mutating func recordProbe(isProvisional: Bool, at now: HostTime) {
    guard isProvisional else { return probes = 0 }
    guard due == nil else { return }
    due = now + ProbeSchedule.provisionalInterval(after: probes)
    probes += 1
  }

  /// Returns true once when a retry is due.
  mutating func consumeDue(at now: HostTime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }
}

/// The back-off for a failed display: it increases until pictures are shown again. A successful
/// mode set is not enough, since a black screen may work where pictures do not. Pure.
struct RetryBackOff {
  /// The number of failures in a row.
  private(set) var failures = 0

  /// The delay before the next attempt.
  mutating func failed() -> Duration {
    failures += 1
    return min(.milliseconds(250) * (1 << min(failures, 6)), .seconds(10))
  }

  /// A flip has brought a picture to the screen.
  mutating func flipped() { failures = 0 }
}

extension Errno {
  /// Whether a display's device hangs or is gone. Other errors reject a mode or a picture.
  fileprivate var isDeviceFault: Bool {
    switch self {
    case .busy, .timedOut, .inputOutput, .noDevice: true
    default: false
    }
  }
}
