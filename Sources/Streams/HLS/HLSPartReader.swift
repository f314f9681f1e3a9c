internal import VitrineTiming

/// A parser of partial segments, which precede the tag of their segment:
/// draft-pantos-hls-rfc8216bis, 4.4.4.9.
struct HLSPartReader {
  /// The parts of the next segment.
  private(set) var parts: [HLSPart] = []
  /// The number of parts stored for all segments.
  private(set) var count = 0
  /// The end of the latest byte range, where a range without a start continues.
  private var last: (address: SegmentAddress, end: Int64)?

  mutating func append(_ attributes: HLSAttributes, beside base: SegmentAddress.Base)
    throws(HLSReadingFault)
  {
    guard let text = attributes["URI"], let duration = attributes.duration("DURATION") else {
      throw .init("EXT-X-PART needs a URI and a DURATION")
    }
    guard duration >= .zero else { throw .init("EXT-X-PART: negative duration") }
    guard parts.count < HLSLimits.partsOfSegment else {
      throw .init("more than \(HLSLimits.partsOfSegment) parts in a segment")
    }
    let address = try SegmentAddress(hls: text, beside: base)
    var range: HLSByteRange?
    if let written = attributes["BYTERANGE"] {
      let found = try HLSRangeText(written).range(of: address, after: last)
      (range, last) = (found, (address, found.end))
    }
    parts.append(
      HLSPart(
        resource: HLSResource(address: address, range: range), duration: duration,
        isIndependent: attributes.isYes("INDEPENDENT"), isGap: attributes.isYes("GAP")))
    count += 1
  }

  /// Removes and returns the parts of a finished segment.
  mutating func removeAll() -> [HLSPart] {
    defer { parts = [] }
    return parts
  }

  /// Excludes the parts of earlier segments from the count.
  mutating func forget() { count = parts.count }
}

extension HLSMediaPlaylist {
  /// Drops parts that do not make up their segment. The segment is downloaded as a whole once it is
  /// finished.
  mutating func removeInconsistentParts() {
    let target = partTarget.flatMap { $0 > .zero ? $0 : nil }
    partTarget = target
    for index in segments.indices where !segments[index].parts.isEmpty {
      if target.map({ segments[index].hasConsistentParts(of: $0) }) == true { continue }
      segments[index].parts = []
    }
    if segments.last.map({ $0.isOpen && $0.parts.isEmpty }) == true { segments.removeLast() }
  }
}

extension HLSSegment {
  fileprivate func hasConsistentParts(of target: Duration) -> Bool {
    if isOpen { return true }
    let length = parts.reduce(Duration.zero) { $0 + $1.duration }
    return max(length - duration, duration - length) <= target
      && (isGap || !parts.contains(where: \.isGap))
  }
}
