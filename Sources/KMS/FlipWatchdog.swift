public import Linux
public import Timing

/// Notices that flips no longer come and says what to try next, one step harder each time.
///
/// Pure: told what happened and when, it answers what to do.
public struct FlipWatchdog: Sendable {
  /// What to do about a display that does not answer.
  public enum Step: Int, Sendable, Comparable {
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

  /// `period` is the time between vblanks.
  public init(period: Duration) {
    self.period = period
  }

  /// When to ask `timePassed`; nil while nothing is awaited.
  public var deadline: HostTime? { inFlight?.deadline }

  public mutating func committed(id: UInt64, at time: HostTime) {
    // Three periods, but never so little that a busy kernel looks dead.
    let patience = max(period * 3, .milliseconds(100))
    inFlight = (id, time + patience)
  }

  public mutating func flipped(id: UInt64) {
    guard inFlight?.id == id else { return }
    (inFlight, failures) = (nil, 0)
  }

  /// A step has brought the picture back.
  public mutating func recovered() {
    (inFlight, failures) = (nil, 0)
  }

  /// The kernel refused a commit, or a step of ours failed. Busy is no failure: another commit
  /// is still under way, the frame after this one will find it done.
  public mutating func refused(_ error: Errno) -> Step {
    inFlight = nil
    failures += 1
    switch error {
    case .busy, .interrupted: return failures < 8 ? .again : harder(failures - 8)
    case .noDevice: return .reopen
    default: return harder(failures - 1)
    }
  }

  /// The next step when the flip in flight is overdue; nil when all is well.
  public mutating func timePassed(_ now: HostTime) -> Step? {
    guard let deadline, deadline <= now else { return nil }
    inFlight = nil
    failures += 1
    return harder(failures - 1)
  }

  private func harder(_ count: Int) -> Step {
    Step(rawValue: min(count + Step.blocking.rawValue, Step.reopen.rawValue)) ?? .reopen
  }
}
