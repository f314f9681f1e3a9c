import Foundation
import Glibc
import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrineNetwork
import VitrinePlayback
import VitrineStreams
import VitrineTiming

@testable import VitrineRemoteMedia

/// Subtitles of streams, from the server to packets.
struct TextStreamTests {
  /// A cue as shown: in milliseconds from the item's start.
  private struct Shown: Hashable, CustomStringConvertible {
    let start: Int64
    let end: Int64
    let text: String
    var description: String { "\(start)-\(end) \(text)" }
  }

  private static let film = MadeOnce()
  /// The lines of each text, in the segment's own time and four seconds long.
  private static let lines = [
    [TextCue(start: 1000, end: 2500, text: "one"), TextCue(start: 3000, end: 5000, text: "two")],
    [TextCue(start: 3000, end: 5000, text: "two")],
    [TextCue(start: 9000, end: 10_000, text: "three")],
  ]

  /// The files served in addition to the film.
  private static func texts(_ form: String) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for (index, cues) in lines.enumerated() {
      files["/text\(index)"] = segment(form, index, cues)
    }
    var list = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    if form == "stpp" || form == "wvtt" {
      list += "#EXT-X-MAP:URI=\"head\"\n"
      files["/head"] = TextFragment(form, timescale: 1000).head
    }
    list += (0..<3).map { "#EXTINF:4,\ntext\($0)\n" }.joined() + "#EXT-X-ENDLIST\n"
    files["/text.m3u8"] = Array(list.utf8)
    files["/master.m3u8"] = Array(
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Deutsch",LANGUAGE="de",URI="text.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=64x36,SUBTITLES="t"
      film.m3u8
      """.utf8)
    return files
  }

  /// The film's timestamps start at 10 s.
  private static func segment(_ form: String, _ index: Int, _ cues: [TextCue]) -> [UInt8] {
    let base: Int64 = form == "stpp" ? 10_000 : 0
    let body = cues.map {
      "<p begin='\($0.start + base)ms' end='\($0.end + base)ms'>\($0.text)</p>"
    }
    let markup =
      "<tt xmlns='http://www.w3.org/ns/ttml'><body><div>\(body.joined())</div></body></tt>"
    switch form {
    case "map":
      let map = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n"
      return Array(map.utf8) + TextCue.file(cues).dropFirst("WEBVTT\n\n".utf8.count)
    case "stpp":
      return TextFragment("stpp", timescale: 1000)
        .segment(at: 10_000 + index * 4000, [(4000, Array(markup.utf8))])
    case "wvtt":
      var (samples, time) = ([(length: Int, bytes: [UInt8])](), Int64(index) * 4000)
      for cue in cues where cue.start >= Int64(index) * 4000 {
        samples.append((Int(cue.start - time), TextFragment.box("vtte", [])))
        samples.append((Int(cue.end - cue.start), TextFragment.cue(cue.text)))
        time = cue.end
      }
      return TextFragment("wvtt", timescale: 1000).segment(at: 10_000 + index * 4000, samples)
    case "markup": return Array(markup.utf8)
    default: return TextCue.file(cues)
    }
  }

  /// Everything shown for `address` in addition to the film.
  private static func shown(
    _ address: String, _ files: [String: [UInt8]], awaiting count: Int, from start: Int64? = nil
  ) throws -> [Shown] {
    let film = try film.files()
    let sent = Waitable(0)
    let server = try ScriptedServer { request, line in
      let path = request.path
      // Nothing waits for texts: here they arrive before the film's last segment.
      if path.hasSuffix("/film5.ts") || path.hasSuffix("0006.m4s") {
        sent.wait { $0 >= count ? () : nil }
        // Data already sent is received on another connection.
        _ = poll(nil, 0, 200)
      }
      guard let bytes = files[path] ?? film[path] else {
        line.answer("404 Not Found")
        return true
      }
      line.answer("200 OK", [], bytes)
      if path.hasPrefix("/text"), !path.hasSuffix("m3u8") { sent.update { $0 += 1 } }
      return true
    }
    let sources = RemoteSources(TransferClient(agent: "Vitrine/test"))
    let url = try RemoteURL("http://127.0.0.1:\(server.port)\(address)")
    guard case .segments(let source) = try RemoteItem(url, sources).open(.init()) else { return [] }
    let subtitle = try #require(source.infos.first { $0.kind == .subtitle })
    #expect(subtitle.language == "de")
    try source.select(source.infos.filter { $0.kind == .video } + [subtitle])
    if let start { try source.seek(to: source.start + MediaTime(start, 1000), .before) }
    var found: [Shown] = []
    while true {
      switch try source.read() {
      case .subtitle(let packet):
        let begin = try #require(packet.pts(in: .nanoseconds)) - source.start
        let length = try #require(packet.duration(in: .nanoseconds))
        found.append(
          Shown(
            start: (begin.nanoseconds + 500_000) / 1_000_000,
            end: ((begin + length).nanoseconds + 500_000) / 1_000_000,
            text: String(decoding: packet.bytes, as: UTF8.self)))
      case .withoutSubtitles(let error): throw error
      case .ended: return found
      default: break
      }
    }
  }

  private static let all = [
    Shown(start: 1000, end: 2500, text: "one"), Shown(start: 3000, end: 5000, text: "two"),
    Shown(start: 9000, end: 10_000, text: "three"),
  ]

  @Test(
    "Segmented subtitles show at their times, and once",
    .enabled(if: MadeOnce.canBe), arguments: ["map", "plain", "wvtt", "markup", "stpp"])
  func shown(form: String) throws {
    var expected = Self.all
    if form == "stpp" {
      expected[1] = Shown(start: 3000, end: 4000, text: "two")
      expected.insert(Shown(start: 4000, end: 5000, text: "two"), at: 2)
    }
    #expect(try Self.shown("/master.m3u8", Self.texts(form), awaiting: 3) == expected)
  }

  @Test("After a seek, the subtitles of the new position show", .enabled(if: MadeOnce.canBe))
  func sought() throws {
    let found = try Self.shown("/master.m3u8", Self.texts("map"), awaiting: 2, from: 6500)
    #expect(found.suffix(2) == Self.all.suffix(2))
  }

  @Test(
    "A subtitle file of a DASH stream shows at its time",
    .enabled(if: MadeOnce.canBe))
  func dash() throws {
    let film = try Self.film.files()
    let text = String(decoding: film["/film.mpd"] ?? [], as: UTF8.self)
    let set = """
      <AdaptationSet contentType="text" lang="de"><Representation id="t" mimeType="text/vtt"
      bandwidth="1"><BaseURL>text</BaseURL></Representation></AdaptationSet></Period>
      """
    let files = [
      "/master.mpd": Array(text.replacing("</Period>", with: set).utf8),
      "/text": TextCue.file(Set(Self.lines.joined()).sorted { $0.start < $1.start }),
    ]
    #expect(try Self.shown("/master.mpd", files, awaiting: 1) == Self.all)
  }

  @Test(
    "Missing subtitles are reported once, and the film continues",
    .enabled(if: MadeOnce.canBe))
  func away() throws {
    var files = Self.texts("map")
    for index in 0..<3 { files["/text\(index)"] = nil }
    #expect(throws: MediaError.self) { try Self.shown("/master.m3u8", files, awaiting: 0) }
  }
}

/// Twelve seconds of film, as HLS whose timestamps start at 10 s, and as DASH.
private final class MadeOnce: Sendable {
  private let made = Shared<[String: [UInt8]]?>(nil)

  static let canBe = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  func files() throws -> [String: [UInt8]] {
    if let made = made.value { return made }
    let source = ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=12"]
    let codec = ["-c:v", "libx264", "-bf", "0", "-g", "20", "-pix_fmt", "yuv420p"]
    let files = try GeneratedMedia.files(
      source + codec + [
        "-output_ts_offset", "10", "-muxdelay", "0", "-muxpreload", "0", "-f", "hls", "-hls_time",
        "2", "-hls_playlist_type", "vod", "film.m3u8",
      ] + codec + ["-f", "dash", "-seg_duration", "2", "film.mpd"])
    made.update { $0 = files }
    return files
  }
}
