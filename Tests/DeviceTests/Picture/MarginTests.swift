import Foundation
import Testing

/// Margins on a display, compared with a display that has the size of the rest; both are read through writeback.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct MarginTests {
  private static let margins = (top: 16, right: 40, bottom: 8, left: 16)
  private static let (wide, within) = ("640x480", (width: 584, height: 456))

  private func scene(_ name: String, _ options: String, _ lab: [String]) throws -> RotationScene {
    let file = try Lab.folder("margins-\(name)").appending(path: "margins.yaml")
    let (top, right, bottom, left) = Self.margins
    try Data("display: {margins: \(top) \(right) \(bottom) \(left)}\n".utf8).write(to: file)
    return RotationScene(
      name: "margins-\(name)", arguments: "--config '\(file.path)' \(options) VIDEO", lab: lab)
  }

  private func shot(_ name: String) -> [String] {
    ["@sleep 1", "screenshot \(name).png", "@wait screenshot"]
  }

  /// The part within the margins; everything else must be black.
  private func inside(_ shot: Pixels, _ what: String) throws -> Pixels {
    try #require(shot.width == 640 && shot.height == 480)
    let part = shot.part(
      x: Self.margins.left, y: Self.margins.top, width: Self.within.width,
      height: Self.within.height)
    #expect(part.light == 0, "\(what): \(part.light) bytes of the margins are not black")
    return part.inside
  }

  @Test(
    "Film and interface are exactly within the margins, in every rotation, and touches hit them",
    arguments: [
      ("two", "--interactive --no-grab", []),
      ("one", "--interactive --no-grab", ["--planes", "1"]),
      ("rgb", "--interactive --no-grab --render rgb --turn pass --fit cover", []),
    ])
  func exact(name: String, options: String, lab: [String]) throws {
    let scene = try scene(name, options, lab)
    // The button that turns the picture upright again is in the lower right corner of the content.
    let (x, y) = (16 + 0.053 * 584, 16 + 0.933 * 456)
    let tap = ["touch down \(x / 640) \(y / 480)", "@sleep 0.1", "touch up"]
    let out = try scene.talk(
      in: "margins-\(name)-shots", mode: "\(Self.wide)@60", "",
      shot("0") + ["rotate 180"] + shot("180") + ["rotate 270"] + shot("270") + ["rotate 90"]
        + shot("90") + tap + shot("tapped"))
    for (file, rotation) in [("0", 0), ("90", 90), ("180", 180), ("270", 270), ("tapped", 0)] {
      let sides = (Self.within.width, Self.within.height)
      let size = rotation % 180 == 0 ? "\(sides.0)x\(sides.1)" : "\(sides.1)x\(sides.0)"
      let seen = try inside(try Pixels(png: out.appending(path: "\(file).png")), file)
      let plain = RotationScene(name: "within-\(name)", arguments: "\(options) VIDEO", lab: lab)
      let difference = seen.difference(from: try plain.upright(size), turnedBy: rotation)
      #expect(
        difference.mean < 1 && difference.strange * 1000 <= 12, "\(name) \(file): \(difference)")
    }
  }
}
