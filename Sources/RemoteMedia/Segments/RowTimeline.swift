internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The common timeline of a row's segments: places packets in playback time. All times are in
/// nanoseconds.
struct RowTimeline {
  private(set) var stretch: SegmentStretch?
  /// The playback time at which the current stretch begins.
  private(set) var start: Int64 = 0
  /// The end of the packets read.
  private(set) var reached: Int64 = .min
  private var shift: Int64 = 0
  private var period: Int64?
  /// The latest decoding time of each kind; the next one is close to it.
  private var latest: [TrackInfo.Kind: Int64] = [:]
  /// The latest decoding timestamp of each kind.
  private var latestDecoded: [TrackInfo.Kind: Int64] = [:]
  private var jumps = TimestampJumpDetector()
  /// By discontinuity number.
  private var anchors: [Int64: StretchTimes.Anchor] = [:]
  /// The end of the latest packet that was read without a break.
  private var end: Int64?

  private static let mostAnchors = 1000

  /// Discards the position before a seek.
  mutating func leave() {
    (stretch, end, latest, reached) = (nil, nil, [:], .min)
  }

  /// Begins a stretch whose first timestamp is `own`. `stamp` is the start from the ID3 tag of audio
  /// without timestamps, if it has one.
  mutating func begin(
    _ next: SegmentStretch, own: Int64, period: Int64?, stamp: Int64?, _ times: inout StretchTimes
  ) {
    self.period = period
    let anchor = anchors[next.discontinuity]
    if let stamp {
      let place = times.place(
        next, first: stamp, after: end, period: AudioTimestampTag.period, isStamped: true,
        anchor: anchor)
      (start, shift) = (place.start, place.start.saturatingSubtract(own))
    } else {
      let first = own.saturatingSubtract(next.stampOrigin.nanoseconds)
      (start, shift) = times.place(
        next, first: first, after: end, period: period, anchor: anchor)
      shift = shift.saturatingSubtract(next.stampOrigin.nanoseconds)
    }
    if anchors.count >= Self.mostAnchors { anchors = [:] }
    anchors[next.discontinuity] = anchor ?? times.anchor(of: next, at: start)
    (latest, latestDecoded, jumps) = ([:], [:], TimestampJumpDetector())
    stretch = next
  }

  /// Moves a packet to its playback time and to a track's index. `listed` returns the end of its
  /// segment in the list.
  mutating func place(
    _ packet: Packet, _ kind: TrackInfo.Kind, _ timebase: Timebase, _ index: Int,
    _ times: inout StretchTimes, listed: () -> Duration?
  ) {
    let (shift, period, near) = (
      shift.saturatingAdd(jumps.correction(of: kind)), period, latest[kind] ?? start
    )
    packet.move(to: index, from: timebase) { stamp in
      StretchTimes.unwrapped(stamp.saturatingAdd(shift), near: near, period)
    }
    follow(packet, kind, &times, listed)
    guard let time = packet.pts(in: .nanoseconds)?.nanoseconds else { return }
    latest[kind] = time
    reached = max(reached, time)
    let length = packet.duration(in: .nanoseconds)?.nanoseconds ?? 0
    end = max(end ?? time, time.saturatingAdd(length))
  }

  /// Corrects an unannounced jump of the timestamps: they continue at the previous end.
  private mutating func follow(
    _ packet: Packet, _ kind: TrackInfo.Kind, _ times: inout StretchTimes,
    _ listed: () -> Duration?
  ) {
    let decoded = packet.dts(in: .nanoseconds)?.nanoseconds
    guard let stretch, let presented = packet.pts(in: .nanoseconds)?.nanoseconds else { return }
    let stamp = TimestampJumpDetector.Stamp(
      kind: kind, time: decoded ?? presented, isDecoding: decoded != nil, presented: presented)
    let before = jumps.correction(of: kind)
    let start = start
    let hasJumped = jumps.check(stamp, latest: latestDecoded[kind], end: end) {
      start.saturatingAdd(((listed() ?? stretch.start) - stretch.start).nanoseconds)
    }
    latestDecoded[kind] = stamp.time
    guard hasJumped else { return }
    let jump = jumps.correction(of: kind).saturatingSubtract(before)
    packet.delay(by: MediaTime(nanoseconds: jump), in: .nanoseconds)
    latestDecoded[kind] = stamp.time.saturatingAdd(jump)
    times.distrust(stretch.discontinuity)
  }
}
