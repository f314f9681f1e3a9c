internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Finds the end of a run from its packets, long before its last frame is decoded.
struct EndFinder {
  private(set) var progress: ReadProgress
  private let bounds: RunQueues.Bounds
  private let start: MediaTime
  private let hasAudio: Bool
  private let isAnimation: Bool
  private let isImage: Bool
  /// The end according to the container.
  private let promised: MediaTime?
  private var lastPicture: MediaTime?
  private var pictureEnd: MediaTime?
  private var soundEnd: MediaTime?
  private var pictures = 0
  /// Added to the timestamps of a repeated animation.
  private var offset = MediaTime.zero

  init(_ bounds: RunQueues.Bounds, _ source: borrowing some PacketSource & ~Copyable) {
    (self.bounds, start) = (bounds, source.start)
    hasAudio = source.audio != nil
    progress = ReadProgress(
      to: bounds.end, of: (source.video == nil ? [] : [.video]) + (hasAudio ? [.audio] : []))
    isAnimation = source.isAnimation
    isImage = isAnimation || source.isSinglePicture
    promised = source.duration.map { source.start + $0 }
  }

  mutating func record(_ packet: Packet, _ track: Track) {
    if offset > .zero { packet.delay(by: offset, in: track.timebase) }
    guard let pts = packet.pts(in: track.timebase) else { return }
    progress.record(bytes: packet.weight, of: track.kind, at: pts)
    guard track.kind == .video else {
      if track.kind == .audio {
        recordSound(until: pts + (packet.duration(in: track.timebase) ?? .zero))
      }
      return
    }
    pictures += 1
    if let end = bounds.end, pts >= end { return }
    guard pts >= lastPicture ?? pts else { return }
    let duration =
      packet.duration(in: track.timebase) ?? track.frameDuration ?? .defaultFrameDuration
    lastPicture = pts
    pictureEnd = min(pts + duration, bounds.end ?? pts + duration)
  }

  private mutating func recordSound(until end: MediaTime) {
    let end = min(end, bounds.end ?? end)
    soundEnd = max(soundEnd ?? end, end)
  }

  /// Returns true at the end of the source if the animation should repeat, with later timestamps.
  mutating func repeats(forAtLeast length: MediaTime) -> Bool {
    guard isAnimation, pictures > 1, let pictureEnd, pictureEnd - start < length,
      bounds.end.map({ pictureEnd < $0 }) ?? true
    else { return false }
    offset = pictureEnd - start
    return true
  }

  func ending(imageDuration: MediaTime) -> RunQueues.Ending {
    guard let lastPicture, let pictureEnd else {
      let first = bounds.start ?? start
      // A title card lasts as long as the sound, or as the video whose tracks were all turned off.
      let end = hasAudio ? first : (isImage ? nil : promised) ?? first + imageDuration
      return RunQueues.Ending(
        lastPicture: first, pictureEnd: max(first, min(end, bounds.end ?? end)), isCertain: true,
        soundEnd: soundEnd)
    }
    // A single picture without sound is a still image.
    let isStill = pictures == 1 && !hasAudio && (isImage || bounds.start == nil)
    let end = isStill ? lastPicture + imageDuration : pictureEnd
    return RunQueues.Ending(
      lastPicture: lastPicture, pictureEnd: min(end, bounds.end ?? end), isCertain: true,
      soundEnd: soundEnd)
  }
}

/// How far each track of a run was read, and whether all of them were read to the run's end.
struct ReadProgress {
  private let end: MediaTime?
  private let wanted: [TrackInfo.Kind]
  private var reached: [TrackInfo.Kind: MediaTime] = [:]
  /// How far beyond the end the reader continues for another track, if that track had packets, and
  /// if it had none.
  private var timeouts = (present: TrackTimeout.atEnd, absent: TrackTimeout.absent)

  /// Frames may be stored out of order by up to this much.
  private static let reordering = MediaTime(1, 1)

  /// `end` is nil for a run to the end of the source; `wanted` are its video and audio tracks.
  init(to end: MediaTime?, of wanted: [TrackInfo.Kind]) {
    (self.end, self.wanted) = (end, wanted)
  }

  /// The position up to which every track was read.
  var readTo: MediaTime? { reached.values.min() }

  /// The position up to which any track was read.
  var furthest: MediaTime? { reached.values.max() }

  /// Whether the whole run was read.
  var isPast: Bool {
    guard let end else { return false }
    let behind = wanted.filter { kind in
      reached[kind].map { $0 <= limit(of: kind, end) } ?? true
    }
    guard behind.count < wanted.count else { return false }
    return behind.allSatisfy { kind in
      reached[kind] == nil ? timeouts.absent.isOver : timeouts.present.isOver
    }
  }

  private func limit(of kind: TrackInfo.Kind, _ end: MediaTime) -> MediaTime {
    kind == .video ? end + Self.reordering : end
  }

  /// Records a packet. Sound may end early and its track then has no more packets; the video packets beyond the end
  /// limit how long it is waited for.
  mutating func record(bytes: Int, of kind: TrackInfo.Kind, at pts: MediaTime) {
    reached[kind] = max(reached[kind] ?? pts, pts)
    guard let end else { return }
    guard pts > limit(of: kind, end) else {
      // This track has not reached the end yet.
      timeouts.present = .atEnd
      return
    }
    timeouts.present.record(bytes: bytes, at: pts)
    timeouts.absent.record(bytes: bytes, at: nil)
  }
}
