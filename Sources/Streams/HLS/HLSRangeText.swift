/// A byte range in a playlist: `count@start`, or `count` to continue the previous range of the
/// resource.
struct HLSRangeText {
  let count: Int64
  let start: Int64?

  init(_ text: Substring) throws(HLSReadingFault) {
    let words = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = words.first, words.count <= 2 else { throw .init("invalid byte range") }
    count = try first.hlsNumber("a range")
    start = words.count > 1 ? try words[1].hlsNumber("a range") : nil
    guard count > 0, count < 1 << 53, (start ?? 0) < 1 << 53 else {
      throw .init("invalid byte range")
    }
  }

  func range(of address: SegmentAddress, after last: (address: SegmentAddress, end: Int64)?)
    throws(HLSReadingFault)
    -> HLSByteRange
  {
    if let start { return HLSByteRange(start: start, count: count) }
    // bound: a count is above 0
    guard let last, last.address == address, last.end <= Int64.max - count else {
      throw .init("a byte range without a start needs a preceding range")
    }
    return HLSByteRange(start: last.end, count: count)
  }
}
