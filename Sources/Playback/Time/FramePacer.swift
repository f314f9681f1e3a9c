package import VitrineTiming

/// Decides which frame is shown at which vblank. Pure: all inputs are values.
///
/// Its owner records every frame shown.
package struct FramePacer: Sendable {
  package enum Decision: Hashable, Sendable {
    /// Commit the frame at this index of the queue; earlier ones are dropped.
    case show(Int)
    /// Commit the first frame of the following run; the rest of this run is not shown.
    case switchRun
    /// There is nothing to commit yet; ask again then.
    case wait(until: HostTime)
    /// There is nothing to commit until a frame arrives or the clock changes.
    case idle
  }

  /// How early a frame may be shown, as a fraction of a period before it is due.
  ///
  /// Half a period would select the nearest vblank. But 24 frames per second on 60 Hz hit that
  /// limit exactly, and a microsecond of noise would break the cadence. A little less than half
  /// keeps all usual rates away from the limit.
  package static let earliness = 0.45

  /// As `earliness`, for the successor of a frame that was shown early, if it is due an integer number
  /// of periods later.
  ///
  /// After a change of speed, the distance to the vblanks is arbitrary. At the limit, noise of the
  /// clocks would show one frame too long and a later one too briefly, again and again.
  package static let steadyEarliness = 0.6

  /// A frame is not dropped if the next one is due by less than this fraction of a period: near the
  /// limit, rounded timestamps, or a display slightly slower than the video, would drop and repeat
  /// frames alternately.
  package static let dropTolerance = 0.2

  /// A commit must reach the kernel this long before its vblank.
  package static let latchMargin = Duration.milliseconds(1)

  /// The last frame shown.
  private var last: (due: HostTime, vblank: HostTime)?

  package init() {}

  /// Records that a frame due at `due` was shown at `vblank`.
  package mutating func record(due: HostTime, at vblank: HostTime) { last = (due, vblank) }

  /// How early a frame may be shown.
  private func earliness(of due: HostTime, _ vblanks: VblankClock) -> Duration {
    let usual = share(Self.earliness, of: vblanks.period)
    guard let last, last.due - last.vblank > usual / 2 else { return usual }
    let interval = Double((due - last.due).nanoseconds) / Double(vblanks.period.nanoseconds)
    let isSteady = interval > 0.5 && abs(interval - interval.rounded()) < 0.1
    return isSteady ? share(Self.steadyEarliness, of: vblanks.period) : usual
  }

  /// Examines the due times of the queued frames, in order, at time `now`, without a commit in
  /// flight. A due time is nil if the clock has not started or is paused.
  ///
  /// `follower` is when the first frame of the following run is due: it comes after the last frame
  /// before it, and later frames of this run are not shown.
  package func decide(
    due: some Sequence<HostTime?>, follower: HostTime? = nil, now: HostTime, vblanks: VblankClock
  ) -> Decision {
    // Before the first flip, vblank times are unknown: show frames when they are due.
    let target = vblanks.vblank(after: now, margin: Self.latchMargin) ?? now + vblanks.period
    // A display without vblanks is paced by time alone.
    func limit(_ due: HostTime) -> HostTime {
      vblanks.isFake ? now : target + earliness(of: due, vblanks)
    }
    let strictLimit =
      (vblanks.isFake ? now : target + share(Self.earliness, of: vblanks.period))
      - share(Self.dropTolerance, of: vblanks.period)
    var (best, count): ((index: Int, due: HostTime)?, Int) = (nil, 0)
    /// The first frame that is not due yet.
    var later: HostTime?
    func consider(_ moment: HostTime) {
      if moment <= (best == nil ? limit(moment) : strictLimit) {
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

  /// Shortly before a vblank, a commit may take effect at it or miss it. Returns when that vblank
  /// has passed if the frame would be too early at it; otherwise nil.
  private func tooSoon(
    _ due: HostTime, now: HostTime, _ target: HostTime, _ vblanks: VblankClock
  ) -> HostTime? {
    guard !vblanks.isFake, let nearest = vblanks.vblank(after: now), nearest < target,
      due > nearest + earliness(of: due, vblanks)
    else { return nil }
    return nearest + vblanks.period / 8
  }

  /// The vblank of a frame: the first one at which it is not too early.
  package func vblank(for due: HostTime, vblanks: VblankClock) -> HostTime {
    vblanks.vblank(after: due - earliness(of: due, vblanks) - .nanoseconds(1)) ?? due
  }

  /// The last vblank at which a frame is on time: a frame that waits for its predecessor may be
  /// shown slightly after its own vblank.
  package func lastVblank(for due: HostTime, vblanks: VblankClock) -> HostTime {
    vblank(for: due + share(Self.dropTolerance, of: vblanks.period), vblanks: vblanks)
  }

  /// Just after the vblank before the frame's own: a commit then takes effect at its vblank and no
  /// earlier.
  private func wakeUp(for due: HostTime, _ vblanks: VblankClock) -> HostTime {
    vblank(for: due, vblanks: vblanks) - vblanks.period + vblanks.period / 8
  }

  private func share(_ share: Double, of period: Duration) -> Duration {
    Duration(roundingNanoseconds: Double(period.nanoseconds) * share)
  }
}
