internal import VitrineAddresses
internal import VitrineTiming

/// A parser of media playlists.
struct HLSMediaReader {
  private var list = HLSMediaPlaylist(targetDuration: .zero)
  private let base: SegmentAddress.Base
  private var hasTarget = false
  /// Whether a tag of media playlists was found.
  private var isSegments = false

  // State for all following segments.
  private var map: HLSMap?
  private var keys = HLSKeyReader()
  private var discontinuity: Int64 = 0
  /// Nil until the list contains a date; advances with each segment.
  private var date: Double?

  private var next = NextSegment()
  private var parts = HLSPartReader()
  /// Why the first ignored address is not a segment.
  private var leftOut: HLSReadingFault?

  /// The end of the latest byte range, where a range without a start continues.
  private var last: (address: SegmentAddress, end: Int64)?

  /// The tags for the next segment only.
  private struct NextSegment {
    var duration: Duration?
    var range: HLSRangeText?
    var isGap = false
  }

  private static let longest = Duration.seconds(10 * 365 * 86_400)

  init(_ url: RemoteURL) { base = SegmentAddress.Base(url) }

  func playlist() throws(HLSReadingFault) -> HLSMediaPlaylist {
    guard isSegments || hasTarget else {
      throw leftOut ?? .init("no segments and no variants")
    }
    var list = list
    if let open = try openSegment() { list.segments.append(open) }
    if list.segments.isEmpty, let leftOut { throw leftOut }
    list.removeInconsistentParts()
    // Some lists have no target duration: the longest segment replaces it.
    if !hasTarget { list.targetDuration = list.segments.map(\.duration).max() ?? .seconds(10) }
    if list.targetDuration <= .zero { list.targetDuration = .seconds(1) }
    guard list.duration < Self.longest else { throw .init("longer than ten years") }
    return list
  }

  mutating func readTag(_ name: Substring, _ value: Substring) throws(HLSReadingFault) {
    switch name {
    case "#EXTINF": try readDuration(value)
    case "#EXT-X-BYTERANGE": next.range = try HLSRangeText(value)
    case "#EXT-X-DISCONTINUITY": discontinuity +|= 1
    case "#EXT-X-GAP": next.isGap = true
    case "#EXT-X-KEY": try keys.read(HLSAttributes(value), beside: base)
    case "#EXT-X-MAP": try readMap(HLSAttributes(value))
    case "#EXT-X-PROGRAM-DATE-TIME": date = WallDate.seconds(value)
    case "#EXT-X-PART": try parts.append(HLSAttributes(value), beside: base)
    default: try readPlaylistTag(name, value)
    }
  }

  /// Handles tags that apply to the whole list.
  private mutating func readPlaylistTag(
    _ name: Substring, _ value: Substring
  ) throws(HLSReadingFault) {
    switch name {
    case "#EXT-X-VERSION":
      // Unknown features are ignored, whatever the version is.
      list.version = (try? value.hlsNumber("EXT-X-VERSION")).map(Int.init(clamping:)) ?? 1
    case "#EXT-X-TARGETDURATION":
      // The longest segment replaces it.
      guard let target = try? value.hlsDuration("EXT-X-TARGETDURATION") else {
        return isSegments = true
      }
      (list.targetDuration, hasTarget) = (target, true)
    case "#EXT-X-MEDIA-SEQUENCE":
      guard list.segments.isEmpty else { return }
      list.numbering.first = try value.hlsSequence("EXT-X-MEDIA-SEQUENCE")
    case "#EXT-X-DISCONTINUITY-SEQUENCE":
      guard list.segments.isEmpty else { return }
      list.numbering.firstDiscontinuity = try value.hlsSequence("EXT-X-DISCONTINUITY-SEQUENCE")
    case "#EXT-X-PLAYLIST-TYPE": list.kind = .init(rawValue: String(value))
    case "#EXT-X-ENDLIST": list.isEnded = true
    case "#EXT-X-I-FRAMES-ONLY": list.isIFramesOnly = true
    case "#EXT-X-START":
      list.start = try HLSAttributes(value).duration("TIME-OFFSET")
    case "#EXT-X-DATERANGE": list.addDateRange(value)
    case "#EXT-X-SERVER-CONTROL": readServerControl(try HLSAttributes(value))
    case "#EXT-X-PART-INF": list.partTarget = try HLSAttributes(value).duration("PART-TARGET")
    case "#EXT-X-SKIP":
      let count = try HLSAttributes(value).number("SKIPPED-SEGMENTS") ?? 0
      guard count <= HLSLimits.segments else { throw .init("too many skipped segments") }
      list.skipped = Int(count)
    default: break  // other tags do not affect playback
    }
  }

  private mutating func readServerControl(_ attributes: HLSAttributes) {
    list.server.holdBack = attributes.duration("HOLD-BACK")
    list.server.partHoldBack = attributes.duration("PART-HOLD-BACK")
    list.server.skipUntil = attributes.duration("CAN-SKIP-UNTIL")
    list.server.canBlockReload = attributes.isYes("CAN-BLOCK-RELOAD")
  }

  /// Parses `9.009,Title`; some lists omit the comma.
  private mutating func readDuration(_ value: Substring) throws(HLSReadingFault) {
    isSegments = true
    let duration = try value.prefix { $0 != "," }.trimmingSpaces.hlsDuration("EXTINF")
    guard duration >= .zero else { throw .init("EXTINF: negative duration") }
    next.duration = duration
  }

  private mutating func readMap(_ attributes: HLSAttributes) throws(HLSReadingFault) {
    guard let text = attributes["URI"] else { throw .init("EXT-X-MAP needs a URI") }
    let address = try SegmentAddress(hls: text, beside: base)
    var range: HLSByteRange?
    if let written = attributes["BYTERANGE"] {
      let parsed = try HLSRangeText(written)
      range = HLSByteRange(start: parsed.start ?? 0, count: parsed.count)
    }
    map = HLSMap(address: address, range: range, key: keys.key)
  }

  /// Handles a line that is not a tag: the address of the segment that the preceding tags describe.
  mutating func readAddress(_ text: Substring) throws(HLSReadingFault) {
    guard let duration = next.duration else {
      leftOut = leftOut ?? .init("a segment needs an #EXTINF before its URL")
      return
    }
    let address = try SegmentAddress(hls: text, beside: base)
    let found = try next.range?.range(of: address, after: last)
    last = found.map { (address, $0.end) }
    if parts.count > HLSLimits.parts { forgetParts() }
    try append(
      try segment(HLSResource(address: address, range: found), duration, parts.removeAll()))
    date = date.map { $0 + duration.seconds }
    next = NextSegment()
    keys.endSegment()
  }

  private mutating func append(_ segment: HLSSegment) throws(HLSReadingFault) {
    guard list.segments.count < HLSLimits.segments else {
      throw .init("more than \(HLSLimits.segments) segments")
    }
    list.segments.append(segment)
  }

  /// Drops the parts of all segments so far: newer ones follow.
  private mutating func forgetParts() {
    for index in list.segments.indices { list.segments[index].parts = [] }
    parts.forget()
  }

  /// Returns the segment that the preceding tags describe.
  private func segment(
    _ resource: HLSResource, _ duration: Duration, _ parts: [HLSPart]
  ) throws(HLSReadingFault) -> HLSSegment {
    let key = try keys.usableKey()
    return HLSSegment(
      resource: resource, duration: duration,
      sequence: list.numbering.first +| Int64(list.skipped + list.segments.count),
      discontinuity: list.numbering.firstDiscontinuity +| discontinuity, map: map, key: key,
      date: date,
      isGap: next.isGap, parts: parts)
  }

  /// Returns the unfinished segment; nil if it has no parts.
  private func openSegment() throws(HLSReadingFault) -> HLSSegment? {
    guard let first = parts.parts.first, list.segments.count < HLSLimits.segments else {
      return nil
    }
    let length = parts.parts.reduce(.zero) { $0 + $1.duration }
    var open = try segment(
      HLSResource(address: first.resource.address, range: nil), length, parts.parts)
    open.isOpen = true
    return open
  }
}
