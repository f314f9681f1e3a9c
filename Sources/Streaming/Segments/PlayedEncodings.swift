internal import VitrineTiming

/// The renditions of a stream by their start times.
struct PlayedEncodings: Hashable, Sendable {
  private struct Stretch: Hashable {
    let start: MediaTime
    let encoding: Int
  }

  private var stretches: [Stretch] = []

  /// More than fit between the reader and the playback position.
  private static let most = 32

  /// Records that a rendition is read from `start` on. Entries after `start` are dropped, such as
  /// after a seek. May be called repeatedly.
  mutating func note(_ encoding: Int, from start: MediaTime) {
    stretches.removeAll { $0.start >= start }
    if stretches.last?.encoding == encoding { return }
    stretches.append(Stretch(start: start, encoding: encoding))
    if stretches.count > Self.most { stretches.removeFirst() }
  }

  /// Returns nil before the first entry.
  func encoding(at time: MediaTime) -> Int? {
    (stretches.last { $0.start <= time } ?? stretches.first)?.encoding
  }
}
