import Foundation
import Synchronization
import Testing
import VitrineFakes
import VitrinePictures

/// Content to rotate and the options for it. Its picture is a screenshot of a paused player in the lab.
struct RotationScene: Sendable, CustomTestStringConvertible {
  let name: String
  /// With placeholders for generated files.
  let arguments: String
  /// The option that selects how to rotate the content.
  var turning = ""
  var lab: [String] = []
  /// The rotation tested in the short form; nil for none.
  var short: Int?
  /// The permitted number of clearly different pixels per thousand: rotated shapes have other anti-aliased edges.
  var strange = 0.0
  /// Whether a headless display shows the same picture. It cannot be forced to RGB.
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

  /// The upright screenshot, which is cached.
  func upright(_ size: String) throws -> Pixels {
    let key = "\(name) \(size)"
    if let pixels = Self.known.withLock({ $0[key] }) { return pixels }
    let pixels = try screen(size, rotation: 0)
    Self.known.withLock { $0[key] = pixels }
    return pixels
  }

  /// The scanned-out picture, or with `headless` the composed one.
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

  /// Sends orders to the paused player. Returns the folder of its screenshots.
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

  /// The video rotated onto its left side, with a display matrix that undoes this.
  private static func lyingVideo() throws -> String {
    let plain = try Clips.make(
      "rotation-side.mp4",
      [
        "-f", "lavfi", "-i", "\(scene),format=yuv420p,transpose=2", "-c:v", "libx264", "-qp", "0",
        "-t", "2",
      ])
    let file = plain.replacingOccurrences(of: "side", with: "lying")
    let bytes = Array(try Data(contentsOf: URL(filePath: plain)))
    let turned = try #require(RotatedMovie.bytes(bytes, turned: .clockwise))
    try Data(turned).write(to: URL(filePath: file))
    return file
  }

  /// No rotation maps it to itself: it has coloured corners and a grey wedge.
  private static let scene =
    "testsrc=s=320x240:r=25:d=2,drawbox=0:0:80:60:red:fill,drawbox=240:0:80:60:green:fill,"
    + "drawbox=0:180:80:60:blue:fill"
  private static let video = [
    "-f", "lavfi", "-i", scene, "-c:v", "ffv1", "-pix_fmt", "yuv420p", "-t", "2",
  ]
  private static let image = ["-f", "lavfi", "-i", scene, "-frames:v", "1"]
}

extension Pixels {
  /// The difference from `reference` rotated clockwise: the mean, and the share of clearly different pixels.
  func difference(
    from reference: Pixels, turnedBy rotation: Int
  ) -> (mean: Double, strange: Double) {
    guard reference.bytes.count == bytes.count else { return (.infinity, 1) }
    // The index of the first pixel in the reference, and of a step across and down.
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
