public import VitrineTiming

/// Decides which frame goes to which vblank. Pure: everything it needs comes in as values.
public struct FramePacer: Sendable {
  public enum Decision: Hashable, Sendable {
    /// Commit the frame of this place in the queue; those before it are dropped.
    case show(Int)
    /// Commit the first frame of the run that follows; what is left of this one is not shown.
    case switchRun
    /// Nothing to commit yet; ask again at this moment.
    case wait(until: HostTime)
    /// Nothing to commit until a frame or the clock arrives.
    case idle
  }

  /// How much of a period a frame may be early, measured from its vblank.
  ///
  /// Half a period would be the nearest vblank, but 24 frames per second on 60 Hz fall on that
  /// edge exactly, and a microsecond of noise would then make an even cadence a limping
  /// one. A little less than half keeps every usual rate away from the edge.
  public static let earliness = 0.45

  /// A frame is not dropped for one that has become due by less than this, in periods: near the
  /// edge rounded time stamps, or a display that is a little slower than the frames, would drop
  /// and repeat alternately.
  public static let dropTolerance = 0.2

  /// A commit must reach the kernel this long before its vblank.
  public static let latchMargin = Duration.milliseconds(1)

  public init() {}

  /// Looks at the queued frames' due times, first to last, at the moment `now`, with no commit
  /// in flight. A due time is nil where the clock does not say (not begun, or paused).
  ///
  /// `follower` is when the first frame of the run that follows is due: it takes the place after
  /// the last frame that comes before it, and what comes after it is not shown.
  public func decide(
    due: some Sequence<HostTime?>, follower: HostTime? = nil, now: HostTime, vblanks: VblankClock
  ) -> Decision {
    // Without a first flip there is no grid yet: show what is due.
    let target = vblanks.vblank(after: now, margin: Self.latchMargin) ?? now + vblanks.period
    // A display that shows at once, without a vblank to wait for, is paced by time alone.
    let limit = vblanks.isFake ? now : target + share(Self.earliness, of: vblanks.period)
    let strictLimit = limit - share(Self.dropTolerance, of: vblanks.period)
    var (best, count): ((index: Int, due: HostTime)?, Int) = (nil, 0)
    /// The first that is not due yet; nothing after it is.
    var later: HostTime?
    func consider(_ moment: HostTime) {
      if moment <= (best == nil ? limit : strictLimit) {
        best = (count, moment)
      } else {
        later = moment
      }
      count += 1
    }
    for moment in due {
      guard let moment, later == nil, moment < follower ?? moment + .seconds(1) else { break }
      consider(moment)
    }
    let own = count
    if let follower, later == nil { consider(follower) }
    guard let best else {
      return later.map { .wait(until: vblanks.isFake ? $0 : wakeUp(for: $0, vblanks)) } ?? .idle
    }
    if let moment = tooSoon(best.due, now: now, target, vblanks) { return .wait(until: moment) }
    return best.index < own ? .show(best.index) : .switchRun
  }

  /// So shortly before a vblank a commit may take effect there already, or miss it. A frame for
  /// which that one would be too early waits until it has passed; nil for every other.
  private func tooSoon(
    _ due: HostTime, now: HostTime, _ target: HostTime, _ vblanks: VblankClock
  ) -> HostTime? {
    guard !vblanks.isFake, let nearest = vblanks.vblank(after: now), nearest < target,
      due > nearest + share(Self.earliness, of: vblanks.period)
    else { return nil }
    return nearest + vblanks.period / 8
  }

  /// The vblank that a frame belongs to: the first that is not too early for it.
  public func vblank(for due: HostTime, vblanks: VblankClock) -> HostTime {
    let early = share(Self.earliness, of: vblanks.period)
    return vblanks.vblank(after: due - early - .nanoseconds(1)) ?? due
  }

  /// The last vblank at which a frame is on time: one that waits for its predecessor may come
  /// a little after the one it belongs to.
  public func lastVblank(for due: HostTime, vblanks: VblankClock) -> HostTime {
    vblank(for: due + share(Self.dropTolerance, of: vblanks.period), vblanks: vblanks)
  }

  /// Just after the vblank before the one that the frame belongs to: a commit at that moment
  /// takes effect at its vblank and no earlier.
  private func wakeUp(for due: HostTime, _ vblanks: VblankClock) -> HostTime {
    vblank(for: due, vblanks: vblanks) - vblanks.period + vblanks.period / 8
  }

  private func share(_ share: Double, of period: Duration) -> Duration {
    Duration(roundingNanoseconds: Double(period.nanoseconds) * share)
  }
}
