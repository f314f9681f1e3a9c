import Foundation

/// One of twelve items of all kinds, for the tests of item boundaries. Each item with sound starts with a click at its
/// first sample and then hums without a pause, so that its start and any silence show in the recording.
struct EdgeClip {
  let path: String
  /// The number of pictures displayed: one for an image or a card.
  let pictures: Int
  /// The seconds from its last picture to its end. A boundary may take at most one vblank period longer.
  let lastInterval: Double
  let length: Double
  let hasSound: Bool

  /// How long these tests show an image, in seconds.
  static let imageSeconds = 0.5

  static func all() throws -> [EdgeClip] {
    let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-c:a", "aac"]
    let vp8 = ["-c:v", "libvpx", "-b:v", "500k", "-c:a", "libvorbis"]
    let mpeg4 = ["-c:v", "mpeg4", "-q:v", "4", "-c:a", "libmp3lame"]
    return try [
      video("a.mp4", "320x180", 24, 0.75, h264), video("b.webm", "640x360", 25, 0.8, vp8),
      image("c.png"), video("d.mp4", "640x360", 60, 0.7, h264),
      sound("e.flac", ["-c:a", "flac"]), video("f.mp4", "480x270", 30, 0.6, mpeg4),
      video("g.mp4", "320x180", 30, 0.8, h264, channels: 1),
      video("h.mkv", "640x360", 24, 0.75, h264, hasSound: false),
      video("i.mp4", "480x270", 25, 0.6, h264 + ["-profile:v", "high422"], pixels: "yuv422p"),
      image("j.jpg"), video("k.webm", "320x180", 60, 0.5, vp8), sound("l.mp3", []),
    ]
  }

  /// A click at the first sample, followed by a hum that is never silent.
  private static func source(_ seconds: Double, channels: Int = 2) -> String {
    let one = "if(lt(n,96),0.9,0.15*sin(2*PI*200*t)+0.05)"
    let all = Array(repeating: one, count: channels).joined(separator: "|")
    return "aevalsrc='\(all)':s=48000:d=\(seconds)"
  }

  private static func video(
    _ name: String, _ size: String, _ rate: Int, _ seconds: Double, _ codec: [String],
    channels: Int = 2, hasSound: Bool = true, pixels: String = "yuv420p"
  ) throws -> EdgeClip {
    let sound = hasSound ? ["-f", "lavfi", "-i", source(seconds, channels: channels)] : ["-an"]
    let path = try Clips.make(
      "edge-\(name)",
      ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)"] + sound
        + ["-pix_fmt", pixels] + codec)
    let count = try frameTimes(of: path).count
    return EdgeClip(
      path: path, pictures: count, lastInterval: 1 / Double(rate), length: seconds,
      hasSound: hasSound)
  }

  private static func image(_ name: String) throws -> EdgeClip {
    let path = try Clips.make(
      "edge-\(name)", ["-f", "lavfi", "-i", "testsrc=s=640x480", "-frames:v", "1"])
    return EdgeClip(
      path: path, pictures: 1, lastInterval: imageSeconds, length: imageSeconds, hasSound: false)
  }

  private static func sound(_ name: String, _ codec: [String]) throws -> EdgeClip {
    let path = try Clips.make("edge-\(name)", ["-f", "lavfi", "-i", source(0.6)] + codec)
    return EdgeClip(path: path, pictures: 1, lastInterval: 0.6, length: 0.6, hasSound: true)
  }
}
