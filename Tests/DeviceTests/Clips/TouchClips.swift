/// Clips for the touch tests.
enum TouchClips {
  /// The length of `calm`, in seconds.
  static let seconds = 300.0

  /// A small, slow clip, so that minutes of it pass quickly, with two audio tracks.
  static func calm() throws -> String {
    try Clips.make(
      "touch-calm-300.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=5:d=300", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=300", "-f", "lavfi", "-i", "sine=f=660:r=48000:d=300", "-map", "0",
        "-map", "1", "-map", "2", "-pix_fmt", "yuv420p", "-g", "25", "-c:v", "libx264", "-c:a",
        "aac", "-ac", "1",
      ])
  }

  /// A clip as large as the display of the latency tests.
  static func large(rate: Int) throws -> String {
    try Clips.motion("touch-large-\(rate).mp4", size: "1280x720", rate: "\(rate)", seconds: 10)
  }
}
