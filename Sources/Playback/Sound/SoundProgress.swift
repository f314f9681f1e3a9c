package import VitrineTiming

/// Detects a sound device that claims to run but does not: its position must advance.
///
/// Some devices stall while their display is off or has no signal. Everything follows the device's
/// position, so the position of a resting device is ignored, and after a longer rest the device is
/// lost.
package struct SoundProgress: Sendable {
  package enum Finding: Hashable, Sendable {
    case moving
    /// The position did not advance for longer than the device's update interval, and must not be
    /// used.
    case resting
    /// It will not advance.
    case standing
  }

  /// How long a device may rest until its position is ignored, and until it is lost.
  package static let patience = (rest: Duration.milliseconds(100), loss: Duration.milliseconds(500))

  /// After a longer interval between checks, the process was stopped or the machine slept, and
  /// nothing is known about that time.
  private static let mostBetweenChecks = Duration.milliseconds(200)

  private var last: (position: Int64, checked: HostTime)?
  private var rest = Duration.zero

  package init() {}

  /// Whether it has advanced since its start.
  package private(set) var hasMoved = false

  /// Records the start of the device at this position.
  package mutating func begin(at position: Int64, now: HostTime) {
    self = SoundProgress()
    last = (position, now)
  }

  /// Checks the device, which has played up to `position`, in samples.
  package mutating func check(position: Int64, now: HostTime) -> Finding {
    guard let last, last.position >= position else {
      hasMoved = hasMoved || last != nil
      (last, rest) = ((position, now), .zero)
      return .moving
    }
    rest += min(now - last.checked, Self.mostBetweenChecks)
    self.last?.checked = now
    return rest >= Self.patience.loss ? .standing : rest >= Self.patience.rest ? .resting : .moving
  }
}
