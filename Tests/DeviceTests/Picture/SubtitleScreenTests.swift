import Foundation
import Testing
import VitrineFakes
import VitrinePictures

/// Subtitles as scanned out: their position and time, upright and rotated.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SubtitleScreenTests {
  /// The size of the display and of the clip, which fills it.
  private static let (width, height) = (640, 480)

  enum Kind: String, CaseIterable, Sendable {
    case srt, sideCarSRT, fetchedSRT, ass, vtt, pgs, dvb, dvd, captions, digitalCaptions
  }

  /// A dark clip of four seconds with a subtitle from second 1 to second 3.
  private func clip(_ kind: Kind) throws -> (path: String, options: String) {
    let video = [
      "-f", "lavfi", "-i", "color=0x101010:s=640x480:r=10:d=4", "-f", "lavfi", "-i",
      "anullsrc=r=48000:cl=stereo",
    ]
    let rest = ["-t", "4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac"]
    func muxed(_ name: String, _ text: String, _ ending: String, _ codec: String) throws -> String {
      let file = try write(text, "\(name).\(ending)")
      return try Clips.make(
        "\(name).mkv",
        video + ["-i", file, "-map", "0", "-map", "1", "-map", "2"] + rest
          + ["-c:s", codec, "-disposition:s:0", "default+forced"])
    }
    switch kind {
    case .srt: return (try muxed("sub-srt", Self.srt, "srt", "srt"), "")
    case .ass: return (try muxed("sub-script", Self.ass, "ass", "ass"), "")
    case .vtt: return (try muxed("sub-vtt", Self.vtt, "vtt", "webvtt"), "")
    case .sideCarSRT:
      let plain = try Clips.make("sub-plain.mkv", video + rest)
      return (plain, "--sub '\(try write(Self.srt, "beside.srt"))'")
    case .fetchedSRT:
      let plain = try Clips.make("sub-plain.mkv", video + rest)
      _ = try write(Self.srt, "beside.srt")
      return (plain, "--sub http://10.9.0.2/beside.srt")
    // In the bit stream of the video: the third track, after the sound.
    case .captions: return (try captioned(video, "captions", service: nil), "--sub 2")
    case .digitalCaptions: return (try captioned(video, "digital", service: 1), "--sub 2")
    // A broadcast has no flags that select default subtitles.
    case .dvb: return (try pictures(kind, video, rest), "--sub 2")
    case .pgs, .dvd: return (try pictures(kind, video, rest), "")
    }
  }

  private func captioned(_ video: [String], _ name: String, service: Int?) throws -> String {
    try Clips.once("sub-\(name).mp4") { draft in
      let (plain, marked) = ("\(draft).plain.h264", "\(draft).h264")
      let encode = video[..<4] + ["-c:v", "libx264", "-bf", "0", "-pix_fmt", "yuv420p", plain]
      let captions = [CaptionClip.Caption(text: "Hallo Welt", frames: 10..<30, service: service)]
      func run(_ words: [String]) throws {
        let result = try Lab.run("ffmpeg", ["-v", "error", "-y"] + words)
        guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
      }
      try run(Array(encode))
      let stream = [UInt8](try Data(contentsOf: URL(filePath: plain)))
      try Data(CaptionClip.add(captions, to: stream, frames: 40)).write(to: URL(filePath: marked))
      try run(
        ["-r", "10", "-i", marked] + video[4...] + [
          "-t", "4", "-c:v", "copy", "-c:a", "aac", draft,
        ])
    }
  }

  /// A white box of 200x60 at (220, 380) on a 640x480 canvas.
  private func pictures(_ kind: Kind, _ video: [String], _ rest: [String]) throws -> String {
    let sup = Lab.root.appending(path: ".build/lab-media/box.sup")
    let file = PGSFile(
      box: PixelRect(x: 220, y: 380, width: 200, height: 60), canvas: PixelSize(640, 480), from: 1,
      to: 3)
    try Data(file.bytes).write(to: sup)
    let codec = [Kind.pgs: "copy", .dvb: "dvbsub", .dvd: "dvdsub"][kind] ?? "copy"
    let ending = kind == .dvb ? "ts" : "mkv"
    return try Clips.make(
      "sub-\(kind.rawValue).\(ending)",
      ["-copyts"] + video + [
        "-fix_sub_duration", "-f", "sup", "-i", sup.path, "-map", "0", "-map", "1", "-map", "2",
      ] + rest
        + ["-c:s", codec, "-disposition:s:0", "default+forced"])
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let folder = Lab.root.appending(path: ".build/lab-media")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// A web server for the files that `write` creates.
  private static let server = """
    . \(Lab.root.path)/tools/lab.d/network
    network_begin \(Lab.root.path)/.build/lab-media; network_line delay 20ms
    """

  private static let srt = "1\n00:00:01,000 --> 00:00:03,000\nHallo Welt\n"
  private static let vtt = "WEBVTT\n\n00:01.000 --> 00:03.000\nHallo Welt\n"
  /// Draws a white box at the position of the box in the image subtitles.
  private static let ass = """
    [Script Info]
    PlayResX: 640
    PlayResY: 480
    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, \
    Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, \
    Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
    Style: Box,Sans,20,&H00FFFFFF,&H00FFFFFF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,0,0,7,0,0,0,1
    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Dialogue: 0,0:00:01.00,0:00:03.00,Box,,0,0,0,,{\\pos(220,380)\\p1}m 0 0 l 200 0 200 60 0 60{\\p0}

    """

  @Test("Each subtitle format has its position and time", arguments: Kind.allCases, [0, 90])
  func place(kind: Kind, rotation: Int) throws {
    let (clip, options) = try clip(kind)
    let out = try Lab.folder("sub-\(kind.rawValue)-\(rotation)")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      \(kind == .fetchedSRT ? Self.server : ":")
      $VITRINE play --rotate \(rotation) --screenshot $OUT/s.png --at 0.85 --at 1.25 --at 2.85 \
        --at 3.25 \(options) '\(clip)'
      """)
    #expect(result.status == 0, "\(result.output)")
    func shot(_ number: Int) throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
      try Pixels(png: out.appending(path: "s-\(number).png")).bounds(above: 160)
    }
    #expect(try shot(1) == nil, "before its time")
    #expect(try shot(4) == nil, "after its time")
    for number in [2, 3] {
      let seen = try #require(try shot(number), "\(result.output)")
      try check(seen, kind, rotation)
    }
  }

  @Test(
    "On a single plane, subtitles are blended into the video's own YUV, and nothing else changes",
    arguments: ["yuv420p", "yuv420p10le"])
  func singlePlane(format: String) throws {
    let words = try write(Self.srt, "beside.srt")
    let clip = try Clips.make(
      "sub-bars-\(format).mkv",
      [
        "-f", "lavfi", "-i", "smptebars=s=640x480:r=10:d=4", "-pix_fmt", format, "-c:v", "libx264",
        "-qp", "0",
      ])
    let out = try Lab.folder("sub-plane-\(format)")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--planes", "1"], out: out,
      """
      $VITRINE play --screenshot $OUT/s.png --at 0.85 --at 1.25 --at 3.25 --stats $OUT/stats.json \
        --sub '\(words)' '\(clip)'
      """)
    #expect(result.status == 0, "\(result.output)")
    let shots = try (1...3).map { try Pixels(png: out.appending(path: "s-\($0).png")) }
    let changed = (0..<Self.height).flatMap { y in
      (0..<Self.width).filter { shots[1][$0, y] != shots[0][$0, y] }.map { ($0, y) }
    }
    let lowest = try #require(changed.map(\.1).min())
    #expect(lowest > Self.height * 3 / 4 && changed.count > 500)
    #expect(changed.contains { place in shots[1][place.0, place.1].allSatisfy { $0 > 250 } })
    #expect(shots[2].bytes == shots[0].bytes)
    let statistics = try Statistics(out.appending(path: "stats.json"))
    #expect(statistics.display?.renderMode == "one-plane")
    #expect(statistics.frames.dropped == 0 && statistics.display?.recoveries == 0)
  }

  @Test("A changed style is on screen at once, and its page shows a sample where there is no line")
  func style() throws {
    let film = try Clips.motion("style.mp4", size: "160x120", rate: "10", seconds: 30)
    let words = try write("1\n00:00:15,000 --> 00:00:29,000\nHallo Welt\n", "style.srt")
    let folder = Lab.root.appending(path: ".build/lab-tests/touch-subtitle-style")
    func shot(_ name: String) -> [String] {
      ["screenshot \(folder.path)/\(name).png", "@wait screenshot"]
    }
    let keys = ["MENU", "DOWN", "OK"].flatMap { [TouchGlass.key($0), TouchGlass.wait(300)] }
    let back = ["BACK", "BACK"].flatMap { [TouchGlass.key($0), TouchGlass.wait(300)] }
    _ = try TouchScene(
      "subtitle-style", "--sub '\(words)' '\(film)'",
      ["@sleep 4", "subtitle-style window #123456"] + keys + shot("sample") + back
        + ["@sleep 0.5"] + shot("none") + ["@sleep 13"] + shot("line")
        + ["subtitle-style window #654321", "@sleep 0.3"] + shot("other"))
    func count(_ name: String, _ color: [Int]) throws -> Int {
      let picture = try Pixels(png: folder.appending(path: "\(name).png"))
      return (0..<picture.height).reduce(0) { sum, y in
        sum + (0..<picture.width).count { picture[$0, y] == color }
      }
    }
    let (first, second) = ([0x12, 0x34, 0x56], [0x65, 0x43, 0x21])
    #expect(try count("sample", first) > 1000)
    #expect(try count("none", first) == 0)
    #expect(try count("line", first) > 1000)
    #expect(try count("other", first) == 0)
    #expect(try count("other", second) > 1000)
  }

  private func check(
    _ seen: (x: ClosedRange<Int>, y: ClosedRange<Int>), _ kind: Kind, _ rotation: Int
  ) throws {
    switch (kind, rotation) {
    case (.srt, 0), (.sideCarSRT, 0), (.fetchedSRT, 0), (.vtt, 0):
      // Centred, in the lowest quarter, wider than high.
      #expect(abs(seen.x.lowerBound + seen.x.upperBound - Self.width) <= 8)
      #expect(seen.y.lowerBound > Self.height * 3 / 4 && seen.y.count < seen.x.count)
    case (.srt, _), (.sideCarSRT, _), (.fetchedSRT, _), (.vtt, _):
      // Rotated clockwise, the content's lower edge is the panel's left one.
      #expect(abs(seen.y.lowerBound + seen.y.upperBound - Self.height) <= 8)
      // The rotated picture is 480 wide and 360 high, in the middle of 640 lines.
      #expect(seen.x.lowerBound >= 140 && seen.x.upperBound < 140 + 360 / 4)
      #expect(seen.x.count < seen.y.count)
    case (.captions, 0), (.digitalCaptions, 0):
      // In row 15, the last one, from the left edge of the safe area.
      #expect(seen.y.lowerBound > Self.height * 3 / 4 && seen.y.count < seen.x.count)
      #expect(seen.x.lowerBound < Self.width / 4)
    case (.captions, _), (.digitalCaptions, _):
      #expect(seen.x.lowerBound >= 140 && seen.x.upperBound < 140 + 360 / 4)
      #expect(seen.y.lowerBound < Self.height / 4)
    case (.ass, 0), (.pgs, 0), (.dvb, 0), (.dvd, 0):
      expect(seen.x, 220, 419)
      expect(seen.y, 380, 439)
    case (.ass, _), (.pgs, _), (.dvb, _), (.dvd, _):
      // The rotated video is scaled by three quarters, with 140 lines above it.
      expect(seen.y, 220 * 3 / 4, 420 * 3 / 4 - 1)
      expect(seen.x, 640 - 140 - 440 * 3 / 4, 640 - 140 - 380 * 3 / 4 - 1)
    }
  }

  /// Within two pixels: disc and broadcast formats round differently.
  private func expect(_ seen: ClosedRange<Int>, _ low: Int, _ high: Int) {
    #expect(abs(seen.lowerBound - low) <= 2 && abs(seen.upperBound - high) <= 2, "\(seen)")
  }
}
