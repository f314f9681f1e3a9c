public import VitrineAddresses
internal import VitrineTiming

/// An HLS playlist (draft-pantos-hls-rfc8216bis): a media playlist or a multivariant playlist.
public enum HLSPlaylist: Hashable, Sendable {
  case media(HLSMediaPlaylist)
  case multivariant(HLSMultivariantPlaylist)

  /// The reason why a text is not a playable playlist.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1; nil if the error concerns the whole file.
    public let line: Int?
    public let cause: String
    /// Whether the playlist is valid but cannot be played.
    public let isUnsupported: Bool

    public init(cause: String) { self.init(line: nil, cause: cause) }

    init(line: Int?, cause: String) {
      (self.line, self.cause, isUnsupported) = (line, cause, false)
    }

    init(_ fault: HLSReadingFault, line: Int?) {
      (self.line, cause, isUnsupported) = (line, fault.cause, fault.isUnsupported)
    }

    public var description: String {
      if isUnsupported { return cause }
      return "invalid playlist\(line.map { ", line \($0)" } ?? ""): \(cause)"
    }
  }
}

/// Limits of playlists, which come from untrusted servers.
public enum HLSLimits {
  /// In bytes. A day of two-second segments with long addresses fits.
  public static let bytes = 16 << 20
  public static let lines = 500_000
  public static let segments = 100_000
  public static let variants = 500
  public static let renditions = 500
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
public struct HLSMediaPlaylist: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case vod = "VOD", event = "EVENT" }

  public internal(set) var version = 1
  /// The maximum duration of a segment, apart from rounding. It is also the reload interval of a
  /// live list.
  public internal(set) var targetDuration: Duration
  /// Nil if the list may drop segments at its beginning.
  public internal(set) var kind: Kind?
  /// Whether the list is complete.
  public internal(set) var isEnded = false
  public internal(set) var isIFramesOnly = false
  public internal(set) var segments: [HLSSegment] = []
  public internal(set) var dateRanges: [HLSDateRange] = []
  /// Where to start, from the beginning of the list or, if negative, from its end.
  public internal(set) var start: Duration?
  public internal(set) var server = HLSServerControl()
  /// The maximum duration of partial segments, if there are any.
  public internal(set) var partTarget: Duration?
  /// The number of segments at the front that a delta update omits, because the previous list
  /// contains them.
  public internal(set) var skipped = 0
  public internal(set) var numbering = HLSNumbering()

  init(targetDuration: Duration) { self.targetDuration = targetDuration }

  public var duration: Duration { segments.reduce(.zero) { $0 + $1.duration } }
  /// Whether segments may still be added.
  public var isLive: Bool { !isEnded && kind != .vod }
  /// Whether the newest segment has parts.
  public var comesInParts: Bool { isLive && segments.last?.parts.isEmpty == false }
}

/// The numbers of the segments in a list.
public struct HLSNumbering: Hashable, Sendable {
  /// The sequence number of the first segment.
  public internal(set) var first: Int64 = 0
  /// The number of discontinuities before the first segment.
  var firstDiscontinuity: Int64 = 0
  /// Whether sequence numbers differ from one list to the next, so that dates identify the
  /// segments.
  var isByDate = false
}

/// The features that a server offers for a live list.
public struct HLSServerControl: Hashable, Sendable {
  /// The distances to the live edge, without and with partial segments.
  public internal(set) var holdBack: Duration?
  public internal(set) var partHoldBack: Duration?
  /// Whether the server delays its response until the requested part exists.
  public internal(set) var canBlockReload = false
  public internal(set) var skipUntil: Duration?
}

/// A segment, which may be downloaded in parts while it is new.
public struct HLSSegment: Hashable, Sendable {
  public internal(set) var resource: HLSResource
  public internal(set) var duration: Duration
  /// The previous segment's number plus one.
  public internal(set) var sequence: Int64
  /// The number of discontinuities before it. Segments with the same number share a timeline.
  public let discontinuity: Int64
  /// The initialization section for the demuxer.
  public let map: HLSMap?
  public let key: HLSKey?
  /// The recording time in seconds since 1970, if it is known.
  public internal(set) var date: Double?
  /// Whether the segment is missing and must not be requested.
  public internal(set) var isGap: Bool
  public internal(set) var parts: [HLSPart]
  /// Whether the segment is unfinished, so that only its parts exist.
  public internal(set) var isOpen = false
  /// The position in the segment, if this is a part.
  public internal(set) var inside: Inside?
  /// The timestamp that corresponds to 0 in other streams.
  public internal(set) var stampOrigin = Duration.zero

  public var url: RemoteURL { resource.address.url }
  public var range: HLSByteRange? { resource.range }

  func numbered(_ sequence: Int64) -> HLSSegment {
    var copy = self
    copy.sequence = sequence
    return copy
  }
}

/// A partial segment.
public struct HLSPart: Hashable, Sendable {
  public let resource: HLSResource
  public let duration: Duration
  public let isIndependent: Bool
  public let isGap: Bool
}

/// A file, or a part of it.
public struct HLSResource: Hashable, Sendable {
  public let address: SegmentAddress
  /// Nil means the whole file.
  public let range: HLSByteRange?
}

/// A byte range of a resource.
public struct HLSByteRange: Hashable, Sendable {
  public let start: Int64
  public let count: Int64
  public var end: Int64 { start +| count }

  /// The range as a Swift range.
  // bound: a count is not negative
  public var bounds: Range<Int64> { start..<end }

  /// The end must not overflow, and the count must not be negative.
  public init(start: Int64, count: Int64) {
    self.start = start
    self.count = count
  }
}

/// The initialization section of the segments that follow: RFC 8216bis, 4.4.4.5.
public struct HLSMap: Hashable, Sendable {
  public let address: SegmentAddress
  public let range: HLSByteRange?
  /// The key of the section itself, if it is encrypted.
  public let key: HLSKey?

  public var url: RemoteURL { address.url }
}

/// The encryption of segments: AES-128 in CBC mode.
public struct HLSKey: Hashable, Sendable {
  public let address: SegmentAddress
  /// 16 bytes; nil stands for the sequence number of the segment.
  public let vector: [UInt8]?

  public var url: RemoteURL { address.url }
}

/// A list of variants of one presentation.
public struct HLSMultivariantPlaylist: Hashable, Sendable {
  public internal(set) var variants: [HLSVariant] = []
  /// Key-frame-only variants, for previews.
  public internal(set) var keyFrameVariants: [HLSVariant] = []
  public internal(set) var renditions: [HLSRendition] = []
  public internal(set) var start: Duration?
  /// The values of EXT-X-DEFINE, which the playlists that it names may import.
  public internal(set) var variables: [String: String] = [:]

  /// Returns the renditions of the group that a variant refers to.
  public func renditions(_ kind: HLSRendition.Kind, of group: String?) -> [HLSRendition] {
    group.map { name in renditions.filter { $0.kind == kind && $0.group == name } } ?? []
  }
}

/// A variant of the presentation.
public struct HLSVariant: Hashable, Sendable {
  public let url: RemoteURL
  /// The peak and average bandwidth in bits per second.
  public let bandwidth: Int64
  public let averageBandwidth: Int64?
  public let width: Int?
  public let height: Int?
  public let frameRate: Double?
  /// For example `avc1.64001f,mp4a.40.2`.
  public let codecs: [String]
  /// `SDR`, `HLG` or `PQ`.
  public let range: String?
  public let audio: String?
  public let subtitles: String?
}

/// An audio or subtitle stream for variants.
public struct HLSRendition: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case audio = "AUDIO"
    case video = "VIDEO"
    case subtitles = "SUBTITLES"
    case captions = "CLOSED-CAPTIONS"
  }

  public let kind: Kind
  public let group: String
  public let name: String
  public let language: String?
  /// Nil if it is contained in the variant's own segments.
  public let url: RemoteURL?
  public let isDefault: Bool
  public let isAutomatic: Bool
  public let isForced: Bool
}

// Parts as units of downloading.
extension HLSSegment {
  /// A position in a segment.
  public struct Inside: Hashable, Sendable {
    /// The index of the part.
    public let part: Int
    /// The distance from the segment's start.
    public let start: Duration
    /// Whether playback can start with it.
    public let isIndependent: Bool
  }

  /// Whether it can be decoded without earlier data.
  public var beginsAlone: Bool { inside.map { $0.part == 0 || $0.isIndependent } ?? true }
  /// Whether it is the start of a segment.
  public var isFirst: Bool { inside.map { $0.part == 0 } ?? true }

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
