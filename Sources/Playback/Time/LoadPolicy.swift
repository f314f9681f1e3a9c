public import VitrineTiming

/// How much of a video a machine can decode in time: less while its frames come late, more again
/// once they have come in time for a while. A value.
///
/// The clock is the sound's and goes on; so a decoder that is too slow falls ever further behind
/// it, until it leaves something out.
public struct LoadPolicy: Sendable {
  public private(set) var effort = DecodeEffort.whole
  /// How many times what this machine has all of the video needs; nil while it does not show.
  public private(set) var need: Double?
  /// Whether that was seen for so long, or so often, that it was no hitch and no slow start.
  public private(set) var isLasting = false
  /// Since when less than all is decoded.
  private var since: HostTime?

  /// Since when frames come late, or in time: one of both, while the clock runs.
  private var late: Stretch?
  private var inTime: HostTime?
  private var change: Change?
  private var patience = Self.shortest
  /// What comes before the next key frame is left out.
  public private(set) var isSkipping = false
  private var key: MediaTime?
  private var keyDistance: MediaTime?
  private var lastShown: HostTime?

  private struct Stretch {
    let since: HostTime
    let pts: MediaTime
    let lateness: Duration
  }

  private struct Change {
    let at: HostTime
    let lateness: Duration
    let isMore: Bool
  }

  /// A frame that is later than this is not shown where less than all is decoded.
  private static let tolerance = Duration.milliseconds(100)
  /// Shorter stretches of late frames are no load but a hitch.
  private static let hitch = Duration.milliseconds(300)
  /// Until a change shows; and until all up to a key frame that does not come soon is given up.
  private static let settling = (usual: Duration.milliseconds(700), last: Duration.seconds(5))
  /// Who is so late catches up with the next key frame only, where that comes soon.
  private static let lost = Duration.seconds(1)
  private static let soon = MediaTime(2, 1)
  /// A late picture is better than none for longer.
  private static let longestWithout = Duration.milliseconds(500)
  /// How long frames are in time before more is tried: longer after each attempt that failed.
  private static let shortest = Duration.seconds(2)
  private static let longest = Duration.seconds(60)
  /// An attempt that went well for so long did not fail.
  private static let success = Duration.seconds(10)
  /// A machine that starts slowly has come to its pace by then.
  private static let lasting = Duration.seconds(8)

  public init() {}

  /// Other frames follow: those of another place. The machine is the same, and so is the film.
  public mutating func begin() {
    (late, inTime, key) = (nil, nil, nil)
    isSkipping = false
  }

  /// What is done with a packet.
  public enum Admission: Hashable, Sendable {
    case decode, leaveOut
    /// By a decoder that knows nothing of those before it.
    case decodeAnew
  }

  /// What to do with a packet, whose time has passed for so long; nil where that says nothing, and
  /// where nothing is skipped.
  public mutating func admit(isKey: Bool, pts: MediaTime?, lateness: Duration?) -> Admission {
    if isKey, let pts {
      keyDistance = key.map { pts - $0 }
      key = pts
    }
    guard isSkipping else { return .decode }
    // One that is late before it is decoded is none to go on with.
    guard isKey, lateness ?? .zero <= .zero else { return .leaveOut }
    isSkipping = false
    return .decodeAnew
  }

  /// A frame was decoded, so long after its time (negative before it); nil where that says
  /// nothing: the clock stands, or the source was waited for.
  public mutating func note(lateness: Duration?, of pts: MediaTime, now: HostTime) {
    guard let lateness else { return (late, inTime) = (nil, nil) }
    if lateness > Self.tolerance {
      inTime = nil
      noteLate(lateness, pts, now)
    } else {
      late = nil
      noteInTime(now)
    }
    if let since, now - since >= Self.lasting { isLasting = true }
  }

  /// Whether a frame is shown that comes so late.
  public mutating func shows(lateness: Duration?, now: HostTime) -> Bool {
    let isLate = effort > .whole && (lateness ?? .zero) > Self.tolerance
    if isLate, let lastShown, now - lastShown < Self.longestWithout { return false }
    lastShown = now
    return true
  }

  private mutating func noteLate(_ lateness: Duration, _ pts: MediaTime, _ now: HostTime) {
    guard let late else {
      self.late = Stretch(since: now, pts: pts, lateness: lateness)
      return
    }
    guard effort < .groupBeginnings else { return isSkipping = true }
    guard now - late.since >= Self.hitch else { return }
    if let change, now - change.at < settling { return }
    // What catches up is enough: by a tenth of the time at least.
    if let change, !change.isMore, change.lateness - lateness >= (now - change.at) / 10 {
      return waitOn(change, now, lateness)
    }
    let media = (pts - late.pts).seconds
    if effort == .whole, media > 0 {
      // It was kept from its work: a display that was lit, say.
      guard late.lateness - lateness < (now - late.since) / 10 else { return }
      need = (now - late.since).seconds / media
    }
    // Nothing is known to go on with: one late picture in a while is more than none.
    if effort.less == .groupBeginnings, keyDistance == nil { return }
    lower(to: lateness > Self.lost && hasKeysSoon ? .groupBeginnings : effort.less, lateness, now)
  }

  private var hasKeysSoon: Bool { keyDistance.map { $0 <= Self.soon } ?? false }

  private var settling: Duration {
    effort.less == .groupBeginnings && !hasKeysSoon ? Self.settling.last : Self.settling.usual
  }

  /// It is given the same time again, from where it has come to.
  private mutating func waitOn(_ change: Change, _ now: HostTime, _ lateness: Duration) {
    self.change = Change(at: now, lateness: lateness, isMore: false)
  }

  private mutating func lower(to wanted: DecodeEffort, _ lateness: Duration, _ now: HostTime) {
    if let change, change.isMore, now - change.at < Self.success {
      patience = min(patience * 2, Self.longest)
      isLasting = true
    }
    since = since ?? now
    effort = wanted
    isSkipping = wanted == .groupBeginnings
    change = Change(at: now, lateness: lateness, isMore: false)
    late = nil
  }

  private mutating func noteInTime(_ now: HostTime) {
    guard effort > .whole else {
      if let change, now - change.at > Self.longest { patience = Self.shortest }
      return
    }
    guard let inTime else { return self.inTime = now }
    guard now - inTime >= patience else { return }
    effort = effort.more
    if effort == .whole { since = nil }
    change = Change(at: now, lateness: .zero, isMore: true)
    self.inTime = now
  }
}

extension LoadPolicy {
  /// In words, for the log: `2160p60 needs 2.3 times what this machine has`.
  public static func sentence(height: Int, frameDuration: MediaTime?, need: Double) -> String {
    let rate = frameDuration.map { "\(Int((1 / max($0.seconds, 0.001)).rounded()))" } ?? ""
    let tenths = Int((min(max(need, 1.1), 99) * 10).rounded())
    return "\(height)p\(rate) needs \(tenths / 10).\(tenths % 10) times what this machine has"
  }
}
