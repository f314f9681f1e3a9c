public import VitrineTiming

/// What is done where a file cannot be read on: a bad cluster of a card, a damaged index. What was
/// read before is played, and what lies behind it where the container leads there. A value.
public struct ReadRecovery: Sendable {
  public enum Step: Equatable, Sendable {
    /// Containers with an index go on with what comes next in it.
    case again
    /// Others are sent on to a later key frame.
    case jump(to: MediaTime)
    /// It ends here.
    case end
  }

  /// A card that is going takes seconds for each read that fails. Beyond this it is given up.
  private static let patience = Duration.seconds(3)
  private static let mostAgain = 3
  /// In all of a file.
  private static let mostJumps = 20
  private static let firstJump = Duration.seconds(1)

  private let end: MediaTime?
  /// Since something was read.
  private var failures = 0
  private var since: HostTime?
  private var leap = Self.firstJump
  private var jumps = 0
  private var total = 0

  /// `end` is that of the source, where it is known.
  public init(end: MediaTime?) { self.end = end }

  /// Whether reading has not failed before.
  public var isFirst: Bool { total == 0 }

  /// Something was read.
  public mutating func succeed() {
    guard failures > 0 else { return }
    (failures, since, leap) = (0, nil, Self.firstJump)
  }

  /// Reading failed at `now`, after everything up to `reached` in the source's own time.
  public mutating func fail(reached: MediaTime?, now: HostTime) -> Step {
    failures += 1
    total += 1
    let start = since ?? now
    since = start
    guard let reached, now - start < Self.patience else { return .end }
    if failures <= Self.mostAgain { return .again }
    jumps += 1
    let target = reached + leap
    leap *= 2
    // A length that was passed already, which is an estimate, says no more than none.
    let isWithin = end.map { reached < $0 ? target < $0 : jumps <= 3 } ?? (jumps <= 3)
    return isWithin && jumps <= Self.mostJumps ? .jump(to: target) : .end
  }
}
