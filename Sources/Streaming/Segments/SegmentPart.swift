internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// A segment, or a part of one, that has come whole.
struct SegmentPart: Sendable {
  let segment: HLSSegment
  let place: HLSTimeline.Place
  let stretch: SegmentStretch
  /// As they came: where the segment has a key, encrypted.
  let bytes: [UInt8]
  let key: SegmentKey?
  /// What its demuxer reads first, of the first part of a stretch.
  let head: [UInt8]

  /// Its bytes, decrypted.
  func plain() throws(NetworkError) -> [UInt8] {
    guard let key else { return bytes }
    guard let plain = SegmentCipher.decrypted(bytes, key: key.key, vector: key.vector) else {
      throw .lied("its key does not open what it is for")
    }
    return plain
  }
}

/// With what a segment is encrypted.
struct SegmentKey: Hashable, Sendable {
  let key: [UInt8]
  let vector: [UInt8]

  /// Nil where the server gave no key: they have 16 bytes.
  init?(_ key: [UInt8]?, _ vector: [UInt8]?, sequence: Int64) {
    guard let key, key.count == 16 else { return nil }
    self.key = key
    // The number of the segment, as 128 bits: RFC 8216bis, 5.2.
    self.vector =
      vector
      ?? [UInt8](repeating: 0, count: 8)
      + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * $0)) }
  }
}

/// Segments that follow each other without a break, of one encoding: what one demuxer reads.
struct SegmentStretch: Hashable, Sendable {
  let number: Int
  let encoding: Int
  /// Counts the places behind what was missed of a live list.
  let era: Int
  let discontinuity: Int64
  let map: HLSMap?
  /// What lies before its first segment.
  private(set) var before: HLSTimeline.Place
  /// What stamps say where those of other rows say 0.
  var stampOrigin = Duration.zero
  /// Whether its stamps tell nothing of where it is.
  var standsAlone = false
  private(set) var joint: Joint
  /// Whether its stamps have begun again where those of the same discontinuity number went on.
  private(set) var hasRestarted = false

  /// How it comes after the one before.
  enum Joint: Hashable {
    /// It is the first, here or behind a seek.
    case none
    /// Right behind it.
    case direct
    /// Behind what was left out.
    case gap
    /// Behind what was missed of what is live, which takes no time.
    case missed
    /// It is a segment of which some was read before, in parts: that is left out.
    case rest
  }

  /// When its first segment begins, by the list.
  var start: Duration { before.end }

  /// What of it follows a place, behind which its stamps have begun again.
  func restarted(behind place: HLSTimeline.Place) -> SegmentStretch {
    var rest = self
    (rest.before, rest.joint, rest.hasRestarted) = (place, .direct, true)
    return rest
  }

  /// Whether a segment of this kind belongs to it.
  func takes(_ segment: HLSSegment, of encoding: Int, era: Int) -> Bool {
    !segment.standsAlone && encoding == self.encoding && era == self.era
      && segment.discontinuity == discontinuity && segment.map == map
  }
}

extension HLSSegment {
  /// Whether it has a head of its own: sound without a container, and subtitles.
  var standsAlone: Bool {
    [".aac", ".mp3", ".ac3", ".ec3", ".vtt", ".webvtt"].contains { url.path.hasSuffix($0) }
  }
}
