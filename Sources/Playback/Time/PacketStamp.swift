public import VitrineTiming

/// When a packet is decoded and presented, by its own time stamps, in nanoseconds. A value.
public struct PacketStamp: Sendable {
  public let stream: Int
  /// Pictures and sound tell where a jump is; subtitles go with them.
  let isSteady: Bool
  public let decoding: Int64
  let presentation: Int64
  let duration: Int64

  /// Whatever a file says stays so small that sums of it fit: thirty-six years.
  private static let most: Int64 = 1 << 60
  /// No packet is presented so long after it is decoded, nor lasts longer.
  private static let longest: Int64 = 5_000_000_000
  /// Nor before it is decoded, but for containers that know one of the two only approximately.
  private static let mostBefore: Int64 = 1_000_000_000

  /// Without a decoding time it is the presentation time, and the other way round.
  public init(
    stream: Int, isSteady: Bool = true, decoding: MediaTime, presentation: MediaTime,
    duration: MediaTime = .zero
  ) {
    (self.stream, self.isSteady) = (stream, isSteady)
    func bounded(_ time: MediaTime) -> Int64 { min(max(time.nanoseconds, -Self.most), Self.most) }
    let (decoded, presented) = (bounded(decoding), bounded(presentation))
    // Where the two do not fit each other, one is wrong. With what is seen for both, the packet is
    // in its place, or where it jumps its picture is moved.
    let isSane = (-Self.mostBefore...Self.longest).contains(presented - decoded)
    self.decoding = isSane ? decoded : presented
    self.presentation = max(presented, self.decoding)
    self.duration = min(max(duration.nanoseconds, 0), Self.longest)
  }
}

/// How far a track has come on the time line without breaks, in nanoseconds.
struct TrackReach {
  /// When its next packet is decoded.
  var decoded: Int64
  /// When what it has shown ends.
  private(set) var presented: Int64
  /// Whether it has come to the present stretch of time stamps.
  private(set) var isCurrent = true

  /// Of a track whose first packet is decoded then.
  init(at time: Int64) { (decoded, presented) = (time, time) }

  /// It goes on in another stretch of time stamps.
  mutating func begin(at time: Int64) { (decoded, isCurrent) = (time, true) }

  /// Another stretch has begun, and this track is still to come to it.
  mutating func fallBehind() { isCurrent = false }

  mutating func note(_ stamp: PacketStamp, offset: Int64, isCurrent: Bool) {
    decoded = max(decoded, stamp.decoding + offset + stamp.duration)
    presented = max(presented, stamp.presentation + offset + stamp.duration)
    self.isCurrent = isCurrent
  }
}

/// Where a track goes on after a jump, by its own time stamps, in nanoseconds.
struct StretchStart {
  /// Of its first packet.
  public let decoding: Int64
  /// The earliest of the first second: packets are not in the order of their pictures.
  private(set) var presentation: Int64
  private var last: Int64

  private static let reordering: Int64 = 1_000_000_000

  init(_ stamp: PacketStamp, at decoding: Int64) {
    self.decoding = decoding
    presentation = decoding + stamp.presentation - stamp.decoding
    last = decoding
  }

  var length: Int64 { last - decoding }

  mutating func note(_ stamp: PacketStamp, at decoding: Int64) {
    last = max(last, decoding)
    guard decoding - self.decoding < Self.reordering else { return }
    presentation = min(presentation, decoding + stamp.presentation - stamp.decoding)
  }

  /// Whether a packet follows the last one of its track behind the jump.
  func goesOn(with stamp: PacketStamp, back: Int64, ahead: Int64) -> Bool {
    (-back...ahead).contains(stamp.decoding - last)
  }
}
