internal import VitrineAddresses
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// A segment, or a part of one, that has arrived completely.
struct SegmentPart: Sendable {
  let segment: HLSSegment
  let place: HLSTimeline.Place
  let stretch: SegmentStretch
  /// As received: encrypted if the segment has a key.
  let bytes: [UInt8]
  let key: SegmentKey?
  /// The initialization section for the demuxer, in the first part of a stretch.
  let head: [UInt8]

  /// Returns the decrypted bytes.
  func plain() throws(NetworkError) -> [UInt8] {
    guard let key else { return bytes }
    guard let plain = SegmentCipher.decrypted(bytes, key: key.key, vector: key.vector) else {
      throw .invalidResponse("the segment's key does not decrypt it")
    }
    return plain
  }
}

/// The key and initialization vector of an encrypted segment.
struct SegmentKey: Hashable, Sendable {
  let key: [UInt8]
  let vector: [UInt8]

  /// Returns nil if the server sent no valid key: keys have 16 bytes.
  init?(_ key: [UInt8]?, _ vector: [UInt8]?, sequence: Int64) {
    guard let key, key.count == 16 else { return nil }
    self.key = key
    // The default is the sequence number as 128 bits: RFC 8216bis, 5.2.
    self.vector =
      vector
      ?? [UInt8](repeating: 0, count: 8)
      + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * $0)) }
  }
}

/// Consecutive segments of one rendition that a single demuxer reads.
struct SegmentStretch: Hashable, Sendable {
  let number: Int
  let encoding: Int
  /// Counts the gaps where segments of a live list were missed.
  let era: Int
  let discontinuity: Int64
  let map: HLSMap?
  /// The position in the list before its first segment.
  private(set) var before: HLSTimeline.Place
  /// The timestamp that corresponds to 0 in other rows.
  var stampOrigin = Duration.zero
  /// Whether its position cannot be derived from its timestamps.
  var standsAlone = false
  private(set) var joint: Joint
  /// Whether its timestamps have restarted although the discontinuity number is the same.
  private(set) var hasRestarted = false

  /// How a stretch follows the previous one.
  enum Joint: Hashable {
    /// It is the first, at the start or after a seek.
    case none
    /// Without a gap.
    case direct
    /// After skipped segments.
    case gap
    /// After missed segments of a live stream, which do not count as playback time.
    case missed
    /// It repeats a segment that was partly read; the parts already read are skipped.
    case rest
  }

  /// When its first segment begins, according to the list.
  var start: Duration { before.end }

  /// Returns the rest of the stretch after a position where its timestamps restart.
  func restarted(behind place: HLSTimeline.Place) -> SegmentStretch {
    var rest = self
    (rest.before, rest.joint, rest.hasRestarted) = (place, .direct, true)
    return rest
  }

  /// Whether a segment belongs to the stretch.
  func takes(_ segment: HLSSegment, of encoding: Int, era: Int) -> Bool {
    !segment.standsAlone && encoding == self.encoding && era == self.era
      && segment.discontinuity == discontinuity && segment.map == map
  }
}

extension HLSSegment {
  /// Whether a segment needs its own demuxer: audio without a container, and subtitles.
  var standsAlone: Bool {
    [".aac", ".mp3", ".ac3", ".ec3", ".vtt", ".webvtt"].contains { url.path.hasSuffix($0) }
  }
}
