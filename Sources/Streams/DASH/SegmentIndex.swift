internal import VitrineTiming

/// The index of a file with all segments of an encoding: `sidx` of ISO/IEC 14496-12, 8.16.3.
struct SegmentIndex {
  private var bytes: ArraySlice<UInt8>

  /// A segment's byte range and time.
  struct Entry: Hashable, Sendable {
    let range: HLSByteRange
    let start: Duration
    let duration: Duration
  }

  /// Returns the range of the first index in the beginning of a file; nil if there is none.
  static func range(in bytes: [UInt8]) -> HLSByteRange? {
    guard let box = MediaBox.all(in: bytes[...]).first(where: { $0.kind == MediaBox.code("sidx") })
    else { return nil }
    // The box starts with a 32-bit size and its kind: an index is never large enough for a 64-bit
    // size.
    let start = Int64(box.content.startIndex - 8)
    return start < 0 ? nil : HLSByteRange(start: start, count: Int64(box.content.count + 8))
  }

  /// Returns the segments of an index; `range` is its position in the file.
  static func entries(
    _ bytes: [UInt8], in range: HLSByteRange
  ) throws(DASHPresentation.Fault) -> [Entry] {
    var index = SegmentIndex(bytes: bytes[...])
    return try index.entries(after: range)
  }

  private mutating func entries(
    after range: HLSByteRange
  ) throws(DASHPresentation.Fault) -> [Entry] {
    let size = try number(4)
    guard try number(4) == 0x7369_6478, size <= range.count else {
      throw .init("no segment index (sidx) in bytes \(range.start)-\(range.end -| 1)")
    }
    let version = try number(4) >> 24
    _ = try number(4)
    let timescale = try number(4)
    let wide = version == 0 ? 4 : 8
    var time = try number(wide)
    let gap = try number(wide)
    let count = try number(4) & 0xFFFF
    guard timescale > 0, gap >= 0 else { throw .init("damaged segment index") }
    // Offsets count from the end of the index.
    var (entries, place) = ([Entry](), range.start +| size +| gap)
    for _ in 0..<count {
      let (reference, length) = (try number(4), try number(4))
      _ = try number(4)
      guard reference >> 31 == 0 else {
        throw .init("hierarchical segment indexes are not supported", isUnsupported: true)
      }
      let bytes = reference & 0x7FFF_FFFF
      guard bytes > 0, place < Int64.max -| bytes else {
        throw .init("damaged segment index")
      }
      entries.append(
        Entry(
          range: HLSByteRange(start: place, count: bytes),
          start: .seconds(bounded: Double(time) / Double(timescale)),
          duration: .seconds(bounded: Double(length) / Double(timescale))))
      place +|= bytes
      time = time.saturatingAdd(length)
    }
    return entries
  }

  /// Reads a big-endian number of `count` bytes.
  private mutating func number(_ count: Int) throws(DASHPresentation.Fault) -> Int64 {
    guard bytes.count >= count else { throw .init("truncated segment index") }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count).reduce(0) { $0 << 8 | Int64($1) }
  }
}
