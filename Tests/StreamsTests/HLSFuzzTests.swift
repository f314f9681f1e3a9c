import Testing

@testable import Streams

/// Playlists with bytes changed, lines doubled, left out and moved: they are read or refused, and
/// nothing else.
struct HLSFuzzTests {
  private static let seeds = [
    """
    #EXTM3U
    #EXT-X-VERSION:9
    #EXT-X-DEFINE:NAME="a",VALUE="b"
    #EXT-X-TARGETDURATION:4
    #EXT-X-MEDIA-SEQUENCE:9007199254740990
    #EXT-X-DISCONTINUITY-SEQUENCE:9007199254740990
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,HOLD-BACK=12.0
    #EXT-X-KEY:METHOD=AES-128,URI="k{$a}",IV=0x000102
    #EXT-X-MAP:URI="i.mp4",BYTERANGE="720@0"
    #EXT-X-PROGRAM-DATE-TIME:2026-11-23T10:00:00.5+01:00
    #EXTINF:4.0,Title
    #EXT-X-BYTERANGE:9223372036854775000@700
    m.mp4
    #EXT-X-DISCONTINUITY
    #EXTINF:4.0,
    #EXT-X-BYTERANGE:500
    m.mp4
    #EXT-X-PART:DURATION=0.5,URI="p",BYTERANGE="100@0"
    #EXT-X-SKIP:SKIPPED-SEGMENTS=3
    #EXTINF:86400,
    n.mp4
    #EXT-X-ENDLIST
    """,
    """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y",LANGUAGE="de",DEFAULT=YES,URI="de.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720,FRAME-RATE=29.970,CODECS="a,b",AUDIO="a"
    mid.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="keys.m3u8"
    """,
  ]

  /// Numerical Recipes' generator: the same on every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33 | state << 31
    }
  }

  @Test("whatever a playlist has become, it is read or refused", arguments: 0..<8)
  func mutations(seed: Int) throws {
    var dice = Dice(state: UInt64(seed) &+ 99)
    let url = try RemoteURL("http://a/b/c.m3u8?x=1")
    var read = 0
    for round in 0..<500 {
      var bytes = Array(Self.seeds[round % 2].utf8)
      for _ in 0..<Int.random(in: 1...8, using: &dice) { Self.change(&bytes, &dice) }
      if (try? HLSPlaylist(bytes, from: url)) != nil { read += 1 }
    }
    // Were all of them refused, the rest of the reader would not have been tried.
    #expect(read > 20, "\(read) were read")
  }

  private static func change(_ bytes: inout [UInt8], _ dice: inout Dice) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &dice)
    switch Int.random(in: 0..<5, using: &dice) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
    case 1: bytes.removeSubrange(place..<min(place + 20, bytes.count))
    case 2:
      var lines = bytes.split(separator: 10)
      lines.swapAt(
        Int.random(in: 0..<lines.count, using: &dice), Int.random(in: 0..<lines.count, using: &dice)
      )
      bytes = Array(lines.joined(separator: [10]))
    case 3: bytes.insert(contentsOf: "9999999999999999999".utf8, at: place)
    default:
      let numbers = ["-1", "0", "1e999", "nan", "9223372036854775807", "\"", ",", "=", "{$a}", "#"]
      bytes.insert(contentsOf: (numbers.randomElement(using: &dice) ?? "").utf8, at: place)
    }
  }
}
