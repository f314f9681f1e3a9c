internal import VitrineTiming

/// The index of a WebM file: Matroska's `Cues` (RFC 9559, 5.1.5), as DASH uses it.
enum CueIndex {
  private static let cues: Int64 = 0x1C53_BB6B
  private static let most = HLSLimits.segments

  static func isOne(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1C, 0x53, 0xBB, 0x6B])
  }

  /// Returns the clusters in a range of a file; `length` is the end of the last one.
  ///
  /// Positions in the index count from an origin that it does not contain, so that its first
  /// position stands for the first cluster. Times are assumed to be milliseconds, as in nearly all
  /// files.
  static func entries(
    _ bytes: [UInt8], clusters: Range<Int64>, length: Duration
  ) throws(DASHPresentation.Fault) -> [SegmentIndex.Entry] {
    var points: [(time: Int64, place: Int64)] = []
    for outer in elements(in: bytes[...]) where outer.kind == cues {
      for point in elements(in: outer.content) where point.kind == 0xBB {
        guard let found = Self.point(point.content) else { continue }
        // Several tracks refer to the same cluster.
        if let last = points.last, found.place <= last.place { continue }
        points.append(found)
        guard points.count <= most else { throw .init("more than \(most) segments") }
      }
    }
    guard let first = points.first else { throw .init("the index has no entries") }
    var entries: [SegmentIndex.Entry] = []
    for (index, point) in points.enumerated() {
      let next = points.indices.contains(index + 1) ? points[index + 1] : nil
      let start = clusters.lowerBound.saturatingAdd(point.place -| first.place)
      let end = next.map { clusters.lowerBound.saturatingAdd($0.place -| first.place) }
      let until = min(end ?? clusters.upperBound, clusters.upperBound)
      guard until > start else { break }
      let time = Duration.milliseconds(point.time)
      let stop = next.map { Duration.milliseconds($0.time) } ?? max(length, time)
      entries.append(
        .init(
          range: HLSByteRange(start: start, count: until -| start), start: time,
          duration: max(stop - time, .milliseconds(1))))
    }
    return entries
  }

  private static func point(_ bytes: ArraySlice<UInt8>) -> (time: Int64, place: Int64)? {
    let inside = elements(in: bytes)
    guard let time = inside.first(where: { $0.kind == 0xB3 })?.number,
      let track = inside.first(where: { $0.kind == 0xB7 }),
      let place = elements(in: track.content).first(where: { $0.kind == 0xF1 })?.number
    else { return nil }
    return (time, place)
  }

  private struct Element {
    let kind: Int64
    let content: ArraySlice<UInt8>

    /// Nil if the content is not a number, or too large.
    var number: Int64? {
      guard content.count <= 6 else { return nil }
      return content.reduce(0) { $0 << 8 | Int64($1) }
    }
  }

  /// Returns the elements in order, up to a truncated one.
  private static func elements(in bytes: ArraySlice<UInt8>) -> [Element] {
    var (found, rest) = ([Element](), bytes)
    while found.count <= most, let kind = readNumber(&rest, keepsMark: true),
      let size = readNumber(&rest, keepsMark: false), size <= rest.count
    {
      found.append(Element(kind: kind, content: rest.prefix(Int(size))))
      rest = rest.dropFirst(Int(size))
    }
    return found
  }

  /// Reads a number whose first bits give its length in bytes.
  private static func readNumber(_ rest: inout ArraySlice<UInt8>, keepsMark: Bool) -> Int64? {
    guard let first = rest.first, first != 0 else { return nil }
    let more = first.leadingZeroBitCount
    guard more < 7, rest.count > more else { return nil }
    // bound: at most 7
    let own = keepsMark ? Int64(first) : Int64(first & (0x7F >> UInt8(more)))
    let value = rest.dropFirst().prefix(more).reduce(own) { $0 << 8 | Int64($1) }
    rest = rest.dropFirst(more + 1)
    return value
  }
}
