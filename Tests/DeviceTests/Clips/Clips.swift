import Foundation
import Synchronization

/// Media for tests, generated once, and real clips where the folder of VITRINE_MEDIA has them.
enum Clips {
  private static let folder = Lab.root.appending(path: ".build/lab-media")
  /// Two tests may want the same at once.
  private static let making = Mutex<Void>(())

  /// A file that `make` makes under another name, unless it is there already.
  static func once(_ name: String, _ make: (_ draft: String) throws -> Void) throws -> String {
    try making.withLock { _ in
      let file = folder.appending(path: name)
      if FileManager.default.fileExists(atPath: file.path) { return file.path }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let draft = folder.appending(path: "draft-\(name)")
      try make(draft.path)
      try FileManager.default.moveItem(at: draft, to: file)
      return file.path
    }
  }

  /// A file that ffmpeg makes with these arguments, unless it is there already.
  static func make(_ name: String, _ arguments: [String], input: Data? = nil) throws -> String {
    try once(name) { draft in
      var inputArguments: [String] = []
      if let input {
        let raw = folder.appending(path: "raw-\(name)")
        try input.write(to: raw)
        inputArguments = [raw.path]
      }
      let whole = arguments.flatMap { $0 == "INPUT" ? inputArguments : [$0] }
      let result = try Lab.run("ffmpeg", ["-v", "error", "-y"] + whole + [draft])
      guard result.status == 0 else { throw ClipError(text: "\(name): \(result.output)") }
    }
  }

  struct ClipError: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }

  /// A short clip of moving colours with a tone.
  static func motion(
    _ name: String, size: String = "640x360", rate: String = "30", seconds: Int = 4,
    _ codec: [String] = ["-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac"]
  ) throws -> String {
    try make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=\(seconds)", "-pix_fmt", "yuv420p",
      ] + codec)
  }

  /// Red and green above blue and white, small, with a tone: what is seen tells that nothing is
  /// cut off.
  static func quarters() throws -> String {
    let size = "s=160x90:r=10:d=20"
    return try make(
      "quarters-440.mp4",
      [
        "-f", "lavfi", "-i", "color=red:\(size)", "-f", "lavfi", "-i", "color=green:\(size)",
        "-f", "lavfi", "-i", "color=blue:\(size)", "-f", "lavfi", "-i", "color=white:\(size)",
        "-f", "lavfi", "-i", "sine=f=440:r=48000:d=20",
        "-lavfi", "[0][1]hstack[a];[2][3]hstack[b];[a][b]vstack", "-map", "4:a",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac",
      ])
  }

  /// The real clips, or generated ones of the same kinds.
  static func real() throws -> [String] {
    if let folder = ProcessInfo.processInfo.environment["VITRINE_MEDIA"] {
      let found = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { name in [".mp4", ".webm", ".mp3"].contains { name.hasSuffix($0) } }
      if !found.isEmpty { return found.sorted().map { "\(folder)/\($0)" } }
    }
    return [
      try motion("h264-24.mp4", size: "854x480", rate: "24"),
      try motion("h264-12.mp4", size: "768x432", rate: "25/2"),
      try motion(
        "vp8-30.webm", size: "720x480", ["-c:v", "libvpx", "-b:v", "1M", "-c:a", "libvorbis"]),
      try make("tone.mp3", ["-f", "lavfi", "-i", "sine=f=440:d=4"]),
    ]
  }
}
