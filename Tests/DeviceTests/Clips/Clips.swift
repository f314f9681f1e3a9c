import Foundation
import Synchronization

/// Test media, generated once, or real clips from the `VITRINE_MEDIA` folder.
enum Clips {
  private static let folder = Lab.root.appending(path: ".build/lab-media")
  /// Tests of one process may request the same clip concurrently, and so may those of two.
  private static let making = Mutex<Void>(())

  /// Returns the path of a file that `make` writes under a temporary name, unless the file exists.
  static func once(_ name: String, _ make: (_ draft: String) throws -> Void) throws -> String {
    try making.withLock { _ in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let lock = open(folder.appending(path: "lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
      defer { close(lock) }
      guard flock(lock, LOCK_EX) == 0 else { throw ClipError(text: "flock: \(errno)") }
      let file = folder.appending(path: name)
      if FileManager.default.fileExists(atPath: file.path) { return file.path }
      let draft = folder.appending(path: "draft-\(name)")
      try make(draft.path)
      try FileManager.default.moveItem(at: draft, to: file)
      return file.path
    }
  }

  /// Returns the path of a file that ffmpeg writes with these arguments, unless the file exists.
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

  /// A small clip with a tone: red and green above blue and white, so that a cropped picture is noticed.
  static func quarters() throws -> String {
    let size = "s=160x90:r=2:d=20"
    return try make(
      "quarters.mp4",
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
