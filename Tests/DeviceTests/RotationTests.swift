import Foundation
import Testing

/// Turned content against the same content upright, on a display of the turned shape, both read
/// back through writeback.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct RotationTests {
  /// A thing to show, and how it is shown.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    /// With the names of generated files in it.
    let arguments: String
    /// Without the turning that the display is asked for.
    var turning = ""
    var lab: [String] = []
    /// How many pixels in a thousand may be clearly others: shapes are drawn turned, and their
    /// smooth edges fall on other parts of pixels.
    var strange = 0.0

    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "video-plane", arguments: "VIDEO", turning: "--turn plane"),
    Kind(name: "video-pass", arguments: "VIDEO", turning: "--turn pass"),
    Kind(name: "one-plane", arguments: "VIDEO", turning: "--turn pass", lab: ["--planes", "1"]),
    Kind(name: "rgb", arguments: "--render rgb VIDEO", turning: "--turn pass"),
    Kind(name: "cover", arguments: "--fit cover VIDEO", turning: "--turn pass"),
    Kind(name: "image", arguments: "IMAGE", turning: "--turn pass"),
    Kind(name: "subtitles", arguments: "--sub SUBTITLES VIDEO"),
    Kind(name: "interface", arguments: "--interactive --no-grab VIDEO", strange: 12),
  ]

  @Test("what is turned is what it was upright, turned", arguments: kinds)
  func turned(kind: Kind) throws {
    let upright = try screen(kind, "640x480", rotation: 0)
    let tall = try screen(kind, "480x640", rotation: 0)
    for rotation in [90, 180, 270] {
      let seen = try screen(kind, "640x480", rotation: rotation)
      let reference = rotation == 180 ? upright : tall
      #expect(seen.width == 640 && seen.height == 480)
      let difference = compare(seen, with: reference, turnedBy: rotation)
      #expect(difference.mean < 1, "\(kind.name) \(rotation): \(difference)")
      #expect(difference.strange * 1000 <= kind.strange, "\(kind.name) \(rotation): \(difference)")
    }
  }

  private func screen(_ kind: Kind, _ size: String, rotation: Int) throws -> Pixels {
    let out = try Lab.folder("rotation-\(kind.name)-\(size)-\(rotation)")
    let files = [
      "VIDEO": try Clips.make("rotation.mkv", Self.video),
      "IMAGE": try Clips.make("rotation.png", Self.image),
      "SUBTITLES": try Self.subtitles(in: out),
    ]
    let arguments = files.reduce(kind.arguments) {
      $0.replacingOccurrences(of: $1.key, with: "'\($1.value)'")
    }
    let turning = rotation == 0 ? "" : "--rotation \(rotation) \(kind.turning)"
    let file = out.appending(path: "s.png")
    _ = try Conversation(
      ["--travel", "--audio", "none", "--display", "\(size)@60"] + kind.lab,
      "--audio none --paused \(turning) \(arguments)",
      orders: ["@sleep 2", "screenshot \(file.path)", "@wait screenshot"], out: out)
    return try Pixels(png: file)
  }

  private static func subtitles(in folder: URL) throws -> String {
    let file = folder.appending(path: "s.srt")
    try Data("1\n00:00:00,000 --> 00:00:02,000\nThis way up\n".utf8).write(to: file)
    return file.path
  }

  private func compare(
    _ seen: Pixels, with reference: Pixels, turnedBy rotation: Int
  ) -> (mean: Double, strange: Double) {
    var (sum, strange) = (0, 0)
    for y in 0..<seen.height {
      for x in 0..<seen.width {
        let (column, row) =
          switch rotation {
          case 90: (y, seen.width - 1 - x)
          case 180: (seen.width - 1 - x, seen.height - 1 - y)
          default: (seen.height - 1 - y, x)
          }
        let off = zip(seen[x, y], reference[column, row]).map { abs($0 - $1) }
        sum += off.reduce(0, +)
        if off.max() ?? 0 > 24 { strange += 1 }
      }
    }
    let count = Double(seen.width * seen.height)
    return (Double(sum) / count / 3, Double(strange) / count)
  }

  /// Nothing in it is the same turned: colours in the corners, a wedge of grey.
  private static let scene =
    "testsrc=s=320x240:r=25:d=2,drawbox=0:0:80:60:red:fill,drawbox=240:0:80:60:green:fill,"
    + "drawbox=0:180:80:60:blue:fill"
  private static let video = [
    "-f", "lavfi", "-i", scene, "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-t", "2",
  ]
  private static let image = ["-f", "lavfi", "-i", scene, "-frames:v", "1"]
}
