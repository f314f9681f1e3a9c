public import Timing

/// Decides which frame goes to which vblank. Pure: everything it needs comes in as values.
public struct FramePacer: Sendable {
  public enum Decision: Hashable, Sendable {
    /// Commit the frame of this place in the queue; those before it are dropped.
    case show(Int)
    /// Nothing to commit yet; ask again at this moment.
    case wait(until: HostTime)
    /// Nothing to commit until a frame or the clock arrives.
    case idle
  }

  /// How much of a period a frame may be early, measured from its vblank.
  ///
  /// Half a period would be the nearest vblank, but 24 frames per second on 60 Hz fall on that
  /// edge exactly, and a microsecond of noise would then turn an even cadence into a limping
  /// one. A little less than half keeps every usual rate away from the edge.
  public static let earliness = 0.45

  /// A commit must reach the kernel this long before its vblank.
  private static let latchMargin = Duration.milliseconds(1)

  public init() {}

  /// Looks at the queued frames' due times, first to last, at the moment `now`, with no commit
  /// in flight. A due time is nil where the clock does not say (not begun, or paused).
  public func decide(
    due: some Sequence<HostTime?>, now: HostTime, vblanks: VblankClock
  ) -> Decision {
    // Without a first flip there is no grid yet: show what is due.
    let target = vblanks.vblank(after: now, margin: Self.latchMargin) ?? now + vblanks.period
    // A display that shows at once, without a vblank to wait for, is paced by time alone.
    let limit = vblanks.isFake ? now : target + early(vblanks.period)
    var best: Int?
    for (index, moment) in due.enumerated() {
      guard let moment else { break }
      if moment <= limit {
        best = index
        continue
      }
      if best == nil {
        return .wait(until: vblanks.isFake ? moment : wakeUp(for: moment, vblanks))
      }
      break
    }
    return best.map { .show($0) } ?? .idle
  }

  /// The vblank that a frame belongs to: the first that is not too early for it.
  public func vblank(for due: HostTime, vblanks: VblankClock) -> HostTime {
    vblanks.vblank(after: due - early(vblanks.period) - .nanoseconds(1)) ?? due
  }

  /// Just after the vblank before the one that the frame belongs to: a commit at that moment
  /// takes effect at its vblank and no earlier.
  private func wakeUp(for due: HostTime, _ vblanks: VblankClock) -> HostTime {
    vblank(for: due, vblanks: vblanks) - vblanks.period + vblanks.period / 8
  }

  private func early(_ period: Duration) -> Duration {
    Duration(roundingNanoseconds: Double(period.nanoseconds) * Self.earliness)
  }
}
