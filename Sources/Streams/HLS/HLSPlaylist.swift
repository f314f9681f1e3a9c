internal import VitrineTiming

/// An HLS playlist, as draft-pantos-hls-rfc8216bis has it: a list of segments, or one of lists.
public enum HLSPlaylist: Hashable, Sendable {
  case media(HLSMediaPlaylist)
  case multivariant(HLSMultivariantPlaylist)

  /// Why a text is no playlist that can be played.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from one; nil of the whole.
    public let line: Int?
    public let cause: String
    /// Whether the playlist is valid, and cannot be played all the same.
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

/// What a list may have: it comes from a server that may lie.
public enum HLSLimits {
  /// In bytes: a day of segments of two seconds with long addresses.
  public static let bytes = 16 << 20
  public static let lines = 500_000
  public static let segments = 100_000
  public static let variants = 500
  public static let renditions = 500
  /// Of all segments together: of older ones they are forgotten.
  static let parts = 10_000
  static let partsOfSegment = 1000
  /// The newest count.
  static let dateRanges = 200
  static let attributes = 64
  static let variables = 100
  /// In seconds, of one segment.
  static let duration = 24 * 3600
}

/// The segments of one variant or rendition, in their order.
public struct HLSMediaPlaylist: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case vod = "VOD", event = "EVENT" }

  public internal(set) var version = 1
  /// No segment is longer but for rounding. A live list is asked for again after as long.
  public internal(set) var targetDuration: Duration
  /// Nil of one from whose beginning segments may go.
  public internal(set) var kind: Kind?
  /// Whether nothing will be added.
  public internal(set) var isEnded = false
  public internal(set) var isIFramesOnly = false
  public internal(set) var segments: [HLSSegment] = []
  public internal(set) var dateRanges: [HLSDateRange] = []
  /// Where to begin: from the start, or where negative from the end.
  public internal(set) var start: Duration?
  public internal(set) var server = HLSServerControl()
  /// How long parts are at the most, where there are some.
  public internal(set) var partTarget: Duration?
  /// Segments at the front that a delta update leaves out: those are in the list before.
  public internal(set) var skipped = 0
  /// The number of the first segment, and of the first discontinuity.
  public internal(set) var firstSequence: Int64 = 0
  /// Whether numbers mean nothing from one list to the next, and dates do.
  var isNumberedByDate = false
  public internal(set) var firstDiscontinuity: Int64 = 0

  init(targetDuration: Duration) { self.targetDuration = targetDuration }

  public var duration: Duration { segments.reduce(.zero) { $0 + $1.duration } }
  /// Whether segments may still be added.
  public var isLive: Bool { !isEnded && kind != .vod }
  /// Whether what is newest in it comes in parts.
  public var comesInParts: Bool { isLive && segments.last?.parts.isEmpty == false }
}

/// What a server allows who asks for a live list.
public struct HLSServerControl: Hashable, Sendable {
  /// How far from the end one stays, and with parts.
  public internal(set) var holdBack: Duration?
  public internal(set) var partHoldBack: Duration?
  /// Whether a request for what is not there yet waits for it.
  public internal(set) var canBlockReload = false
  public internal(set) var skipUntil: Duration?
}

/// A stretch of media that is fetched as one, or in parts while it is new.
public struct HLSSegment: Hashable, Sendable {
  public internal(set) var address: SegmentAddress
  public internal(set) var duration: Duration
  /// Of the resource; nil is all of it.
  public internal(set) var range: HLSByteRange?
  /// One more than that of the segment before.
  public internal(set) var sequence: Int64
  /// How many discontinuities lie before it: its time stamps belong together with those of the same.
  public let discontinuity: Int64
  /// What its demuxer needs first.
  public let map: HLSMap?
  public let key: HLSKey?
  /// When it was recorded, in seconds since 1970, where the list tells.
  public internal(set) var date: Double?
  /// It is not there, and is not asked for.
  public internal(set) var isGap: Bool
  public internal(set) var parts: [HLSPart]
  /// Whether more will be added to it, so that nothing but its parts is there.
  public internal(set) var isOpen = false
  /// Where in its segment it is, of what is a part.
  public internal(set) var inside: Inside?
  /// What its stamps say where those of other sounds and pictures say 0.
  public internal(set) var stampOrigin = Duration.zero

  public var url: RemoteURL { address.url }

  func numbered(_ sequence: Int64) -> HLSSegment {
    var copy = self
    copy.sequence = sequence
    return copy
  }
}

/// A piece of a segment that is there before the whole is.
public struct HLSPart: Hashable, Sendable {
  public let address: SegmentAddress
  public let duration: Duration
  public let range: HLSByteRange?
  public let isIndependent: Bool
  public let isGap: Bool
}

/// Some bytes of a resource.
public struct HLSByteRange: Hashable, Sendable {
  public let start: Int64
  public let count: Int64
  public var end: Int64 { start +| count }

  /// As a range of Swift's.
  // bound: a count is none below 0
  public var bounds: Range<Int64> { start..<end }

  /// Its end has to be a number, and its count none below zero.
  public init(start: Int64, count: Int64) { (self.start, self.count) = (start, count) }
}

/// The head of the segments that follow it: RFC 8216bis, 4.4.4.5.
public struct HLSMap: Hashable, Sendable {
  public let address: SegmentAddress
  public let range: HLSByteRange?
  /// With which it is encrypted.
  public let key: HLSKey?

  public var url: RemoteURL { address.url }
}

/// How segments are encrypted: whole, with AES-128 in CBC mode.
public struct HLSKey: Hashable, Sendable {
  public let address: SegmentAddress
  /// 16 bytes; nil where the segment's number is meant.
  public let vector: [UInt8]?

  public var url: RemoteURL { address.url }
}

/// The variants of one presentation.
public struct HLSMultivariantPlaylist: Hashable, Sendable {
  public internal(set) var variants: [HLSVariant] = []
  /// Variants of key frames alone, for small pictures.
  public internal(set) var keyFrameVariants: [HLSVariant] = []
  public internal(set) var renditions: [HLSRendition] = []
  public internal(set) var start: Duration?
  /// The values of EXT-X-DEFINE, which the playlists that it names may import.
  public internal(set) var variables: [String: String] = [:]

  /// Other ways to hear or read it, of the group that a variant names.
  public func renditions(_ kind: HLSRendition.Kind, of group: String?) -> [HLSRendition] {
    group.map { name in renditions.filter { $0.kind == kind && $0.group == name } } ?? []
  }
}

/// One encoding of the whole.
public struct HLSVariant: Hashable, Sendable {
  public let url: RemoteURL
  /// The most that it needs, in bits each second, and what it needs on the average.
  public let bandwidth: Int64
  public let averageBandwidth: Int64?
  public let width: Int?
  public let height: Int?
  public let frameRate: Double?
  /// As in `avc1.64001f,mp4a.40.2`.
  public let codecs: [String]
  /// SDR, HLG or PQ.
  public let range: String?
  public let audio: String?
  public let subtitles: String?
}

/// Sound or subtitles that belong to variants.
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
  /// Nil where it is in the variant's own segments.
  public let url: RemoteURL?
  public let isDefault: Bool
  public let isAutomatic: Bool
  public let isForced: Bool
}
