import Testing

@testable import VitrineStreams

/// The timestamps of raw audio before its segments.
struct AudioTimestampTagTests {
  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]

  private static func size(_ count: Int, _ bits: Int) -> [UInt8] {
    (0..<4).reversed().map {
      UInt8(truncatingIfNeeded: count >> ($0 * bits)) & UInt8((1 << bits) - 1)
    }
  }

  private static func frame(_ name: String, _ body: [UInt8], _ bits: Int) -> [UInt8] {
    Array(name.utf8) + size(body.count, bits) + [0, 0] + body
  }

  private static func tag(
    _ ticks: UInt64, version: UInt8 = 4, flags: UInt8 = 0, before: [UInt8] = [], cut: Int = 0
  ) -> [UInt8] {
    let bits = version == 4 ? 7 : 8
    let stamp = (0..<8).reversed().map { UInt8(truncatingIfNeeded: ticks >> ($0 * 8)) }
    let frames =
      before + frame("TIT2", .init(repeating: 65, count: 200), bits)
      + frame("PRIV", [65, 0, 1], bits)
      + frame("PRIV", owner + stamp.dropLast(cut), bits) + [0, 0, 0]
    return Array("ID3".utf8) + [version, 0, flags] + size(frames.count, 7) + frames
  }

  @Test(
    "The timestamp has 33 bits and is converted to nanoseconds",
    arguments: [(0, 0), (900_000, 10_000_000_000), (1 << 33 + 90_000, 1_000_000_000)]
      as [(UInt64, Int64)])
  func stamps(ticks: UInt64, time: Int64) {
    for version in [3, 4] as [UInt8] {
      let bytes = Self.tag(ticks, version: version)
      #expect(AudioTimestampTag(bytes + [0xFF, 0xF1])?.stamp == time)
      #expect(AudioTimestampTag(bytes + [0xFF, 0xF1])?.count == bytes.count)
    }
  }

  @Test("Further headers and a footer are skipped")
  func extended() {
    let head = Self.size(6, 7) + [1, 0]
    #expect(AudioTimestampTag(Self.tag(90_000, flags: 0x40, before: head))?.stamp == 1_000_000_000)
    let old = Self.size(6, 8) + [0, 0, 0, 0, 0, 0]
    let bytes = Self.tag(90_000, version: 3, flags: 0x40, before: old)
    #expect(AudioTimestampTag(bytes)?.stamp == 1_000_000_000)
    let footed = Self.tag(90_000, flags: 0x10)
    #expect(AudioTimestampTag(footed) == nil)
    #expect(AudioTimestampTag(footed + .init(repeating: 0, count: 10))?.count == footed.count + 10)
  }

  @Test("An invalid or truncated tag is ignored")
  func none() {
    let bytes = Self.tag(90_000)
    for count in 0..<bytes.count { #expect(AudioTimestampTag(Array(bytes.prefix(count))) == nil) }
    #expect(AudioTimestampTag([0xFF, 0xF1, 0x50, 0x80, 0, 0, 0, 0, 0, 0, 0]) == nil)
    #expect(AudioTimestampTag(Self.tag(1, version: 2)) == nil)
    // A tag without a time is skipped as well.
    let short = Self.tag(90_000, cut: 1)
    #expect(
      AudioTimestampTag(short)?.count == short.count && AudioTimestampTag(short)?.stamp == nil)
    var broken = bytes
    broken[14] = 0x7F
    #expect(AudioTimestampTag(broken)?.stamp == nil)
  }
}
