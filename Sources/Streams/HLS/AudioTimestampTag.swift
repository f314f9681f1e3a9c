internal import VitrineTiming

/// The ID3 tag before each segment of audio without a container, with the time of its first sample:
/// RFC 8216bis, 3.1.3; id3.org, ID3 2.3 and 2.4.
package struct AudioTimestampTag: Hashable, Sendable {
  /// In bytes; the audio follows.
  package let count: Int
  /// A 33-bit transport stream timestamp, in nanoseconds; nil if the tag has none.
  package let stamp: Int64?

  /// The time after which timestamps wrap, in nanoseconds.
  package static let period: Int64 = (1 << 33) *| 100_000 / 9

  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)

  /// Returns nil if the bytes do not begin with a complete tag.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 10, bytes.starts(with: "ID3".utf8), (3...4).contains(bytes[3]),
      let size = Self.number(bytes[6..<10], bits: 7)
    else { return nil }
    let (version, flags) = (bytes[3], bytes[5])
    let end = 10 + size
    let whole = end + (flags & 0x10 != 0 ? 10 : 0)
    guard whole <= bytes.count else { return nil }
    // bound: the end is the size plus 10
    var frames = bytes[10..<end]
    if flags & 0x40 != 0 {
      let own = Self.number(frames.prefix(4), bits: version == 4 ? 7 : 8) ?? frames.count
      frames = frames.dropFirst(version == 4 ? own : own + 4)
    }
    count = whole
    stamp = Self.stamp(frames, bits: version == 4 ? 7 : 8)
  }

  private static func stamp(_ frames: ArraySlice<UInt8>, bits: Int) -> Int64? {
    var rest = frames
    while rest.count > 10, rest.first != 0 {
      let name = rest.prefix(4)
      guard let size = number(rest.dropFirst(4).prefix(4), bits: bits), size <= rest.count - 10
      else { return nil }
      let body = rest.dropFirst(10).prefix(size)
      rest = rest.dropFirst(10 + size)
      guard name.elementsEqual("PRIV".utf8), body.starts(with: owner + [0]) else { continue }
      let value = body.dropFirst(owner.count + 1)
      guard value.count == 8 else { return nil }
      let ticks = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & (1 << 33 - 1)
      return Int64(ticks) *| 100_000 / 9
    }
    return nil
  }

  /// Reads four bytes, of which the lower `bits` of each count.
  private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int? {
    guard bytes.count == 4 else { return nil }
    // bound: 7 or 8 bits
    return bytes.reduce(0) { $0 << bits | Int($1 & UInt8((1 << bits) - 1)) }
  }
}
