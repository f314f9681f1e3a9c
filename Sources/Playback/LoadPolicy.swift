public import Timing

/// How much of a video a machine can decode in time: less while its frames come late, more again
/// once they have come in time for a while. A value.
///
/// The clock is the sound's and goes on; so a decoder that is too slow falls ever further behind
/// it, until it leaves something out.
public struct LoadPolicy: Sendable {
  public private(set) var effort = DecodeEffort.whole
  /// How many times what this machine has all of the video needs; nil while it does not show.
  public private(set) var need: Double?

  /// Since when frames come late, or in time: one of both, while the clock runs.
  private var late: Stretch?
  private var inTime: HostTime?
  private var change: Change?
  private var patience = Self.shortest

  private struct Stretch {
    let since: HostTime
    let pts: MediaTime
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
  /// Until a change shows.
  private static let settling = Duration.milliseconds(700)
  /// Who is so late catches up with the next key frame only.
  private static let lost = Duration.seconds(1)
  /// How long frames are in time before more is tried: longer after each attempt that failed.
  private static let shortest = Duration.seconds(2)
  private static let longest = Duration.seconds(60)
  /// An attempt that went well for so long did not fail.
  private static let success = Duration.seconds(10)

  public init() {}

  /// Other frames follow: those of another place. The machine is the same.
  public mutating func begin() { (late, inTime) = (nil, nil) }

  /// A frame was decoded, so long after its time (negative before it); nil where that says
  /// nothing: the clock stands, or the source was waited for.
  public mutating func note(lateness: Duration?, of pts: MediaTime, now: HostTime) {
    guard let lateness else { return begin() }
    if lateness > Self.tolerance {
      inTime = nil
      noteLate(lateness, pts, now)
    } else {
      late = nil
      noteInTime(now)
    }
  }

  /// Whether a frame comes too late to be shown.
  public func isTooLate(_ lateness: Duration?) -> Bool {
    effort > .whole && (lateness ?? .zero) > Self.tolerance
  }

  private mutating func noteLate(_ lateness: Duration, _ pts: MediaTime, _ now: HostTime) {
    guard let late else {
      self.late = Stretch(since: now, pts: pts)
      return
    }
    guard effort < .keyFramesOnly, now - late.since >= Self.hitch else { return }
    if let change, now - change.at < Self.settling { return }
    // What catches up is enough.
    if let change, !change.isMore, lateness < change.lateness {
      return waitOn(change, now, lateness)
    }
    let media = (pts - late.pts).seconds
    if effort == .whole, media > 0 { need = (now - late.since).seconds / media }
    lower(to: lateness > Self.lost ? .keyFramesOnly : effort.less, lateness, now)
  }

  /// It is given the same time again, from where it has come to.
  private mutating func waitOn(_ change: Change, _ now: HostTime, _ lateness: Duration) {
    self.change = Change(at: now, lateness: lateness, isMore: false)
  }

  private mutating func lower(to wanted: DecodeEffort, _ lateness: Duration, _ now: HostTime) {
    if let change, change.isMore, now - change.at < Self.success {
      patience = min(patience * 2, Self.longest)
    }
    effort = wanted
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
