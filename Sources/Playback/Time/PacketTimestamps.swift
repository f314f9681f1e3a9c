package import VitrineTiming

/// A packet's own decoding and presentation times, in nanoseconds.
package struct PacketTimestamps: Sendable {
  package let stream: Int
  /// Pictures and sound reveal discontinuities; subtitles follow them.
  let isSteady: Bool
  package let decoding: Int64
  let presentation: Int64
  let duration: Int64

  /// Limits timestamps to 36 years, so that sums do not overflow.
  private static let most: Int64 = 1 << 60
  /// The maximum time from decoding to presentation, and the maximum duration.
  private static let longest: Int64 = 5_000_000_000
  /// The maximum time that presentation precedes decoding, since some containers know one of them
  /// only approximately.
  private static let mostBefore: Int64 = 1_000_000_000

  /// If there is no decoding time, pass the presentation time, and vice versa.
  package init(
    stream: Int, isSteady: Bool = true, decoding: MediaTime, presentation: MediaTime,
    duration: MediaTime = .zero
  ) {
    self.stream = stream
    self.isSteady = isSteady
    func bounded(_ time: MediaTime) -> Int64 { min(max(time.nanoseconds, -Self.most), Self.most) }
    let (decoded, presented) = (bounded(decoding), bounded(presentation))
    // If the two are inconsistent, one is wrong. Using the presentation time for both puts the
    // packet in its place, or moves its picture at a discontinuity.
    let isSane = (-Self.mostBefore...Self.longest).contains(presented - decoded)
    self.decoding = isSane ? decoded : presented
    self.presentation = max(presented, self.decoding)
    self.duration = min(max(duration.nanoseconds, 0), Self.longest)
  }
}

/// The progress of a track on the continuous timeline, in nanoseconds.
struct TrackReach {
  /// The decoding time of its next packet.
  var decoded: Int64
  /// The end of its latest presentation.
  private(set) var presented: Int64
  /// Whether it has reached the current stretch of timestamps.
  private(set) var isCurrent = true

  /// Creates the timestamps of a track whose first packet is decoded at `time`.
  init(at time: Int64) { (decoded, presented) = (time, time) }

  /// Continues in another stretch of timestamps.
  mutating func begin(at time: Int64) { (decoded, isCurrent) = (time, true) }

  /// Another stretch has started, and this track has not reached it yet.
  mutating func fallBehind() { isCurrent = false }

  mutating func extend(with stamp: PacketTimestamps, offset: Int64, isCurrent: Bool) {
    decoded = max(decoded, stamp.decoding + offset + stamp.duration)
    presented = max(presented, stamp.presentation + offset + stamp.duration)
    self.isCurrent = isCurrent
  }
}

/// The timestamps that a track continues with after a discontinuity, in nanoseconds.
struct StretchStart {
  /// The decoding time of its first packet.
  package let decoding: Int64
  /// The earliest presentation time of the first second: packets are not in display order.
  private(set) var presentation: Int64
  private var last: Int64

  private static let reordering: Int64 = 1_000_000_000

  init(_ stamp: PacketTimestamps, at decoding: Int64) {
    self.decoding = decoding
    presentation = decoding + stamp.presentation - stamp.decoding
    last = decoding
  }

  var length: Int64 { last - decoding }

  mutating func extend(with stamp: PacketTimestamps, at decoding: Int64) {
    last = max(last, decoding)
    guard decoding - self.decoding < Self.reordering else { return }
    presentation = min(presentation, decoding + stamp.presentation - stamp.decoding)
  }

  /// Whether a packet continues its track after the discontinuity.
  func isContinued(by stamp: PacketTimestamps, back: Int64, ahead: Int64) -> Bool {
    (-back...ahead).contains(stamp.decoding - last)
  }
}
