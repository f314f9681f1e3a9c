public import VitrineTiming

/// Whether a sound device that says it runs does: its position has to move. A value.
///
/// Some stand still while their display is off or has no signal. Everything follows the device's
/// position, so one that rests is not listened to, and one that goes on resting is lost.
public struct SoundProgress: Sendable {
  public enum Finding: Hashable, Sendable {
    case moving
    /// Longer than the steps in which devices tell their position: it is no time to go by.
    case resting
    /// It will not move by itself.
    case standing
  }

  /// How long it may rest until its position is believed no more, and until it is lost.
  public static let patience = (rest: Duration.milliseconds(100), loss: Duration.milliseconds(500))

  /// Between looks that come later, a process was stopped or a machine slept: of that time nothing is known.
  private static let mostBetweenLooks = Duration.milliseconds(200)

  private var last: (position: Int64, looked: HostTime)?
  private var rest = Duration.zero

  public init() {}

  /// Whether it has moved since it was begun.
  public private(set) var hasMoved = false

  /// The device was started, at this position.
  public mutating func begin(at position: Int64, now: HostTime) {
    self = SoundProgress()
    last = (position, now)
  }

  /// Takes a look: the device has played up to `position`, in samples.
  public mutating func look(position: Int64, now: HostTime) -> Finding {
    guard let last, last.position >= position else {
      hasMoved = hasMoved || last != nil
      (last, rest) = ((position, now), .zero)
      return .moving
    }
    rest += min(now - last.looked, Self.mostBetweenLooks)
    self.last?.looked = now
    return rest >= Self.patience.loss ? .standing : rest >= Self.patience.rest ? .resting : .moving
  }
}
