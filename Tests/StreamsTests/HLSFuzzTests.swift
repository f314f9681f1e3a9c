import Foundation
import Testing
import VitrineAddresses
import VitrineFakes

@testable import VitrineStreams

/// Playlists with changed bytes and duplicated, removed and moved lines: they are parsed or
/// refused, and nothing else.
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
    #EXT-X-DATERANGE:ID="d",CLASS="c",START-DATE="2026-11-23T09:00:00Z",DURATION=5.5,X-A="b"
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
    #EXT-X-TARGETDURATION:2
    #EXT-X-PART-INF:PART-TARGET=0.5
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5
    #EXT-X-MEDIA-SEQUENCE:7
    #EXT-X-PROGRAM-DATE-TIME:2026-11-23T10:00:00.5+01:00
    #EXT-X-PART:DURATION=0.5,URI="p",BYTERANGE="100@0",INDEPENDENT=YES
    #EXT-X-PART:DURATION=0.5,URI="p",BYTERANGE="100"
    #EXTINF:1.0,
    m.mp4
    #EXT-X-PART:DURATION=0.5,URI="q",GAP=YES
    #EXT-X-PART:DURATION=0.5,URI="r",INDEPENDENT=YES
    """,
    """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x, y",LANGUAGE="de",DEFAULT=YES,URI="de.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=1280000,RESOLUTION=1280x720,FRAME-RATE=29.970,CODECS="a,b",AUDIO="a"
    mid.m3u8
    #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI="keys.m3u8"
    """,
  ]

  private static let words = [
    "-1", "0", "1e999", "nan", "9223372036854775807", "\"", ",", "=", "{$a}", "#",
  ]

  private static let rounds =
    ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" ? 400_000 : 500

  /// Reads from each start to the end, and from there in another rendition.
  private static func walk(_ list: HLSMediaPlaylist) {
    var (timeline, other) = (HLSTimeline(list), HLSTimeline(list))
    guard var piece = timeline.piece(at: timeline.beginning) else { return }
    other.align(with: piece.place)
    _ = other.piece(following: piece.place, repeats: false)
    for _ in 0..<100 {
      guard let next = timeline.piece(behind: piece.place, joins: false) else { break }
      piece = next
    }
    _ = timeline.date(at: piece.place.start).map(list.dateRanges)
    _ = (timeline.update(list), timeline.awaited?.part)
  }

  @Test("A corrupted playlist is parsed or refused", arguments: 0..<8)
  func mutations(seed: Int) throws {
    var dice = SeededRandom(seed: UInt64(seed) &+ 99 &+ SeededRandom.round << 32)
    let url = try RemoteURL("http://a/b/c.m3u8?x=1")
    var read = 0
    for round in 0..<Self.rounds {
      var text = DamagedText(Self.seeds[round % Self.seeds.count], words: Self.words)
      for _ in 0..<Int.random(in: 1...8, using: &dice) { text.change(&dice) }
      guard let list = try? HLSPlaylist(text.bytes, from: url) else { continue }
      read += 1
      if case .media(let list) = list { Self.walk(list) }
    }
    // If every playlist were refused, the rest of the parser would be untested.
    #expect(read > Self.rounds / 25, "\(read) were read")
  }
}
