internal import VitrineTiming

/// When the pictures of packets are seen: devices hand back a number with each. A value.
struct PacketStamps {
  struct Stamp: Hashable {
    /// Nil where the stream has none.
    var pts: MediaTime?
    var duration: MediaTime?
    var isKey = false
  }

  private var stamps: [UInt64: Stamp] = [:]
  /// When the packets are decoded of which no picture came yet.
  private var decodingTimes: [UInt64: MediaTime] = [:]
  private var last: UInt64 = 0
  /// Of some containers (AVI) not all packets say when they are seen; of those nothing else counts than
  /// when they are decoded.
  private var goesByDecoding = false
  /// The picture that came before: a packet may hold two. Then another one holds none.
  private var taken: (token: UInt64, stamp: Stamp)?
  private var surplus = 0

  /// Packets of which no picture came are forgotten behind so many others.
  private static let most = 256

  /// A number for a packet: no two have the same, also of different places.
  mutating func note(
    pts: MediaTime?, dts: MediaTime?, duration: MediaTime?, isKey: Bool
  ) -> UInt64 {
    last += 1
    stamps[last] = Stamp(pts: pts, duration: duration, isKey: isKey)
    if pts == nil, dts != nil { goesByDecoding = true }
    if surplus > 0 { surplus -= 1 } else { decodingTimes[last] = dts }
    if stamps.count > Self.most { forget(before: last - UInt64(Self.most / 2)) }
    return last
  }

  private mutating func forget(before first: UInt64) {
    stamps = stamps.filter { $0.key >= first }
    decodingTimes = decodingTimes.filter { $0.key >= first }
  }

  /// Nil for those that are not known, or no more.
  mutating func take(_ token: UInt64) -> Stamp? {
    guard var stamp = stamps.removeValue(forKey: token) else { return further(of: token) }
    if goesByDecoding {
      // What came before a key frame and gave no picture gives none.
      if stamp.isKey { decodingTimes = decodingTimes.filter { $0.key >= token } }
      stamp.pts = takeDecodingTime()
    } else {
      decodingTimes[token] = nil
    }
    taken = (token, stamp)
    return stamp
  }

  /// Pictures come in the order in which they are seen, and of the times at which packets are decoded the
  /// first is due to the first of them.
  private mutating func takeDecodingTime() -> MediaTime? {
    guard let first = decodingTimes.min(by: { $0.value < $1.value }) else { return nil }
    decodingTimes[first.key] = nil
    return first.value
  }

  /// Another picture of the same packet is seen behind the one before.
  private mutating func further(of token: UInt64) -> Stamp? {
    guard let taken, taken.token == token else { return nil }
    var stamp = taken.stamp
    let next = stamp.pts.flatMap { pts in stamp.duration.map { pts + $0 } }
    if goesByDecoding {
      let known = takeDecodingTime()
      // That of the packet to come, which will hold nothing.
      if known == nil { surplus += 1 }
      stamp.pts = known ?? next
    } else {
      stamp.pts = next
    }
    self.taken = (token, stamp)
    return stamp
  }

  mutating func forget(_ token: UInt64) { (stamps[token], decodingTimes[token]) = (nil, nil) }

  mutating func removeAll() {
    (stamps, decodingTimes, taken, goesByDecoding, surplus) = ([:], [:], nil, false, 0)
  }
}
