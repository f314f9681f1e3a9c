package import VitrineAddresses
internal import VitrineTiming

/// An HLS playlist (draft-pantos-hls-rfc8216bis): a media playlist or a multivariant playlist.
package enum HLSPlaylist: Hashable, Sendable {
  case media(HLSMediaPlaylist)
  case multivariant(HLSMultivariantPlaylist)

  /// The reason why a text is not a playable playlist.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1; nil if the error concerns the whole file.
    package let line: Int?
    package let cause: String
    /// Whether the playlist is valid but cannot be played.
    package let isUnsupported: Bool

    package init(cause: String) { self.init(line: nil, cause: cause) }

    init(line: Int?, cause: String) {
      (self.line, self.cause, isUnsupported) = (line, cause, false)
    }

    init(_ fault: HLSReadingFault, line: Int?) {
      (self.line, cause, isUnsupported) = (line, fault.cause, fault.isUnsupported)
    }

    package var description: String {
      if isUnsupported { return cause }
      return "invalid playlist\(line.map { ", line \($0)" } ?? ""): \(cause)"
    }
  }
}

/// Limits of playlists, which come from untrusted servers.
package enum HLSLimits {
  /// In bytes. A day of two-second segments with long addresses fits.
  package static let bytes = 16 << 20
  package static let lines = 500_000
  package static let segments = 100_000
  package static let variants = 500
  package static let renditions = 500
  /// The total of all segments; the parts of older segments are dropped.
  static let parts = 10_000
  static let partsOfSegment = 1000
  /// The newest ones are used.
  static let dateRanges = 200
  static let attributes = 64
  static let variables = 100
  /// The longest segment, in seconds.
  static let duration = 24 * 3600
}

/// The segments of a variant or rendition, in order.
package struct HLSMediaPlaylist: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case vod = "VOD", event = "EVENT" }

  package internal(set) var version = 1
  /// The maximum duration of a segment, apart from rounding. It is also the reload interval of a
  /// live list.
  package internal(set) var targetDuration: Duration
  /// Nil if the list may drop segments at its beginning.
  package internal(set) var kind: Kind?
  /// Whether the list is complete.
  package internal(set) var isEnded = false
  package internal(set) var isIFramesOnly = false
  package internal(set) var segments: [HLSSegment] = []
  package internal(set) var dateRanges: [HLSDateRange] = []
  /// Where to start, from the beginning of the list or, if negative, from its end.
  package internal(set) var start: Duration?
  package internal(set) var server = HLSServerControl()
  /// The maximum duration of partial segments, if there are any.
  package internal(set) var partTarget: Duration?
  /// The number of segments at the front that a delta update omits, because the previous list
  /// contains them.
  package internal(set) var skipped = 0
  package internal(set) var numbering = HLSNumbering()

  init(targetDuration: Duration) { self.targetDuration = targetDuration }

  package var duration: Duration { segments.reduce(.zero) { $0 + $1.duration } }
  /// Whether segments may still be added.
  package var isLive: Bool { !isEnded && kind != .vod }
  /// Whether the newest segment has parts.
  package var comesInParts: Bool { isLive && segments.last?.parts.isEmpty == false }
}

/// The numbers of the segments in a list.
package struct HLSNumbering: Hashable, Sendable {
  /// The sequence number of the first segment.
  package internal(set) var first: Int64 = 0
  /// The number of discontinuities before the first segment.
  var firstDiscontinuity: Int64 = 0
  /// Whether sequence numbers differ from one list to the next, so that dates identify the
  /// segments.
  var isByDate = false
}

/// The features that a server offers for a live list.
package struct HLSServerControl: Hashable, Sendable {
  /// The distances to the live edge, without and with partial segments.
  package internal(set) var holdBack: Duration?
  package internal(set) var partHoldBack: Duration?
  /// Whether the server delays its response until the requested part exists.
  package internal(set) var canBlockReload = false
  package internal(set) var skipUntil: Duration?
}

/// A segment, which may be downloaded in parts while it is new.
package struct HLSSegment: Hashable, Sendable {
  package internal(set) var resource: HLSResource
  package internal(set) var duration: Duration
  /// The previous segment's number plus one.
  package internal(set) var sequence: Int64
  /// The number of discontinuities before it. Segments with the same number share a timeline.
  package let discontinuity: Int64
  /// The initialization section for the demuxer.
  package let map: HLSMap?
  package let key: HLSKey?
  /// The recording time in seconds since 1970, if it is known.
  package internal(set) var date: Double?
  /// Whether the segment is missing and must not be requested.
  package internal(set) var isGap: Bool
  package internal(set) var parts: [HLSPart]
  /// Whether the segment is unfinished, so that only its parts exist.
  package internal(set) var isOpen = false
  /// The position in the segment, if this is a part.
  package internal(set) var inside: Inside?
  /// The timestamp that corresponds to 0 in other streams.
  package internal(set) var stampOrigin = Duration.zero

  package var url: RemoteURL { resource.address.url }
  package var range: HLSByteRange? { resource.range }

  func numbered(_ sequence: Int64) -> HLSSegment {
    var copy = self
    copy.sequence = sequence
    return copy
  }
}

/// A partial segment.
package struct HLSPart: Hashable, Sendable {
  package let resource: HLSResource
  package let duration: Duration
  package let isIndependent: Bool
  package let isGap: Bool
}

/// A file, or a part of it.
package struct HLSResource: Hashable, Sendable {
  package let address: SegmentAddress
  /// Nil means the whole file.
  package let range: HLSByteRange?
}

/// A byte range of a resource.
package struct HLSByteRange: Hashable, Sendable {
  package let start: Int64
  package let count: Int64
  package var end: Int64 { start +| count }

  /// The range as a Swift range.
  // bound: a count is not negative
  package var bounds: Range<Int64> { start..<end }

  /// The end must not overflow, and the count must not be negative.
  package init(start: Int64, count: Int64) {
    self.start = start
    self.count = count
  }
}

/// The initialization section of the segments that follow: RFC 8216bis, 4.4.4.5.
package struct HLSMap: Hashable, Sendable {
  package let address: SegmentAddress
  package let range: HLSByteRange?
  /// The key of the section itself, if it is encrypted.
  package let key: HLSKey?

  package var url: RemoteURL { address.url }
}

/// The encryption of segments: AES-128 in CBC mode.
package struct HLSKey: Hashable, Sendable {
  package let address: SegmentAddress
  /// 16 bytes; nil stands for the sequence number of the segment.
  package let vector: [UInt8]?

  package var url: RemoteURL { address.url }
}

/// A list of variants of one presentation.
package struct HLSMultivariantPlaylist: Hashable, Sendable {
  package internal(set) var variants: [HLSVariant] = []
  /// Key-frame-only variants, for previews.
  package internal(set) var keyFrameVariants: [HLSVariant] = []
  package internal(set) var renditions: [HLSRendition] = []
  package internal(set) var start: Duration?
  /// The values of EXT-X-DEFINE, which the playlists that it names may import.
  package internal(set) var variables: [String: String] = [:]

  /// Returns the renditions of the group that a variant refers to.
  package func renditions(_ kind: HLSRendition.Kind, of group: String?) -> [HLSRendition] {
    group.map { name in renditions.filter { $0.kind == kind && $0.group == name } } ?? []
  }
}

/// A variant of the presentation.
package struct HLSVariant: Hashable, Sendable {
  package let url: RemoteURL
  /// The peak and average bandwidth in bits per second.
  package let bandwidth: Int64
  package let averageBandwidth: Int64?
  package let width: Int?
  package let height: Int?
  package let frameRate: Double?
  /// For example `avc1.64001f,mp4a.40.2`.
  package let codecs: [String]
  /// `SDR`, `HLG` or `PQ`.
  package let range: String?
  package let audio: String?
  package let subtitles: String?
}

/// An audio or subtitle stream for variants.
package struct HLSRendition: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case audio = "AUDIO"
    case video = "VIDEO"
    case subtitles = "SUBTITLES"
    case captions = "CLOSED-CAPTIONS"
  }

  package let kind: Kind
  package let group: String
  package let name: String
  package let language: String?
  /// Nil if it is contained in the variant's own segments.
  package let url: RemoteURL?
  package let isDefault: Bool
  package let isAutomatic: Bool
  package let isForced: Bool
  /// Uniform type identifiers of its characteristics, such as
  /// `public.accessibility.describes-video` (RFC 8216, 4.3.4.1).
  package let characteristics: Set<String>

  /// Whether the audio describes the video for the visually impaired.
  package var describesVideo: Bool {
    characteristics.contains("public.accessibility.describes-video")
  }

  /// Whether the subtitles are made for the hard of hearing.
  package var describesSound: Bool {
    characteristics.contains("public.accessibility.describes-music-and-sound")
  }
}

// Parts as units of downloading.
extension HLSSegment {
  /// A position in a segment.
  package struct Inside: Hashable, Sendable {
    /// The index of the part.
    package let part: Int
    /// The distance from the segment's start.
    package let start: Duration
    /// Whether playback can start with it.
    package let isIndependent: Bool
  }

  /// Whether it can be decoded without earlier data.
  package var beginsAlone: Bool { inside.map { $0.part == 0 || $0.isIndependent } ?? true }
  /// Whether it is the start of a segment.
  package var isFirst: Bool { inside.map { $0.part == 0 } ?? true }

  /// Returns a part, which begins this long after its segment, as a unit of downloading.
  func part(_ number: Int, at start: Duration) -> HLSSegment {
    let part = parts[number]
    var copy = self
    (copy.resource, copy.duration) = (part.resource, part.duration)
    copy.date = date.map { $0 + start.seconds }
    copy.isGap = isGap || part.isGap
    copy.inside = Inside(part: number, start: start, isIndependent: part.isIndependent)
    copy.parts = []
    return copy
  }
}
