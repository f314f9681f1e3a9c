import Foundation
import Testing

/// Movement against burn-in, in hours of the guest's clock. The display is read through writeback.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct PixelShiftTests {
  private static let (wide, reach) = ("640x480", 8)
  private static let within = (width: 624, height: 464)

  private func scene(_ name: String, _ options: String, _ lab: [String]) throws -> RotationScene {
    let file = try Lab.folder("shift-\(name)").appending(path: "shift.yaml")
    try Data("display: {pixel-shift: \(Self.reach)}\n".utf8).write(to: file)
    return RotationScene(
      name: "shift-\(name)", arguments: "--config '\(file.path)' \(options) VIDEO", lab: lab)
  }

  /// The place of a picture on a black screen: the offset from the centre at which it equals `picture`.
  private func offset(of picture: Pixels, in shot: Pixels) -> (right: Int, down: Int)? {
    for down in -Self.reach...Self.reach {
      for right in -Self.reach...Self.reach {
        let part = shot.part(
          x: Self.reach + right, y: Self.reach + down, width: picture.width, height: picture.height)
        let difference = part.inside.difference(from: picture, turnedBy: 0)
        if part.light == 0, difference.mean < 0.5, difference.strange < 0.012 {
          return (right, down)
        }
      }
    }
    return nil
  }

  @Test(
    "Film and interface move by two pixels a minute, unchanged, and touches follow",
    arguments: [
      ("two", "--interactive --no-grab", []),
      ("one", "--interactive --no-grab", ["--planes", "1"]),
    ])
  func moves(name: String, options: String, lab: [String]) throws {
    let scene = try scene(name, options, lab)
    let minutes = 12
    // The display is read in the middle of a minute of the guest's clock, without any other picture.
    var orders: [String] = []
    for minute in 0..<minutes {
      orders += ["@sleep 60", "screenshot \(minute).png", "@wait screenshot"]
    }
    let out = try scene.talk(in: "shift-\(name)-shots", mode: "\(Self.wide)@60", "", orders)
    let plain = RotationScene(name: "unshifted-\(name)", arguments: "\(options) VIDEO", lab: lab)
    let picture = try plain.upright("\(Self.within.width)x\(Self.within.height)")
    var places: [(right: Int, down: Int)] = []
    for minute in 0..<minutes {
      let shot = try Pixels(png: out.appending(path: "\(minute).png"))
      places.append(try #require(offset(of: picture, in: shot), "\(name) \(minute)"))
    }
    for (before, after) in zip(places, places.dropFirst()) {
      #expect(abs(after.right - before.right) + abs(after.down - before.down) == 2, "\(places)")
    }
  }
}
