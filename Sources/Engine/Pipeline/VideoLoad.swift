internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming
internal import VitrineVideoDecoders

/// Decides what a video decoder skips so that frames arrive in time, and counts it. Bound to the
/// video thread of its pipeline.
struct VideoLoad {
  private let clock: @Sendable () -> PlaybackClock
  private let isSourceLate: () -> Bool
  private let easing: () -> DecodeEffort
  private let track: Track
  private var policy = LoadPolicy()
  private var applied = DecodeEffort.full
  /// The effort that was reported to the queues; nil before the first report.
  private var counted: DecodeEffort?
  private var isReported = false
  /// Packets sent minus frames received, and how many of those the decoder only holds.
  private var owed = 0
  /// When a device's picture was last converted.
  private var converted: HostTime?
  private var heldInDecoder = 0

  /// A hardware decoder's picture that is later than this is not converted, unless none was
  /// converted for `longestWithout`.
  private static let tolerance = Duration.milliseconds(100)
  private static let longestWithout = Duration.milliseconds(500)

  /// `isSourceLate` returns whether the decoder waits for packets, and `easing` the effort that is
  /// saved even if the machine is fast enough.
  init(
    _ track: Track, clock: @escaping @Sendable () -> PlaybackClock,
    isSourceLate: @escaping () -> Bool, easing: @escaping () -> DecodeEffort = { .full }
  ) {
    self.track = track
    self.clock = clock
    self.isSourceLate = isSourceLate
    self.easing = easing
  }

  /// Continues at another position.
  mutating func begin() {
    policy.begin()
    (owed, applied, counted) = (0, .full, nil)
  }

  /// Whether the decoder skips pictures because the machine is too slow.
  var isReduced: Bool { policy.effort != .full }

  /// Prepares the decoder for a packet. Returns false if the packet is skipped. `isHurrying`
  /// applies on the way to the target of a seek.
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
    applied = max(policy.effort, isHurrying ? .referencesOnly : .full)
    decoder.setEffort(max(policy.effort, easing()), isHurrying: isHurrying)
    owed += 1
    return true
  }

  /// Records a decoded frame. Returns false if it is too late to be shown.
  mutating func admit(_ frame: Frame, isFirst: Bool, _ queues: RunQueues) -> Bool {
    countFrame(queues)
    guard !isFirst, let pts = frame.pts else { return true }
    let now = HostTime.now()
    let lateness = lateness(of: pts, queues, now: now)
    policy.record(lateness: isSourceLate() ? nil : lateness, of: pts, now: now)
    countEffort(queues)
    reportOverload(queues)
    if policy.shows(lateness: lateness, now: now) { return true }
    queues.counts.update { counts in
      counts.frames += 1
      counts.leftOut += 1
    }
    return false
  }

  /// Whether to convert a hardware decoder's picture. Hardware decodes all of them, however late;
  /// pictures that the CPU cannot convert in time are skipped, so that playback does not fall
  /// further behind.
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

  /// Whether the clock of the run has reached its start and is not stopped before a picture.
  func isPlaying(_ pts: MediaTime, _ queues: RunQueues) -> Bool {
    clock().hostTime(of: pts, in: queues.run) != nil
  }

  /// How late a picture is; nil while the clock is stopped.
  private func lateness(
    of pts: MediaTime?, _ queues: RunQueues, now: HostTime = .now()
  ) -> Duration? {
    pts.flatMap { clock().hostTime(of: $0, in: queues.run) }.map { now - $0 }
  }

  private mutating func countEffort(_ queues: RunQueues) {
    let effort = max(policy.effort, easing())
    guard counted != effort else { return }
    counted = effort
    queues.counts.update { $0.effort = effort }
  }

  /// Counts the frames that the decoder skipped: those missing for the packets sent, except for
  /// frames that it still holds.
  private mutating func countFrame(_ queues: RunQueues) {
    owed -= 1
    guard applied >= .referencesOnly else {
      heldInDecoder = max(heldInDecoder, owed)
      return
    }
    let missing = owed - heldInDecoder
    guard missing > 0 else { return }
    owed -= missing
    // Frames before the target of a seek are not needed.
    guard policy.effort >= .referencesOnly else { return }
    queues.counts.update { $0.leftOut += missing }
  }

  private mutating func reportOverload(_ queues: RunQueues) {
    guard !isReported, policy.isLasting, let need = policy.need else { return }
    isReported = true
    queues.report(
      .overloaded(
        LoadPolicy.sentence(
          height: track.picture?.size.height ?? 0, frameDuration: track.frameDuration, need: need)))
  }
}
