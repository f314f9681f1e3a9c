internal import VitrineTiming

/// Reads the parts of the segment whose end comes behind them: draft-pantos-hls-rfc8216bis, 4.4.4.9. A
/// value.
struct HLSPartReader {
  /// Of the segment that comes next.
  private(set) var parts: [HLSPart] = []
  /// Those that are remembered of all segments.
  private(set) var count = 0
  /// Behind the last range of a resource, where one without a beginning goes on.
  private var last: (address: SegmentAddress, end: Int64)?

  mutating func take(_ attributes: HLSAttributes, beside base: SegmentAddress.Base)
    throws(HLSReadingFault)
  {
    guard let text = attributes["URI"], let duration = attributes.duration("DURATION") else {
      throw .init("EXT-X-PART: without an address or a duration")
    }
    guard duration >= .zero else { throw .init("EXT-X-PART: a part of less than no time") }
    guard parts.count < HLSLimits.partsOfSegment else {
      throw .init("a segment of more than \(HLSLimits.partsOfSegment) parts")
    }
    let address = try SegmentAddress(hls: text, beside: base)
    var range: HLSByteRange?
    if let written = attributes["BYTERANGE"] {
      let found = try HLSRangeText(written).range(of: address, after: last)
      (range, last) = (found, (address, found.end))
    }
    parts.append(
      HLSPart(
        address: address, duration: duration, range: range,
        isIndependent: attributes.isYes("INDEPENDENT"), isGap: attributes.isYes("GAP")))
    count += 1
  }

  /// Their segment is finished.
  mutating func takeAll() -> [HLSPart] {
    defer { parts = [] }
    return parts
  }

  /// Those of earlier segments are remembered no more.
  mutating func forget() { count = parts.count }
}

extension HLSMediaPlaylist {
  /// Leaves out parts that do not make up their segment: it is fetched as a whole, once it is there.
  mutating func keepSoundParts() {
    let target = partTarget.flatMap { $0 > .zero ? $0 : nil }
    partTarget = target
    for index in segments.indices where !segments[index].parts.isEmpty {
      if target.map({ segments[index].hasSoundParts(of: $0) }) == true { continue }
      segments[index].parts = []
    }
    if segments.last.map({ $0.isOpen && $0.parts.isEmpty }) == true { segments.removeLast() }
  }
}

extension HLSSegment {
  fileprivate func hasSoundParts(of target: Duration) -> Bool {
    if isOpen { return true }
    let length = parts.reduce(Duration.zero) { $0 + $1.duration }
    return max(length - duration, duration - length) <= target
      && (isGap || !parts.contains(where: \.isGap))
  }
}
