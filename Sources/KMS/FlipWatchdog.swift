package import VitrineLinux
package import VitrineTiming

/// Detects missing flips and decides how to recover, escalating with each failure.
///
/// A lost event only repeats a picture for one vblank. A display that has stopped shows in rejected
/// commits. Pure: it receives events and times, and returns what to do.
package struct FlipWatchdog: Sendable {
  /// A recovery step for a display that does not respond.
  package enum Step: Int, Sendable, Comparable {
    /// Assume that the flip completed and its event was lost. If it has not, the kernel answers the
    /// next commit with EBUSY.
    case presume
    /// Drop the frame; the next one is committed as usual.
    case again
    /// Commit the same picture, blocking.
    case blocking
    /// Repeat the mode set.
    case modeset
    /// Close the device and open it again.
    case reopen

    package static func < (a: Step, b: Step) -> Bool { a.rawValue < b.rawValue }
  }

  private let period: Duration
  private var inFlight: (id: UInt64, deadline: HostTime)?
  private var failures = 0

  /// Since when every commit has returned EBUSY.
  private var busySince: HostTime?

  /// How long commits may return EBUSY. The next step blocks in the kernel, and nothing else is
  /// noticed meanwhile, not even that the device is gone.
  private static let busyTimeout = Duration.milliseconds(500)

  /// How long the kernel waits in a commit for a stuck CRTC before it gives up
  /// (`drm_atomic_helper_wait_for_flip_done`).
  private static let kernelTimeout = Duration.seconds(10)

  /// The duration of the longest recovery: two blocking steps, turning off the CRTC, and turning
  /// the display on again after half a second. The service manager's watchdog timeout must be
  /// longer.
  package static let longestRecovery = busyTimeout + kernelTimeout * 4 + .milliseconds(500)

  /// `period` is the time between vblanks.
  package init(period: Duration) {
    self.period = period
  }

  /// When to call `timePassed`; nil while nothing is awaited.
  package var deadline: HostTime? { inFlight?.deadline }

  package mutating func committed(id: UInt64, at time: HostTime) {
    inFlight = (id, time + period * 2)
  }

  package mutating func flipped(id: UInt64) {
    guard inFlight?.id == id else { return }
    recovered()
  }

  /// A step has succeeded.
  package mutating func recovered() {
    (inFlight, failures, busySince) = (nil, 0, nil)
  }

  /// Handles a rejected commit or a failed step. EBUSY is not a failure: another commit is in
  /// flight, and will be complete when the next frame is committed.
  package mutating func refused(_ error: Errno, at time: HostTime) -> Step {
    inFlight = nil
    switch error {
    case .busy, .interrupted:
      let since = busySince ?? time
      busySince = since
      guard time - since >= Self.busyTimeout else { return .again }
    case .noDevice: return .reopen
    default: break
    }
    failures += 1
    return escalated(failures - 1)
  }

  /// The next step if the flip in flight is overdue; otherwise nil.
  package mutating func timePassed(_ now: HostTime) -> Step? {
    guard let deadline, deadline <= now else { return nil }
    inFlight = nil
    return .presume
  }

  private func escalated(_ count: Int) -> Step {
    Step(rawValue: min(count + Step.blocking.rawValue, Step.reopen.rawValue)) ?? .reopen
  }
}
