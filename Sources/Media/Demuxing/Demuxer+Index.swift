import CVitrineFFmpeg
import VitrinePlayback
package import VitrineTiming

/// The properties of a file's index.
package struct FileIndex: Hashable, Sendable {
  /// Whether the container has an index. Otherwise FFmpeg only knows the places that it has read.
  package var isComplete = false
  /// The number of frames in the index.
  package var count = 0
  /// The time from the beginning to the last key frame in the index.
  package var reach = MediaTime.zero
  /// The longest time from one key frame to the next.
  package var longestGap = MediaTime.zero
  /// Whether the file is truncated: indexed frames are beyond its end, or its last seconds are
  /// missing.
  package var isTruncated = false
}

extension Demuxer {
  /// Reads the index, wherever it is in the file, and seeks to the beginning.
  package mutating func readIndex() -> FileIndex {
    var index = FileIndex()
    // Containers with the index at the end read it at the first seek. An error means that there is
    // none.
    try? seek(to: start, .before)
    guard let track = video ?? audio, let context = unsafe context,
      let stream = unsafe context.pointee.streams[track.index]
    else { return index }
    index.isComplete = hasIndex
    var (end, first, last, gap) = (Int64(0), Int64?.none, Int64(0), Int64(0))
    let count = unsafe avformat_index_get_entries_count(stream)
    index.count = Int(count)
    for number in 0..<count {
      guard let entry = unsafe avformat_index_get_entry(stream, number)?.pointee else { continue }
      end = max(end, entry.pos.saturatingAdd(Int64(entry.size)))
      guard entry.flags & AVINDEX_KEYFRAME != 0 else { continue }
      if first != nil { gap = max(gap, entry.timestamp.saturatingSubtract(last)) }
      (first, last) = (first ?? entry.timestamp, entry.timestamp)
    }
    if let bytes = unsafe context.pointee.pb, case let size = unsafe avio_size(bytes), size > 0 {
      index.isTruncated = end > size
    }
    if track.kind == .video, index.isComplete, !index.isTruncated {
      index.isTruncated = !reachesEnd()
    }
    index.longestGap = track.timebase.mediaTime(of: gap) ?? .zero
    index.reach = track.timebase.mediaTime(of: last.saturatingSubtract(first ?? last)) ?? .zero
    return index
  }

  /// Whether there are packets near the announced end, which containers round.
  private mutating func reachesEnd() -> Bool {
    guard let duration, duration > Self.shortest else { return true }
    let wanted = duration.seconds * Self.leastShare - Self.slack
    do throws(MediaError) {
      try seek(to: start + duration, .before)
      for _ in 0..<Self.mostPackets {
        let (packet, track): (Packet, Track?)
        switch try read() {
        case .video(let found): (packet, track) = (found, video)
        case .audio(let found): (packet, track) = (found, audio)
        case .ended: return false
        default: continue
        }
        guard let pts = track.flatMap({ packet.pts(in: $0.timebase) }) else { continue }
        if (pts - start).seconds >= wanted { return true }
      }
      // There are that many packets after the last key frame; the rest is not checked.
      return true
    } catch {
      return error == .interrupted
    }
  }

  /// Shorter files are not checked.
  private static let shortest = MediaTime(1, 1)
  private static let (leastShare, slack) = (0.9, 0.5)
  private static let mostPackets = 20_000

  /// Whether its timestamps jump, so that times have to be estimated from byte positions.
  package var hasJumps: Bool { timeline != nil }
}
