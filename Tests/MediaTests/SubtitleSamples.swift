import Foundation
import VitrineFakes
import VitrinePictures

/// Subtitle files for the tests: two lines of text, or one box from the first second to the
/// third.
enum Sample {
  static let box = PixelRect(x: 200, y: 400, width: 120, height: 40)

  static func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "vitrine-subtitles")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appending(path: name)
    try Data(bytes).write(to: path)
    return path.path
  }

  static func text(_ kind: String) throws -> String {
    let srt = """
      1
      00:00:01,000 --> 00:00:03,000
      Grüße

      2
      00:00:04,000 --> 00:00:05,000
      Text

      """
    let path = try write("two.srt", Array(srt.utf8))
    switch kind {
    case "srt": return path
    case "mp4": return try Made.clip("two-lines.mp4", ["-i", path, "-c:s", "mov_text"])
    case "mkv": return try Made.clip("two-lines.mkv", ["-i", path, "-c:s", "srt"])
    default: return try Made.clip("two-lines.\(kind)", ["-i", path])
    }
  }

  static func pictures(_ kind: String) throws -> String {
    let path = try write(
      "box.sup", PGSFile(box: box, canvas: PixelSize(720, 480), from: 1, to: 3).bytes)
    let input = ["-copyts", "-fix_sub_duration", "-f", "sup", "-i", path]
    switch kind {
    case "sup": return path
    case "mkv": return try Made.clip("box-pgs.mkv", input + ["-c:s", "copy"])
    case "ts": return try Made.clip("box-dvb.ts", input + ["-c:s", "dvbsub"])
    default: return try Made.clip("box-dvd.mkv", input + ["-c:s", "dvdsub"])
    }
  }
}
