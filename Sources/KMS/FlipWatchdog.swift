public import VitrineLinux
public import VitrineTiming

/// Notices that flips no longer come and says what to try next, one step harder each time.
///
/// An event that is lost costs a picture one vblank more and nothing else. A display that has
/// stopped shows in commits that are refused. Pure: told what happened and when, it answers what
/// to do.
public struct FlipWatchdog: Sendable {
  /// What to do about a display that does not answer.
  public enum Step: Int, Sendable, Comparable {
    /// Go on as if the flip had come: its event may be lost. The kernel answers the next commit
    /// that it is busy where it has not.
    case presume
    /// Leave the frame; the next one is tried as usual.
    case again
    /// Commit the same picture, waiting for it.
    case blocking
    /// Set the mode anew.
    case modeset
    /// Close the device and open it again.
    case reopen

    public static func < (a: Step, b: Step) -> Bool { a.rawValue < b.rawValue }
  }

  private let period: Duration
  private var inFlight: (id: UInt64, deadline: HostTime)?
  private var failures = 0

  /// Since when every commit has found the device busy.
  private var busySince: HostTime?

  /// For so long commits may find the device busy. The next step waits in the kernel, and nothing
  /// else is noticed meanwhile, not even that the device is gone.
  private static let busyPatience = Duration.milliseconds(500)

  /// For so long the kernel waits in a commit for a CRTC that is stuck, before it gives up
  /// (`drm_atomic_helper_wait_for_flip_done`).
  private static let kernelPatience = Duration.seconds(10)

  /// What the longest recovery takes: the two steps that wait, the CRTC turned off, and the display
  /// lit again after half a second. The service manager's watchdog has to wait
  /// for longer.
  public static let longestRecovery = busyPatience + kernelPatience * 4 + .milliseconds(500)

  /// `period` is the time between vblanks.
  public init(period: Duration) {
    self.period = period
  }

  /// When to ask `timePassed`; nil while nothing is awaited.
  public var deadline: HostTime? { inFlight?.deadline }

  public mutating func committed(id: UInt64, at time: HostTime) {
    inFlight = (id, time + period * 2)
  }

  public mutating func flipped(id: UInt64) {
    guard inFlight?.id == id else { return }
    recovered()
  }

  /// A step has brought the picture back.
  public mutating func recovered() {
    (inFlight, failures, busySince) = (nil, 0, nil)
  }

  /// The kernel refused a commit, or a step of ours failed. Busy is no failure: another commit
  /// is still under way, the frame after this one will find it done.
  public mutating func refused(_ error: Errno, at time: HostTime) -> Step {
    inFlight = nil
    switch error {
    case .busy, .interrupted:
      let since = busySince ?? time
      busySince = since
      guard time - since >= Self.busyPatience else { return .again }
    case .noDevice: return .reopen
    default: break
    }
    failures += 1
    return harder(failures - 1)
  }

  /// The next step when the flip in flight is overdue; nil when all is well.
  public mutating func timePassed(_ now: HostTime) -> Step? {
    guard let deadline, deadline <= now else { return nil }
    inFlight = nil
    return .presume
  }

  private func harder(_ count: Int) -> Step {
    Step(rawValue: min(count + Step.blocking.rawValue, Step.reopen.rawValue)) ?? .reopen
  }
}
