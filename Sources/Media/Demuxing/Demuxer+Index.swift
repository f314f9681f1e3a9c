import CVitrineFFmpeg
import VitrinePlayback
public import VitrineTiming

/// What a file says beforehand of where its frames lie.
public struct FileIndex: Hashable, Sendable {
  /// Whether the container came with one; else it is only where FFmpeg has been.
  public var isWhole = false
  /// How many frames it names.
  public var count = 0
  /// From the beginning to the last key frame that it names.
  public var reach = MediaTime.zero
  /// The longest time from one key frame to the next.
  public var longestGap = MediaTime.zero
  /// Whether the file ends before it should: frames that it names lie behind the end, or nothing lies
  /// where its last seconds are.
  public var isCut = false
}

extension Demuxer {
  /// Reads the index of a file, wherever in it that is, and goes to the file's beginning.
  public mutating func readIndex() -> FileIndex {
    var index = FileIndex()
    // Containers that have it behind their frames read it with the first seek. One that fails says that
    // there is none.
    try? seek(to: start, .before)
    guard let track = video ?? audio, let context = unsafe context,
      let stream = unsafe context.pointee.streams[track.index]
    else { return index }
    index.isWhole = indexIsWhole
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
      index.isCut = end > size
    }
    if track.kind == .video, index.isWhole, !index.isCut { index.isCut = !reachesEnd() }
    index.longestGap = track.timebase.mediaTime(of: gap) ?? .zero
    index.reach = track.timebase.mediaTime(of: last.saturatingSubtract(first ?? last)) ?? .zero
    return index
  }

  /// Whether there is anything near the time that it promises for its end, of which containers round.
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
      // It has as many packets behind its last key frame; the rest is not looked at.
      return true
    } catch {
      return error == .interrupted
    }
  }

  /// Of less it is no matter.
  private static let shortest = MediaTime(1, 1)
  private static let (leastShare, slack) = (0.9, 0.5)
  private static let mostPackets = 20_000

  /// Whether its time stamps jump, so that its bytes have to tell where a time lies.
  public var hasJumps: Bool { timeline != nil }
}
