import Foundation
import Testing
import VitrineAddresses

@testable import VitrineStreams

/// HLS playlists: the specification, servers' output, and hostile input.
struct HLSTests {
  private func read(_ text: String, from url: String = "http://a/tv/list.m3u8") throws
    -> HLSPlaylist
  {
    try HLSPlaylist(Array(text.utf8), from: RemoteURL(url))
  }

  private func media(_ lines: String...) throws -> HLSMediaPlaylist {
    guard case .media(let list) = try read("#EXTM3U\n" + lines.joined(separator: "\n")) else {
      throw NotMedia()
    }
    return list
  }

  private func variants(_ lines: String...) throws -> HLSMultivariantPlaylist {
    guard case .multivariant(let list) = try read("#EXTM3U\n" + lines.joined(separator: "\n"))
    else {
      throw NotMedia()
    }
    return list
  }

  private struct NotMedia: Error {}

  @Test("Segments have URLs, durations and numbers")
  func segments() throws {
    let list = try media(
      "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:8", "#EXT-X-MEDIA-SEQUENCE:2680", "",
      "#EXTINF:7.975,", "https://b/1.ts", "#EXTINF:7.941,A title", "2.ts?x=1", "# a remark",
      "#EXTINF:8", "/3.ts", "#EXT-X-ENDLIST")
    #expect(list.targetDuration == .seconds(8) && list.isEnded && !list.isLive)
    #expect(
      list.segments.map(\.url.text) == ["https://b/1.ts", "http://a/tv/2.ts?x=1", "http://a/3.ts"])
    #expect(list.segments.map(\.sequence) == [2680, 2681, 2682])
    #expect(list.duration == .milliseconds(23_916))
  }

  @Test("Byte ranges without an offset continue the previous range of the same resource")
  func ranges() throws {
    let list = try media(
      "#EXT-X-TARGETDURATION:4", "#EXT-X-MAP:URI=\"m.mp4\",BYTERANGE=\"720@0\"",
      "#EXTINF:4,", "#EXT-X-BYTERANGE:1000@720", "m.mp4",
      "#EXTINF:4,", "#EXT-X-BYTERANGE:500", "m.mp4", "#EXTINF:4,", "whole.mp4")
    #expect(
      list.segments.map(\.range) == [
        HLSByteRange(start: 720, count: 1000), HLSByteRange(start: 1720, count: 500), nil,
      ])
    #expect(list.segments.allSatisfy { $0.map?.range == HLSByteRange(start: 0, count: 720) })
  }

  @Test("Keys, maps and discontinuities apply to the segments after them")
  func scopes() throws {
    let list = try media(
      "#EXT-X-TARGETDURATION:4", "#EXT-X-DISCONTINUITY-SEQUENCE:7", "#EXTINF:4,", "1.ts",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x1F", "#EXTINF:4,", "2.ts", "#EXT-X-DISCONTINUITY",
      "#EXT-X-KEY:METHOD=AES-128,URI=\"https://k/2\"", "#EXT-X-MAP:URI=\"i.mp4\"", "#EXTINF:4,",
      "3.ts", "#EXT-X-KEY:METHOD=NONE", "#EXT-X-GAP", "#EXTINF:4,", "4.ts")
    #expect(list.segments.map(\.discontinuity) == [7, 7, 8, 8])
    #expect(list.segments.map { $0.key?.url.text } == [nil, "http://a/tv/k", "https://k/2", nil])
    #expect(list.segments[1].key?.vector == [UInt8](repeating: 0, count: 15) + [0x1F])
    #expect(list.segments[2].key?.vector == nil)
    #expect(list.segments[2].map?.key?.url.text == "https://k/2")
    #expect(list.segments.map(\.isGap) == [false, false, false, true])
  }

  @Test("Among several keys for the same segments, the known one is used")
  func keys() throws {
    let list = try media(
      "#EXT-X-TARGETDURATION:4", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"",
      "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"d\",KEYFORMAT=\"com.widevine\"", "#EXTINF:4,", "1.ts")
    #expect(list.segments.map { $0.key?.url.text } == ["http://a/tv/k"])
  }

  @Test("Program dates continue with the following segments")
  func dates() throws {
    let list = try media(
      "#EXT-X-TARGETDURATION:4", "#EXT-X-PROGRAM-DATE-TIME:2010-02-19T14:54:23.031+08:00",
      "#EXTINF:4,", "1.ts", "#EXTINF:3.5,", "2.ts", "#EXTINF:4,", "3.ts")
    #expect(
      list.segments.map { $0.date.map { Int64(($0 * 1000).rounded()) } } == [
        1_266_562_463_031, 1_266_562_467_031, 1_266_562_470_531,
      ])
  }

  @Test(
    "Program dates are parsed as ISO 8601",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
      ("2026-11-23T10:00:00.5+01:00", 1_795_424_400.5), ("2026-11-23T10:00:00-0130", 1_795_433_400),
      ("2026-11-23T09:00Z", 1_795_424_400), ("2026-11-23 09:00:00", 1_795_424_400),
      ("2026-13-23T09:00:00Z", nil), ("2026-11-23", nil), ("nonsense", nil),
      ("2026-11-23T09:00:00Zx", nil), ("2026-11-23T09:00:00+99:00", nil),
    ] as [(String, Double?)])
  func moments(text: String, seconds: Double?) {
    #expect(WallDate.seconds(text[...]) == seconds)
  }

  @Test("A live playlist states its hold-back and its part settings")
  func lowLatency() throws {
    let list = try media(
      "#EXT-X-TARGETDURATION:4", "#EXT-X-PART-INF:PART-TARGET=0.5",
      "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,HOLD-BACK=12.0,CAN-SKIP-UNTIL=24",
      "#EXT-X-MEDIA-SEQUENCE:100", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3",
      "#EXT-X-PART:DURATION=0.5,URI=\"p\",BYTERANGE=\"100@0\",INDEPENDENT=YES",
      "#EXT-X-PART:DURATION=0.5,URI=\"p\",BYTERANGE=\"50\"", "#EXTINF:1,", "1.mp4",
      "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\"")
    #expect(list.isLive && list.partTarget == .milliseconds(500) && list.skipped == 3)
    #expect(list.server.canBlockReload && list.server.partHoldBack == .milliseconds(1500))
    #expect(list.server.holdBack == .seconds(12) && list.server.skipUntil == .seconds(24))
    #expect(list.segments.map(\.sequence) == [103])
    #expect(list.segments[0].parts.map(\.resource.range?.start) == [0, 100])
    #expect(list.segments[0].parts.map(\.isIndependent) == [true, false])
  }

  @Test("Variants state their requirements and have their renditions")
  func variantLists() throws {
    let list = try variants(
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"Deutsch\",LANGUAGE=\"de\",DEFAULT=YES,URI=\"de.m3u8\"",
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"AD\",URI=\"ad.m3u8\","
        + "CHARACTERISTICS=\"public.accessibility.describes-video\"",
      "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"x, y\",FORCED=YES,URI=\"s.m3u8\","
        + "CHARACTERISTICS=\"public.accessibility.transcribes-spoken-dialog,"
        + "public.accessibility.describes-music-and-sound\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=1280000,AVERAGE-BANDWIDTH=1000000,RESOLUTION=1280x720,"
        + "FRAME-RATE=29.970,CODECS=\"avc1.4d401f, mp4a.40.2\",AUDIO=\"a\",SUBTITLES=\"s\"",
      "mid.m3u8", "#EXT-X-STREAM-INF:BANDWIDTH=7680000,RESOLUTION=badx", "http://b/high.m3u8",
      "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,URI=\"keys.m3u8\"")
    #expect(list.variants.map(\.url.text) == ["http://a/tv/mid.m3u8", "http://b/high.m3u8"])
    #expect(list.variants.map(\.bandwidth) == [1_280_000, 7_680_000])
    #expect(list.variants[0].height == 720 && list.variants[1].height == nil)
    #expect(list.variants[0].codecs == ["avc1.4d401f", "mp4a.40.2"])
    let sounds = list.renditions(.audio, of: list.variants[0].audio)
    #expect(
      sounds.map(\.language) == ["de", nil] && sounds.map(\.describesVideo) == [false, true])
    #expect(list.renditions(.subtitles, of: "s").map(\.describesSound) == [true])
    #expect(list.renditions(.subtitles, of: "s").map(\.name) == ["x, y"])
    #expect(list.keyFrameVariants.count == 1)
  }

  @Test("Common deviations from the rules are accepted")
  func sloppy() throws {
    // Windows line ends, a byte order mark, no comma, no target duration.
    guard case .media(let list) = try read("\u{FEFF}#EXTM3U\r\n#EXTINF:5\r\na.ts\r\n") else {
      throw NotMedia()
    }
    #expect(list.segments.map(\.url.text) == ["http://a/tv/a.ts"])
    #expect(list.targetDuration == .seconds(5))
    // Segment tags in a multivariant playlist; sequence tags that come too late.
    _ = try variants("#EXT-X-TARGETDURATION:5", "#EXT-X-STREAM-INF:BANDWIDTH=1", "v.m3u8")
    let late = try media(
      "#EXT-X-TARGETDURATION:5", "#EXTINF:5,", "a.ts", "#EXT-X-MEDIA-SEQUENCE:9")
    #expect(late.numbering.first == 0)
    // A live playlist may have no segments yet.
    #expect(try media("#EXT-X-TARGETDURATION:5").segments.isEmpty)
  }

  private static let segment = "#EXTINF:5,\na.ts\n"

  @Test(
    "A malformed tag that playback does not need is ignored",
    arguments: [
      "#EXT-X-VERSION: 10", "#EXT-X-VERSION:x", "#EXT-X-VERSION:", "#EXT-X-TARGETDURATION: 5 ",
      "#EXT-X-TARGETDURATION:five", "#EXT-X-TARGETDURATION:", "#EXT-X-MEDIA-SEQUENCE: 0",
      "#EXT-X-START:TIME-OFFSET=x", "#EXT-X-SERVER-CONTROL:HOLD-BACK=x,CAN-SKIP-UNTIL=",
      "#EXT-X-PART-INF:PART-TARGET=x", "#EXT-X-PLAYLIST-TYPE: VOD",
      "#EXT-X-SKIP:SKIPPED-SEGMENTS=x",
      "an-address-of-no-segment.ts", "#EXT-X-SOMETHING:NEW=\"1\"", "# a remark",
    ])
  func tolerated(line: String) throws {
    let list = try media(line, "#EXTINF: 5.000 tvg-id=\"x\" ,Title", "a.ts", "#EXT-X-ENDLIST")
    #expect(list.segments.map(\.duration) == [.seconds(5)])
    #expect(list.targetDuration == .seconds(5))
  }

  @Test("A title that is not UTF-8 and blanks before the first tag are ignored")
  func encodings() throws {
    let text = Array("\r\n\u{FEFF} #EXTM3U\n#EXTINF:5,caf".utf8) + [0xE9] + Array("\na.ts\n".utf8)
    guard case .media(let list) = try HLSPlaylist(text, from: RemoteURL("http://a/l.m3u8")) else {
      throw NotMedia()
    }
    #expect(list.segments.map(\.url.text) == ["http://a/a.ts"])
  }

  @Test("A variant or audio rendition that cannot be fetched leaves the others playable")
  func otherVariants() throws {
    let list = try variants(
      "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"x\",URI=\"rtsp://b/c\"",
      "#EXT-X-STREAM-INF:BANDWIDTH=much,AVERAGE-BANDWIDTH=1.5e3", "rtsp://b/c",
      "#EXT-X-STREAM-INF:BANDWIDTH=900000.5,AVERAGE-BANDWIDTH=x", "v.m3u8",
      "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"skd://x\"")
    #expect(list.variants.map(\.url.text) == ["http://a/tv/v.m3u8"])
    #expect(list.variants[0].bandwidth == 900_000 && list.renditions.isEmpty)
  }

  @Test(
    "Protected segments are refused with the name of their protection",
    arguments: [
      (["SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\""], "(FairPlay)"),
      (
        [
          "SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed\"",
          "SAMPLE-AES-CTR,URI=\"k\",KEYFORMAT=\"com.microsoft.playready\"",
          "SAMPLE-AES-CTR,URI=\"l\",KEYFORMAT=\"com.microsoft.playready\"",
        ], "(Widevine, PlayReady)"
      ),
      (["SAMPLE-AES,URI=\"k\""], "(SAMPLE-AES)"), (["AES-256,URI=\"k\""], "(AES-256)"),
    ] as [([String], String)])
  func protected(keys: [String], names: String) {
    let tags = keys.map { "#EXT-X-KEY:METHOD=\($0)\n" }.joined()
    #expect {
      try read("#EXTM3U\n#EXT-X-TARGETDURATION:5\n" + tags + Self.segment)
    } throws: {
      "\($0)" == "protected content is not supported \(names)"
    }
  }

  @Test("Variables expand from the playlist or its own URL")
  func variables() throws {
    let text = """
      #EXTM3U
      #EXT-X-DEFINE:NAME="host",VALUE="http://b/x"
      #EXT-X-DEFINE:QUERYPARAM="token"
      #EXT-X-TARGETDURATION:5
      #EXTINF:5,
      {$host}/1.ts?t={$token}
      """
    guard case .media(let list) = try read(text, from: "http://a/l.m3u8?q=1&token=abc") else {
      throw NotMedia()
    }
    #expect(list.segments.map(\.url.text) == ["http://b/x/1.ts?t=abc"])
  }

  @Test(
    "Invalid playlists, and those beyond a limit, are refused with their line",
    arguments: [
      ("<html>", "web page", 1), ("hello", "expected #EXTM3U", 1),
      ("#EXTM3U\na.ts", "needs an #EXTINF", nil),
      ("#EXTM3U\n#EXTINF:nan,\na", "EXTINF must be a number", 2),
      ("#EXTM3U\n#EXTINF:1e300,\na", "EXTINF must be a number", 2),
      ("#EXTM3U\n#EXTINF:-1,\na", "negative duration", 2),
      ("#EXTM3U\n#EXTINF:99999999999999999999,\na", "EXTINF must be a number", 2),
      ("#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:10\na", "a preceding range", 4),
      ("#EXTM3U\n#EXTINF:1,\n#EXT-X-BYTERANGE:9223372036854775807@9\na", "byte range", 3),
      ("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:-1", "must be an integer", 2),
      ("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:9223372036854775807", "too large", 2),
      ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128", "needs a URI", 2),
      ("#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0xZZ", "IV", 2),
      ("#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:1,\na", "SAMPLE-AES", 4),
      ("#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd", "file: is not supported", 3),
      ("#EXTM3U\n#EXTINF:1,\nrtsp://b/c", "may not reference", 3),
      ("#EXTM3U\n#EXT-X-MAP:URI=\"a", "unterminated", 2),
      ("#EXTM3U\n#EXTINF:1,\n{$x}", nil, nil),
      ("#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXTINF:1,\n{$x}", "undefined", 4),
      ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlist.m3u8", "lists itself", 3),
      ("#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"b\"", "no playable variant", nil),
      ("#EXTM3U\n", "no segments and no variants", nil),
      ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nrtsp://b/c", "may not reference", nil),
    ] as [(String, String?, Int?)])
  func refused(text: String, cause: String?, line: Int?) {
    guard let cause else {
      #expect(throws: Never.self) { try read(text) }
      return
    }
    #expect {
      try read(text)
    } throws: { error in
      guard let fault = error as? HLSPlaylist.Fault else { return false }
      return fault.cause.contains(cause) && fault.line == line
    }
  }

  @Test("A playlist's memory is bounded by its text, not by its resolved URLs")
  func longAddress() throws {
    let folder = String(repeating: "folder/", count: 1100)
    let segment = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"m\"\n#EXTINF:1,\na\n"
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + String(repeating: segment, count: 100_000)
    let before = try Self.residentBytes()
    guard case .media(let list) = try read(text, from: "http://a/\(folder)list.m3u8") else {
      throw NotMedia()
    }
    // Three URLs of 8 KB per segment would be 2.4 GB.
    #expect(try Self.residentBytes() - before < 400 << 20)
    let last = try #require(list.segments.last)
    #expect(last.url.text == "http://a/\(folder)a" && last.key?.url.text == "http://a/\(folder)k")
    #expect(last.sequence == 99_999 && list.segments.count == 100_000)
    // And it is not reloaded constantly.
    #expect(HLSTimeline(list).pause(after: .continued) >= .seconds(2))
  }

  private static func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(
      separator: " ")
    return try #require(Int(words[1])) * 4096
  }

  @Test(
    "A playlist's query does not change the files that it names",
    arguments: ["http://a/b/live.m3u8?_HLS_msn=9&_HLS_part=1", "http://a/b/live.m3u8?token=2"])
  func sameNames(address: String) throws {
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:1
      #EXT-X-KEY:METHOD=AES-128,URI="k"
      #EXT-X-MAP:URI="m"
      #EXTINF:1,
      a
      """
    let lists = try ["http://a/b/live.m3u8", address, "http://a/c/live.m3u8"].map {
      guard case .media(let list) = try read(text, from: $0) else { throw NotMedia() }
      return list
    }
    #expect(lists[0].segments == lists[1].segments && lists[0].segments != lists[2].segments)
    #expect(lists[0].segments[0].map.hashValue == lists[1].segments[0].map.hashValue)
  }

  @Test(
    "A reference without a path is the playlist's own URL",
    arguments: [
      ("?b", "http://a/b/live.m3u8?b"), ("#c", "http://a/b/live.m3u8?one"),
    ])
  func withoutPath(name: String, address: String) throws {
    let base = SegmentAddress.Base(try RemoteURL("http://a/b/live.m3u8?one"))
    let other = SegmentAddress.Base(try RemoteURL("http://a/b/other.m3u8?two"))
    let found = try SegmentAddress(name, beside: base)
    #expect(found.url.text == address)
    #expect(found != (try SegmentAddress(name, beside: other)))
  }

  @Test("Variables that turn a small playlist into a large one are refused")
  func longVariables() throws {
    let value = String(repeating: "x", count: 8000)
    let define = "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\""
    let lines = String(repeating: "#EXTINF:1,\n{$a}\n", count: 3000)
    let error = #expect(throws: HLSPlaylist.Fault.self) {
      _ = try read("#EXTM3U\n\(define)\n\(lines)")
    }
    #expect(error?.description.contains("variable substitution") == true)
  }

  @Test("A playlist with too many entries is refused before they are stored")
  func tooMany() throws {
    let variants = String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n", count: 100_000)
    #expect { try read("#EXTM3U\n" + variants) } throws: {
      "\($0)".contains("more than 500 variants")
    }
    let segments = String(repeating: "#EXTINF:1,\na\n", count: 100_001)
    #expect { try read("#EXTM3U\n" + segments) } throws: {
      "\($0)".contains("more than 100000 segments")
    }
    let attributes = (0..<100).map { "A\($0)=1" }.joined(separator: ",")
    #expect { try read("#EXTM3U\n#EXT-X-STREAM-INF:\(attributes)\na") } throws: {
      "\($0)".contains("too many attributes")
    }
    #expect { try read(String(repeating: "x", count: 17 << 20)) } throws: {
      "\($0)".contains("larger than 16 MiB")
    }
  }

  @Test(
    "An HLS playlist is distinguished from a list of files by its content",
    arguments: [
      ("#EXTM3U\n#EXT-X-TARGETDURATION:5\n", true), ("#EXTM3U\n#EXTINF:5,A\na.mp4", false),
      ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na", true), ("a.mp4", false),
    ])
  func content(text: String, isOne: Bool) {
    #expect(HLSPlaylist.isOne(text) == isOne)
  }
}
