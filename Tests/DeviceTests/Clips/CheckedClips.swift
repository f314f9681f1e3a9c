import Foundation
import VitrineFakes

/// Forty test files for `CheckTests`: most are valid but unusual, some are damaged, and some are not playable at all.
struct CheckedClip: Sendable {
  let name: String
  private let making: Making

  /// How a file is generated.
  private enum Making: Sendable {
    case ffmpeg([String])
    /// A modified copy of another clip.
    case changed(String, @Sendable (Data) -> Data)
    case bytes(Data)
    case encrypted(String)
    case subtitles(String)
  }

  private init(_ name: String, _ making: Making) {
    self.name = name
    self.making = making
  }

  /// Generates the file if it does not exist yet.
  func path() throws -> String {
    switch making {
    case .ffmpeg(let arguments): return try Clips.make("check-\(name)", arguments)
    case .bytes(let bytes):
      return try Clips.once("check-\(name)") { try bytes.write(to: URL(filePath: $0)) }
    case .changed(let other, let change):
      let whole = try Self.named(other).path()
      return try Clips.once("check-\(name)") {
        try change(Data(contentsOf: URL(filePath: whole))).write(to: URL(filePath: $0))
      }
    case .subtitles(let text):
      return try Clips.make(
        "check-\(name)", ["-f", "srt", "-i", "INPUT", "-c:s", "srt"], input: Data(text.utf8))
    case .encrypted(let other):
      let key = "0123456789abcdef0123456789abcdef"
      return try Clips.make(
        "check-\(name)",
        [
          "-i", try Self.named(other).path(), "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
          "-encryption_key", key, "-encryption_kid", key,
        ])
    }
  }

  private static func named(_ name: String) throws -> CheckedClip {
    guard let clip = (all + sources).first(where: { $0.name == name }) else {
      throw Clips.ClipError(text: "no clip \(name)")
    }
    return clip
  }

  private static let fast = ["-c:v", "libx264", "-preset", "ultrafast"]
  private static let tone = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=2"]

  private static func film(_ size: String, rate: String = "25", seconds: Double = 2) -> [String] {
    ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)"]
  }

  /// A quickly encoded H.264 clip.
  private static func quick(
    _ name: String, _ size: String, pixels: String = "yuv420p", seconds: Double = 2,
    rate: String = "25", hasSound: Bool = false, _ more: [String] = []
  ) -> CheckedClip {
    let inputs = film(size, rate: rate, seconds: seconds) + (hasSound ? tone : [])
    return CheckedClip(name, .ffmpeg(inputs + fast + ["-pix_fmt", pixels] + more))
  }

  /// Overwrites a `share` of the bytes after `start` (a fraction of the file) with noise.
  private static func noised(_ data: Data, from start: Double, share: Double) -> Data {
    var (copy, random) = (data, SeededRandom(seed: 7))
    for place in Int(Double(data.count) * start)..<data.count
    where Double.random(in: 0..<1, using: &random) < share {
      copy[place] = .random(in: 0...255, using: &random)
    }
    return copy
  }

  /// Renames a codec to an unknown one.
  private static func renamed(_ data: Data, _ old: String, _ new: String) -> Data {
    var copy = data
    while let place = copy.firstRange(of: Data(old.utf8)) {
      copy.replaceSubrange(place, with: Data(new.utf8))
    }
    return copy
  }

  static let all: [CheckedClip] = sizes + kinds + containers + broken + nothing

  /// Sources of the derived clips.
  private static let sources: [CheckedClip] = [
    quick("first.ts", "320x180", hasSound: true),
    quick("index-first.mp4", "640x360", seconds: 4, ["-movflags", "+faststart"]),
  ]

  private static let sizes: [CheckedClip] = [
    quick("plain.mp4", "640x360", hasSound: true),
    quick("odd.mkv", "642x362", pixels: "yuv444p", ["-vf", "crop=641:361:exact=1"]),
    CheckedClip("tiny.mkv", .ffmpeg(film("2x2") + ["-c:v", "ffv1"])),
    quick("strip.mp4", "8192x16", seconds: 0.4),
    quick("8k.mp4", "7680x4320", seconds: 0.12),
    CheckedClip(
      "beyond.mkv",
      .ffmpeg([
        "-f", "lavfi", "-i", "color=s=12000x8000:r=2:d=1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p",
      ])),
    CheckedClip(
      "huge.jpg",
      .ffmpeg(["-f", "lavfi", "-i", "color=s=16000x12000", "-frames:v", "1", "-update", "1"])),
  ]

  private static let kinds: [CheckedClip] = [
    quick("422-10.mkv", "640x360", pixels: "yuv422p10le"),
    quick("444-10.mkv", "640x360", pixels: "yuv444p10le"),
    CheckedClip(
      "hevc-12.mkv",
      .ffmpeg(
        film("320x180", seconds: 0.6) + [
          "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none", "-pix_fmt",
          "yuv444p12le",
        ])),
    CheckedClip(
      "hdr.mp4",
      .ffmpeg(
        film("640x360", seconds: 0.6) + [
          "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
          "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc", "-pix_fmt",
          "yuv420p10le",
        ])),
    CheckedClip(
      "av1-10.mkv",
      .ffmpeg(film("320x180", seconds: 0.6) + ["-c:v", "libsvtav1", "-pix_fmt", "yuv420p10le"])),
    CheckedClip(
      "vp9.webm", .ffmpeg(film("320x180", seconds: 0.6) + ["-c:v", "libvpx-vp9", "-cpu-used", "8"])),
    CheckedClip(
      "prores.mov",
      .ffmpeg(
        film("640x360", seconds: 0.6) + [
          "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le",
        ])),
    CheckedClip("mjpeg.avi", .ffmpeg(film("640x360") + ["-c:v", "mjpeg"])),
    CheckedClip(
      "interlaced.ts",
      .ffmpeg(
        film("720x576") + ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1", "-q:v", "5"])
    ),
    CheckedClip("animation.gif", .ffmpeg(film("200x100", rate: "10"))),
    CheckedClip("picture.png", .ffmpeg(film("640x480") + ["-frames:v", "1", "-update", "1"])),
    CheckedClip("tone.mp3", .ffmpeg(tone)),
    CheckedClip(
      "wide-sound.wav",
      .ffmpeg([
        "-f", "lavfi", "-i", "sine=f=440:r=192000:d=1", "-af", "pan=16c|c0=c0|c5=c0|c15=c0",
      ])),
    CheckedClip(
      "surround.mkv",
      .ffmpeg(
        film("320x180") + ["-f", "lavfi", "-i", "sine=f=440:r=96000:d=2"] + fast
          + ["-pix_fmt", "yuv420p", "-c:a", "flac", "-af", "pan=7.1|c0=c0|c3=c0"])),
  ]

  private static let containers: [CheckedClip] = [
    quick("fast.mp4", "320x180", seconds: 1, rate: "240"),
    quick("long-gop.mp4", "160x90", seconds: 60, ["-g", "99999"]),
    quick("turned.mp4", "640x360", ["-metadata:s:v", "rotate=90"]),
    quick(
      "uneven.mkv", "320x180",
      ["-vf", "setpts='(N+0.4*mod(N*7,3))/25/TB'", "-vsync", "vfr"]),
    quick("no-index.mkv", "320x180", seconds: 30, ["-f", "matroska", "-live", "1"]),
    quick(
      "negative.mkv", "320x180",
      ["-output_ts_offset", "-5", "-avoid_negative_ts", "disabled"]),
    CheckedClip(
      "stream.h264", .ffmpeg(film("320x180") + fast + ["-pix_fmt", "yuv420p", "-f", "h264"])),
    // The clip twice in a row: its timestamps restart.
    CheckedClip("jumping.ts", .changed("first.ts") { $0 + $0 }),
  ]

  private static let broken: [CheckedClip] = [
    CheckedClip("no-moov.mp4", .changed("plain.mp4") { $0.prefix($0.count / 2) }),
    quick("late-key.mkv", "320x180", ["-g", "99", "-bsf:v", "noise=drop='lt(n,5)'"]),
    quick("bad-sound.mkv", "320x180", hasSound: true, ["-c:a", "aac", "-bsf:a", "noise=amount=1"]),
    CheckedClip("cut.mp4", .changed("index-first.mp4") { $0.prefix($0.count / 2) }),
    CheckedClip("noise.ts", .changed("first.ts") { noised($0, from: 0.1, share: 0.01) }),
    CheckedClip("garbage.mp4", .changed("index-first.mp4") { noised($0, from: 0.02, share: 1) }),
    CheckedClip("unknown.mp4", .changed("plain.mp4") { renamed($0, "avc1", "zzzz") }),
    CheckedClip("encrypted.mp4", .encrypted("plain.mp4")),
  ]

  private static let nothing: [CheckedClip] = [
    CheckedClip("empty.mp4", .bytes(Data())),
    CheckedClip("words.mkv", .subtitles("1\n00:00:00,000 --> 00:00:02,000\nwords\n")),
    CheckedClip("text.mp4", .bytes(Data("This is a shopping list.\nMilk\n".utf8))),
  ]
}
