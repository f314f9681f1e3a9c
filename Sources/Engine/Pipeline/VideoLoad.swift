internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders

/// What a video decoder leaves out so that what it gives comes in time, and how much that was.
/// Bound to the video thread of its pipeline. A value.
struct VideoLoad {
  private let clock: @Sendable () -> PlaybackClock
  private let track: Track
  private var policy = LoadPolicy()
  private var applied = DecodeEffort.whole
  /// What these queues were told of the policy; nil before.
  private var counted: DecodeEffort?
  private var hasTold = false
  /// Packets that were given less frames that came; and how many of those the decoder only holds.
  private var owed = 0
  /// When a device's picture was last converted.
  private var converted: HostTime?
  private var heldInDecoder = 0

  /// A device's picture that comes later than this is not converted, unless there was none for so long.
  private static let tolerance = Duration.milliseconds(100)
  private static let longestWithout = Duration.milliseconds(500)

  init(_ track: Track, clock: @escaping @Sendable () -> PlaybackClock) {
    (self.track, self.clock) = (track, clock)
  }

  /// Frames of another place follow, and the decoder is empty.
  mutating func begin() {
    policy.begin()
    (owed, applied, counted) = (0, .whole, nil)
  }

  /// Prepares the decoder for a packet. False where the packet is left out. `isHurrying` is on the
  /// way to a place that is sought.
  mutating func admit(
    _ packet: Packet, isHurrying: Bool, _ decoder: inout VideoDecoder, _ queues: RunQueues
  ) -> Bool {
    let pts = packet.pts(in: track.timebase)
    let lateness = policy.isSkipping ? lateness(of: pts, queues) : nil
    switch policy.admit(isKey: packet.isKey, pts: pts, lateness: lateness) {
    case .decode: break
    case .decodeAnew:
      decoder.flushSoftware()
      owed = 0
    case .leaveOut:
      queues.counts.update { $0.leftOut += 1 }
      return false
    }
    applied = max(policy.effort, isHurrying ? .referencesOnly : .whole)
    decoder.setEffort(policy.effort, isHurrying: isHurrying)
    owed += 1
    return true
  }

  /// Takes note of a frame that came; `isSourceLate` where the decoder has waited for packets.
  /// False where it comes too late to be shown.
  mutating func take(_ frame: Frame, isSourceLate: Bool, isFirst: Bool, _ queues: RunQueues) -> Bool
  {
    countFrame(queues)
    guard !isFirst, let pts = frame.pts else { return true }
    let now = HostTime.now()
    let lateness = lateness(of: pts, queues, now: now)
    policy.note(lateness: isSourceLate ? nil : lateness, of: pts, now: now)
    countEffort(queues)
    tell(queues)
    if policy.shows(lateness: lateness, now: now) { return true }
    queues.counts.update { counts in
      counts.frames += 1
      counts.leftOut += 1
    }
    return false
  }

  /// Whether a device's picture is worth converting. A device decodes all of them, however late: what the
  /// processor cannot convert in time is left out, so that the film does not fall further behind.
  mutating func converts(_ pts: MediaTime?, isFirst: Bool, _ queues: RunQueues) -> Bool {
    let now = HostTime.now()
    let isLate = (lateness(of: pts, queues, now: now) ?? .zero) > Self.tolerance
    if isLate, !isFirst, let converted, now - converted < Self.longestWithout {
      queues.counts.update { counts in
        counts.frames += 1
        counts.leftOut += 1
      }
      return false
    }
    converted = now
    return true
  }

  /// How long its time has passed; nil while the clock stands.
  private func lateness(
    of pts: MediaTime?, _ queues: RunQueues, now: HostTime = .now()
  ) -> Duration? {
    pts.flatMap { clock().hostTime(of: $0, in: queues.run) }.map { now - $0 }
  }

  private mutating func countEffort(_ queues: RunQueues) {
    let effort = policy.effort
    guard counted != effort else { return }
    counted = effort
    queues.counts.update { $0.effort = effort }
  }

  /// Frames that do not come of packets that were given were left out by the decoder, but for
  /// those that it holds.
  private mutating func countFrame(_ queues: RunQueues) {
    owed -= 1
    guard applied >= .referencesOnly else {
      heldInDecoder = max(heldInDecoder, owed)
      return
    }
    let missing = owed - heldInDecoder
    guard missing > 0 else { return }
    owed -= missing
    // On the way to a place that is sought they are not wanted.
    guard policy.effort >= .referencesOnly else { return }
    queues.counts.update { $0.leftOut += missing }
  }

  private mutating func tell(_ queues: RunQueues) {
    guard !hasTold, policy.isLasting, let need = policy.need else { return }
    hasTold = true
    queues.tell(
      .overloaded(
        LoadPolicy.sentence(
          height: track.picture?.size.height ?? 0, frameDuration: track.frameDuration, need: need)))
  }
}
