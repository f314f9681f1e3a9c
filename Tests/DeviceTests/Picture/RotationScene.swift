import Foundation
import Synchronization
import Testing
import VitrineFakes
import VitrinePictures

/// A thing to show, and how; what is seen of it is a screenshot of a paused player in the lab.
struct RotationScene: Sendable, CustomTestStringConvertible {
  let name: String
  /// With the names of generated files in it.
  let arguments: String
  /// Who turns it.
  var turning = ""
  var lab: [String] = []
  /// How far it is turned where there is not the time for all turns; nil where there is none for
  /// this at all.
  var short: Int?
  /// How many pixels in a thousand may be clearly others: shapes are drawn turned, and their
  /// smooth edges fall on other parts of pixels.
  var strange = 0.0
  /// Whether a display in memory shows it the same way; it is not forced to RGB.
  var isComposable = true

  var testDescription: String { name }
  var rotations: [Int] { Lab.isSoak ? [90, 180, 270] : [short].compactMap(\.self) }

  static let interface = RotationScene(
    name: "interface", arguments: "--interactive --no-grab VIDEO", short: 270, strange: 12)
  static let lying = RotationScene(name: "lying", arguments: "LYING", short: 90)
  static let pass = RotationScene(
    name: "pass", arguments: "VIDEO", turning: "--turn pass", short: 90)

  private static let others = [
    RotationScene(name: "plane", arguments: "VIDEO", turning: "--turn plane", short: 180),
    RotationScene(
      name: "one-plane", arguments: "VIDEO", turning: "--turn pass", lab: ["--planes", "1"]),
    RotationScene(
      name: "rgb", arguments: "--render rgb VIDEO", turning: "--turn pass", isComposable: false),
    RotationScene(name: "cover", arguments: "--fit cover VIDEO", turning: "--turn pass"),
    RotationScene(name: "image", arguments: "IMAGE", turning: "--turn pass", short: 270),
    RotationScene(name: "image-plane", arguments: "IMAGE", turning: "--turn plane"),
    RotationScene(name: "subtitles", arguments: "--sub SUBTITLES VIDEO", short: 180),
    RotationScene(
      name: "interface-on-one", arguments: "--interactive --no-grab VIDEO",
      turning: "--turn pass", lab: ["--planes", "1"], strange: 12),
  ]

  static let all = ([pass, interface, lying] + others).filter { !$0.rotations.isEmpty }

  private static let known = Mutex<[String: Pixels]>([:])

  /// As it is upright; made once.
  func upright(_ size: String) throws -> Pixels {
    let key = "\(name) \(size)"
    if let pixels = Self.known.withLock({ $0[key] }) { return pixels }
    let pixels = try screen(size, rotation: 0)
    Self.known.withLock { $0[key] = pixels }
    return pixels
  }

  /// What is scanned out, or with `headless` what is composed where nothing scans out.
  func screen(
    _ size: String, rotation: Int, headless: Bool = false, panel: String? = nil
  ) throws -> Pixels {
    let display = headless ? "--display headless:\(size)@60" : ""
    let turning = rotation == 0 ? "" : "--rotate \(rotation) \(headless ? "" : self.turning)"
    let mode = "\(size)@60" + (panel.map { ",panel_orientation=\($0)" } ?? "")
    let name = "rotation-\(name)-\(mode)-\(rotation)\(headless ? "-headless" : "")"
    let shots = try talk(
      in: name, mode: mode, "\(display) \(turning)", ["screenshot s.png", "@wait screenshot"])
    return try Pixels(png: shots.appending(path: "s.png"))
  }

  /// Has a conversation with the paused player; answers the folder of its screenshots.
  func talk(
    in name: String, mode: String, _ options: String, _ orders: [String]
  ) throws -> URL {
    let out = try Lab.folder(name)
    let files = [
      "VIDEO": try Clips.make("rotation.mkv", Self.video), "LYING": try Self.lyingVideo(),
      "IMAGE": try Clips.make("rotation.png", Self.image),
      "SUBTITLES": try Self.subtitles(in: out),
    ]
    let arguments = files.reduce(arguments) {
      $0.replacingOccurrences(of: $1.key, with: "'\($1.value)'")
    }
    _ = try Conversation(
      ["--travel", "--audio", "none", "--display", mode] + lab,
      "--audio none --paused \(options) \(arguments)",
      orders: ["@sleep 2"]
        + orders.map { $0.replacingOccurrences(of: "screenshot ", with: "screenshot \(out.path)/") },
      out: out)
    return out
  }

  private static func subtitles(in folder: URL) throws -> String {
    let file = folder.appending(path: "s.srt")
    try Data("1\n00:00:00,000 --> 00:00:02,000\nThis way up\n".utf8).write(to: file)
    return file.path
  }

  /// The video lying on its left side, and a matrix that says so.
  private static func lyingVideo() throws -> String {
    let plain = try Clips.make(
      "rotation-side.mp4",
      [
        "-f", "lavfi", "-i", "\(scene),format=yuv420p,transpose=2", "-c:v", "libx264", "-qp", "0",
        "-t", "2",
      ])
    let file = plain.replacingOccurrences(of: "side", with: "lying")
    let bytes = Array(try Data(contentsOf: URL(filePath: plain)))
    let turned = try #require(TurnedMovie.bytes(bytes, turned: .clockwise))
    try Data(turned).write(to: URL(filePath: file))
    return file
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

extension Pixels {
  /// How far these are from `reference` turned clockwise: the mean of all differences, and the
  /// share of pixels that are clearly others.
  func difference(
    from reference: Pixels, turnedBy rotation: Int
  ) -> (mean: Double, strange: Double) {
    guard reference.bytes.count == bytes.count else { return (.infinity, 1) }
    // The place in the reference of the first pixel, and what a step across and down is there.
    let (w, h) = (reference.width, reference.height)
    let (start, across, down) =
      switch rotation {
      case 0: (0, 1, w)
      case 90: ((h - 1) * w, -w, 1)
      case 180: (w * h - 1, -1, -w)
      default: (w - 1, w, -1)
      }
    var (sum, strange) = (0, 0)
    bytes.withUnsafeBufferPointer { seen in
      reference.bytes.withUnsafeBufferPointer { wanted in
        var (place, y) = (0, 0)
        while y < height {
          var (other, x) = ((start + y * down) * 3, 0)
          while x < width {
            let red = abs(Int(seen[place]) - Int(wanted[other]))
            let green = abs(Int(seen[place + 1]) - Int(wanted[other + 1]))
            let blue = abs(Int(seen[place + 2]) - Int(wanted[other + 2]))
            sum += red + green + blue
            if red > 24 || green > 24 || blue > 24 { strange += 1 }
            (place, other, x) = (place + 3, other + across * 3, x + 1)
          }
          y += 1
        }
      }
    }
    let count = Double(width * height)
    return (Double(sum) / count / 3, Double(strange) / count)
  }
}
