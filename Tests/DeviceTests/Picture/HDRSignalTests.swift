import Foundation
import Testing

/// HDR output to a display with faked HDR support: the planes really show the pictures, but no metadata reaches the
/// cable.
@Suite("HDR passthrough", .serialized, .enabled(if: Lab.isThere))
struct HDRSignalTests {
  private static func film(_ transfer: String) throws -> String {
    try Clips.make(
      "dark-\(transfer).mkv",
      [
        "-f", "lavfi", "-i", "color=c=0x404040:s=320x240:r=25:d=1", "-vf",
        "setparams=color_trc=\(transfer):colorspace=bt2020nc:color_primaries=bt2020:range=tv",
        "-pix_fmt", "yuv420p10le", "-color_trc", transfer, "-colorspace", "bt2020nc", "-c:v",
        "ffv1",
      ])
  }

  private static func plain() throws -> String {
    try Clips.make(
      "dark-sdr.mkv",
      [
        "-f", "lavfi", "-i", "color=c=0x404040:s=320x240:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v",
        "ffv1",
      ])
  }

  private struct Play {
    let output: String
    let stats: Statistics
    let screen: Pixels
    var shot: [Int] { screen[320, 240] }
    /// The indices of white pixels in the 640x480 screenshot.
    var bright: Set<Int> {
      Set((0..<640 * 480).filter { (screen[$0 % 640, $0 / 640].min() ?? 0) > 180 })
    }
  }

  private static func play(_ name: String, _ options: String, _ clips: [String]) throws -> Play {
    let out = try Lab.folder("hdr-\(name)")
    let files = clips.map { "'\($0)'" }.joined(separator: " ")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--time-limit", "120"], out: out,
      """
      $VITRINE play --audio none \(options) --stats $OUT/stats.json --screenshot $OUT/s.png \
      --at 0.5 \(files)
      """)
    try #require(result.status == 0, "\(result.output)")
    let shots = try FileManager.default.contentsOfDirectory(atPath: out.path)
      .filter { $0.hasPrefix("s") && $0.hasSuffix(".png") }.sorted()
    let screen = try Pixels(png: out.appending(path: try #require(shots.first)))
    return Play(
      output: result.output, stats: try Statistics(out.appending(path: "stats.json")),
      screen: screen)
  }

  @Test(
    "HDR films are passed through, and screenshots of them look tone-mapped",
    arguments: [
      "smpte2084", "arib-std-b67",
    ])
  func shown(transfer: String) throws {
    let (film, plain) = (try Self.film(transfer), try Self.plain())
    let own = try Self.play("own", "--hdr auto --inject hdr=takes", [film])
    #expect(own.stats.display?.format == "P010" && own.output.contains("(composition)"))
    #expect(own.stats.display?.recoveries == 0)
    let mapped = try Self.play("mapped", "--inject hdr=takes", [film])
    #expect(mapped.stats.display?.format != "P010" && mapped.output.contains("(writeback)"))
    #expect(
      zip(own.shot, mapped.shot).allSatisfy { abs($0 - $1) <= 4 }, "\(own.shot) \(mapped.shot)")
    let list = try Self.play("list", "--hdr auto --inject hdr=takes", [plain, film, film, plain])
    #expect(list.stats.display?.format != "P010" && list.stats.display?.recoveries == 0)
    #expect(list.stats.frames.presented >= 95 && list.stats.frames.dropped <= 4)
  }

  @Test("Subtitles over an HDR film are white in a screenshot")
  func subtitles() throws {
    let film = try Self.film("smpte2084")
    let text = try Lab.folder("hdr-text").appending(path: "text.srt")
    try "1\n00:00:00,000 --> 00:00:01,000\nWHITE\n".write(
      to: text, atomically: true, encoding: .utf8)
    let sub = "--sub '\(text.path)'"
    let own = try Self.play("text-own", "--hdr auto --inject hdr=takes \(sub)", [film])
    let mapped = try Self.play("text-mapped", "\(sub)", [film])
    #expect(own.stats.display?.format == "P010" && mapped.stats.display?.format != "P010")
    let (there, here) = (own.bright, mapped.bright)
    #expect(here.count > 100, "\(here.count)")
    #expect(there.symmetricDifference(here).count < here.count / 8, "\(there.count) \(here.count)")
  }

  @Test("HDR is mapped to SDR and logged once if ten-bit buffers fail")
  func withoutBuffers() throws {
    let film = try Self.film("smpte2084")
    let play = try Self.play(
      "buffers", "--hdr auto --inject hdr=takes,buffer=P010", [film, film])
    let said = play.output.components(separatedBy: "HDR is shown as SDR").count - 1
    #expect(said == 1, "\(play.output)")
    #expect(play.stats.display?.format != "P010" && play.stats.frames.presented >= 40)
  }

  @Test("A driver that refuses HDR gets SDR, which is logged once")
  func refused() throws {
    let film = try Self.film("smpte2084")
    let play = try Self.play("refused", "--hdr auto --inject hdr=refuses", [film, film])
    #expect(play.output.components(separatedBy: "HDR refused").count == 2, "\(play.output)")
    #expect(play.stats.display?.format != "P010")
    #expect(play.stats.frames.presented >= 40)
  }
}
