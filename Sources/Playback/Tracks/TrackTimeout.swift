package import VitrineTiming

/// How long to wait for a track without packets. It counts the packets read from other tracks,
/// since a slow source is no reason to give the track up.
package struct TrackTimeout: Sendable {
  /// In bytes, and in media time.
  private let most: Int
  private let longest: MediaTime?
  private var read = 0
  private var first: MediaTime?
  private var last: MediaTime?

  /// `longest` is in media time; nil counts only bytes.
  package init(bytes most: Int, longest: MediaTime? = nil) {
    self.most = most
    self.longest = longest
  }

  /// For sound before a run starts: at least a second of the largest usual videos.
  package static let firstSound = TrackTimeout(bytes: 16 << 20)
  /// For a track that has not reached the end when the others have.
  package static let atEnd = TrackTimeout(bytes: 16 << 20, longest: MediaTime(5, 1))
  /// For a track without any packets: a file may store one track entirely after another.
  package static let absent = TrackTimeout(bytes: 64 << 20)

  /// Records a packet of another track.
  package mutating func record(bytes: Int, at time: MediaTime?) {
    read += bytes
    guard let time else { return }
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }

  package var isOver: Bool {
    if read >= most { return true }
    guard let longest, let first, let last else { return false }
    return last - first >= longest
  }
}
