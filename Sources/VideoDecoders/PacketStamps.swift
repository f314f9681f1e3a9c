internal import VitrineTiming

/// The presentation times of packets, by the token that devices return with a picture.
struct PacketStamps {
  struct Stamp: Hashable {
    /// Nil if the stream has none.
    var pts: MediaTime?
    var duration: MediaTime?
    var isKey = false
  }

  private var stamps: [UInt64: Stamp] = [:]
  /// The decoding times of packets without a picture so far.
  private var decodingTimes: [UInt64: MediaTime] = [:]
  private var lastToken: UInt64 = 0
  /// Some containers (AVI) have no presentation time for all packets; then only the decoding times
  /// count.
  private var usesDecodingTimes = false
  /// The previous picture: a packet may contain two. Then another one contains none.
  private var latest: (token: UInt64, stamp: Stamp)?
  private var surplus = 0

  /// Packets without a picture are dropped after this many others.
  private static let most = 256

  /// Returns a token for a packet, which is unique even across seeks.
  mutating func insert(
    pts: MediaTime?, dts: MediaTime?, duration: MediaTime?, isKey: Bool
  ) -> UInt64 {
    lastToken += 1
    stamps[lastToken] = Stamp(pts: pts, duration: duration, isKey: isKey)
    if pts == nil, dts != nil { usesDecodingTimes = true }
    if surplus > 0 { surplus -= 1 } else { decodingTimes[lastToken] = dts }
    if stamps.count > Self.most { forget(before: lastToken - UInt64(Self.most / 2)) }
    return lastToken
  }

  private mutating func forget(before first: UInt64) {
    stamps = stamps.filter { $0.key >= first }
    decodingTimes = decodingTimes.filter { $0.key >= first }
  }

  /// Returns nil for unknown tokens, and for old ones.
  mutating func removeStamp(for token: UInt64) -> Stamp? {
    guard var stamp = stamps.removeValue(forKey: token) else { return nextStamp(of: token) }
    if usesDecodingTimes {
      // Packets before a key frame no longer produce a picture.
      if stamp.isKey { decodingTimes = decodingTimes.filter { $0.key >= token } }
      stamp.pts = removeEarliestDecodingTime()
    } else {
      decodingTimes[token] = nil
    }
    latest = (token, stamp)
    return stamp
  }

  /// Pictures arrive in presentation order: the earliest decoding time belongs to the first of
  /// them.
  private mutating func removeEarliestDecodingTime() -> MediaTime? {
    guard let first = decodingTimes.min(by: { $0.value < $1.value }) else { return nil }
    decodingTimes[first.key] = nil
    return first.value
  }

  /// Returns the time of a second picture of the same packet, after the first.
  private mutating func nextStamp(of token: UInt64) -> Stamp? {
    guard let latest, latest.token == token else { return nil }
    var stamp = latest.stamp
    let next = stamp.pts.flatMap { pts in stamp.duration.map { pts + $0 } }
    if usesDecodingTimes {
      let known = removeEarliestDecodingTime()
      // It takes the time of the next packet, which will contain no picture.
      if known == nil { surplus += 1 }
      stamp.pts = known ?? next
    } else {
      stamp.pts = next
    }
    self.latest = (token, stamp)
    return stamp
  }

  mutating func forget(_ token: UInt64) { (stamps[token], decodingTimes[token]) = (nil, nil) }

  mutating func removeAll() {
    (stamps, decodingTimes, latest, usesDecodingTimes, surplus) = ([:], [:], nil, false, 0)
  }
}
