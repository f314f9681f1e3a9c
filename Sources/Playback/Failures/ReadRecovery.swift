package import VitrineTiming

/// Decides how to continue after a read error, such as a bad sector or a damaged index. Everything
/// read before it is played, and what follows if the container permits.
package struct ReadRecovery: Sendable {
  package enum Step: Equatable, Sendable {
    /// Read again: containers with an index continue with the next packet in it.
    case again
    /// Seek to a later key frame.
    case jump(to: MediaTime)
    /// End here.
    case end
  }

  /// A failing card takes seconds for each read error. After this, reading ends.
  private static let patience = Duration.seconds(3)
  private static let mostAgain = 3
  /// Per file.
  private static let mostJumps = 20
  private static let firstJump = Duration.seconds(1)

  private let end: MediaTime?
  /// Since the latest success.
  private var failures = 0
  private var since: HostTime?
  private var leap = Self.firstJump
  private var jumps = 0
  private var total = 0

  /// `end` is the end of the source, if known.
  package init(end: MediaTime?) { self.end = end }

  /// Whether there was no error before.
  package var isFirst: Bool { total == 0 }

  /// Records a successful read.
  package mutating func succeed() {
    guard failures > 0 else { return }
    (failures, since, leap) = (0, nil, Self.firstJump)
  }

  /// Records an error at `now`, after everything up to `reached` in the source's own time.
  package mutating func fail(reached: MediaTime?, now: HostTime) -> Step {
    failures += 1
    total += 1
    let start = since ?? now
    since = start
    guard let reached, now - start < Self.patience else { return .end }
    if failures <= Self.mostAgain { return .again }
    jumps += 1
    let target = reached + leap
    leap *= 2
    // An estimated end that has been passed counts as unknown.
    let isWithin = end.map { reached < $0 ? target < $0 : jumps <= 3 } ?? (jumps <= 3)
    return isWithin && jumps <= Self.mostJumps ? .jump(to: target) : .end
  }
}
