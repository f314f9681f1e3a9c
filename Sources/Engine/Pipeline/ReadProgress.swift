internal import VitrinePlayback
internal import VitrineTiming

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
