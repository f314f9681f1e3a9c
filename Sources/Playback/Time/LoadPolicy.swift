package import VitrineTiming

/// Adapts the decode effort to the machine: less while frames are late, more after they have been
/// in time for a while.
///
/// The sound's clock does not wait, so a decoder that is too slow falls ever further behind until
/// it skips frames.
package struct LoadPolicy: Sendable {
  package private(set) var effort = DecodeEffort.full
  /// The load of decoding everything, as a multiple of the machine's capacity; nil while unknown.
  package private(set) var need: Double?
  /// Whether the overload lasted long or recurred, so that it is neither a hitch nor a slow start.
  package private(set) var isLasting = false
  /// Since when less than everything is decoded.
  private var since: HostTime?

  /// Since when frames are late or in time; at most one is set, while the clock runs.
  private var late: Stretch?
  private var inTime: HostTime?
  private var change: Change?
  private var patience = Self.shortest
  /// Whether packets before the next key frame are skipped.
  package private(set) var isSkipping = false
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

  /// With reduced effort, a frame later than this is not shown.
  private static let tolerance = Duration.milliseconds(100)
  /// Shorter periods of late frames are a hitch, not a load.
  private static let hitch = Duration.milliseconds(300)
  /// The time until a change takes effect; and until everything before a distant key frame is given
  /// up.
  private static let settling = (usual: Duration.milliseconds(700), last: Duration.seconds(5))
  /// If it is this late, decoding can only catch up at the next key frame, if that comes soon.
  private static let lost = Duration.seconds(1)
  private static let soon = MediaTime(2, 1)
  /// After this long without a picture, a late one is better than none.
  private static let longestWithout = Duration.milliseconds(500)
  /// How long frames are in time before a higher effort is tried: longer after each failure.
  private static let shortest = Duration.seconds(2)
  private static let longest = Duration.seconds(60)
  /// An attempt that lasted this long has succeeded.
  private static let success = Duration.seconds(10)
  /// A slow start is over by then.
  private static let lasting = Duration.seconds(8)

  package init() {}

  /// Continues at another position. The load stays known: the machine and the video are the same.
  package mutating func begin() {
    (late, inTime, key) = (nil, nil, nil)
    isSkipping = false
  }

  /// What to do with a packet.
  package enum Admission: Hashable, Sendable {
    case decode, leaveOut
    /// Decode with an emptied decoder.
    case decodeAnew
  }

  /// Decides about a packet, which is late by `lateness`; nil if unknown, or if nothing is being
  /// skipped.
  package mutating func admit(isKey: Bool, pts: MediaTime?, lateness: Duration?) -> Admission {
    if isKey, let pts {
      keyDistance = key.map { pts - $0 }
      key = pts
    }
    guard isSkipping else { return .decode }
    // A key frame that is late before it is decoded is not suitable to resume with.
    guard isKey, lateness ?? .zero <= .zero else { return .leaveOut }
    isSkipping = false
    return .decodeAnew
  }

  /// Records a decoded frame and its lateness (negative if early); nil if that means nothing
  /// because the clock is stopped or the source was slow.
  package mutating func record(lateness: Duration?, of pts: MediaTime, now: HostTime) {
    guard let lateness else { return (late, inTime) = (nil, nil) }
    if lateness > Self.tolerance {
      inTime = nil
      recordLate(lateness, pts, now)
    } else {
      late = nil
      recordOnTime(now)
    }
    if let since, now - since >= Self.lasting { isLasting = true }
  }

  /// Whether to show a frame with this lateness.
  package mutating func shows(lateness: Duration?, now: HostTime) -> Bool {
    let isLate = effort > .full && (lateness ?? .zero) > Self.tolerance
    if isLate, let lastShown, now - lastShown < Self.longestWithout { return false }
    lastShown = now
    return true
  }

  private mutating func recordLate(_ lateness: Duration, _ pts: MediaTime, _ now: HostTime) {
    guard let late else {
      self.late = Stretch(since: now, pts: pts, lateness: lateness)
      return
    }
    guard effort < .groupBeginnings else { return isSkipping = true }
    guard now - late.since >= Self.hitch else { return }
    if let change, now - change.at < settling { return }
    // It catches up sufficiently: by at least a tenth of the elapsed time.
    if let change, !change.isMore, change.lateness - lateness >= (now - change.at) / 10 {
      return waitOn(change, now, lateness)
    }
    let media = (pts - late.pts).seconds
    if effort == .full, media > 0 {
      // It was only interrupted, for example by the display being turned on.
      guard late.lateness - lateness < (now - late.since) / 10 else { return }
      need = (now - late.since).seconds / media
    }
    // No key frame is known: an occasional late picture is better than none.
    if effort.less == .groupBeginnings, keyDistance == nil { return }
    lower(to: lateness > Self.lost && hasKeysSoon ? .groupBeginnings : effort.less, lateness, now)
  }

  private var hasKeysSoon: Bool { keyDistance.map { $0 <= Self.soon } ?? false }

  private var settling: Duration {
    effort.less == .groupBeginnings && !hasKeysSoon ? Self.settling.last : Self.settling.usual
  }

  /// Gives the change more time, from the current lateness.
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

  private mutating func recordOnTime(_ now: HostTime) {
    guard effort > .full else {
      if let change, now - change.at > Self.longest { patience = Self.shortest }
      return
    }
    guard let inTime else { return self.inTime = now }
    guard now - inTime >= patience else { return }
    effort = effort.more
    if effort == .full { since = nil }
    change = Change(at: now, lateness: .zero, isMore: true)
    self.inTime = now
  }
}

extension LoadPolicy {
  /// A sentence for the log: `2160p60 needs 2.3 times this machine's speed`.
  package static func sentence(height: Int, frameDuration: MediaTime?, need: Double) -> String {
    let rate = frameDuration.map { "\(Int((1 / max($0.seconds, 0.001)).rounded()))" } ?? ""
    let tenths = Int((min(max(need, 1.1), 99) * 10).rounded())
    return "\(height)p\(rate) needs \(tenths / 10).\(tenths % 10) times this machine's speed"
  }
}

/// How much of a video is decoded. Less effort lowers the quality, and lets a slow machine keep up.
package enum DecodeEffort: String, CaseIterable, Comparable, Sendable {
  case full = "whole"
  /// Skips the loop filter, which smooths the edges of blocks.
  case withoutLoopFilter = "no-loop-filter"
  /// Also skips frames that no other frame needs.
  case referencesOnly = "references-only"
  /// Skips the rest of a group of pictures once a frame is late.
  case groupBeginnings = "group-beginnings"

  package static func < (a: DecodeEffort, b: DecodeEffort) -> Bool { a.rank < b.rank }

  /// One step less or more, within the range.
  var less: DecodeEffort { Self.allCases[min(rank + 1, Self.allCases.count - 1)] }
  var more: DecodeEffort { Self.allCases[max(rank - 1, 0)] }

  private var rank: Int {
    switch self {
    case .full: 0
    case .withoutLoopFilter: 1
    case .referencesOnly: 2
    case .groupBeginnings: 3
    }
  }
}
