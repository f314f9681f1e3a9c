internal import VitrineTiming

/// The index of a file that has all segments of an encoding: `sidx` of ISO/IEC 14496-12, 8.16.3.
public struct SegmentIndex {
  private var bytes: ArraySlice<UInt8>

  /// The segments that an index tells of. `range` is where the index was in the file at `url`.
  public static func list(
    _ bytes: [UInt8], in range: HLSByteRange, of url: RemoteURL, initialization: HLSByteRange,
    origin: Duration
  ) throws(DASHPresentation.Fault) -> HLSMediaPlaylist {
    var index = SegmentIndex(bytes: bytes[...])
    let segments = try index.segments(after: range, url, initialization, origin)
    var list = HLSMediaPlaylist(targetDuration: segments.map(\.duration).max() ?? .seconds(4))
    (list.kind, list.isEnded, list.segments) = (.vod, true, segments)
    return list
  }

  private mutating func segments(
    after range: HLSByteRange, _ url: RemoteURL, _ initialization: HLSByteRange, _ origin: Duration
  ) throws(DASHPresentation.Fault) -> [HLSSegment] {
    let size = try number(4)
    guard try number(4) == 0x7369_6478, size <= range.count else {
      throw .init("its index is none")
    }
    let version = try number(4) >> 24
    _ = try number(4)
    let timescale = try number(4)
    let wide = version == 0 ? 4 : 8
    _ = try number(wide)
    let gap = try number(wide)
    let count = try number(4) & 0xFFFF
    guard timescale > 0, gap >= 0 else { throw .init("its index is none") }
    let map = HLSMap(address: SegmentAddress(url), range: initialization, key: nil)
    // Counted from behind the index.
    var (segments, place) = ([HLSSegment](), (range.start +| size).saturatingAdd(gap))
    for sequence in 0..<count {
      let (reference, length) = (try number(4), try number(4))
      _ = try number(4)
      guard reference >> 31 == 0 else { throw .init("an index of indexes") }
      let bytes = reference & 0x7FFF_FFFF
      guard bytes > 0, place < Int64.max -| bytes else { throw .init("its index is none") }
      var segment = HLSSegment(
        address: SegmentAddress(url),
        duration: .seconds(bounded: Double(length) / Double(timescale)),
        range: HLSByteRange(start: place, count: bytes), sequence: sequence, discontinuity: 0,
        map: map, key: nil, date: nil, isGap: false, parts: [])
      segment.stampOrigin = origin
      segments.append(segment)
      place += bytes
    }
    return segments
  }

  /// The next `count` bytes, the first one being the highest.
  private mutating func number(_ count: Int) throws(DASHPresentation.Fault) -> Int64 {
    guard bytes.count >= count else { throw .init("its index is cut off") }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count).reduce(0) { $0 << 8 | Int64($1) }
  }
}
