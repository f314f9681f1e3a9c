import Foundation
import Testing

/// Rotated content compared with upright content on a display of the rotated shape, both read through writeback.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct RotationTests {
  private static let (wide, tall) = ("640x480", "480x640")

  /// The size of a display on which upright content has the layout of rotated content on the wide one.
  private static func shape(_ rotation: Int) -> String { rotation % 180 == 0 ? wide : tall }

  private func expect(
    _ seen: Pixels, is reference: Pixels, turnedBy rotation: Int, _ scene: RotationScene,
    _ what: String = "", at place: SourceLocation = #_sourceLocation
  ) {
    #expect(seen.width == 640 && seen.height == 480, sourceLocation: place)
    let difference = seen.difference(from: reference, turnedBy: rotation)
    #expect(
      difference.mean < 1 && difference.strange * 1000 <= scene.strange,
      "\(scene.name) \(what) \(rotation): \(difference)", sourceLocation: place)
  }

  @Test("Rotated content equals the upright content, rotated", arguments: RotationScene.all)
  func turned(scene: RotationScene) throws {
    for rotation in scene.rotations {
      let reference = try scene.upright(Self.shape(rotation))
      let seen = try scene.screen(Self.wide, rotation: rotation)
      expect(seen, is: reference, turnedBy: rotation, scene)
      guard scene.isComposable else { continue }
      // A composed screenshot shows the same picture.
      let composed = try scene.screen(Self.wide, rotation: rotation, headless: true)
      expect(composed, is: seen, turnedBy: 0, scene, "composed")
    }
  }

  @Test("A film's rotation metadata is applied without an option")
  func file() throws {
    let (lying, upright) = (RotationScene.lying, try RotationScene.pass.upright(Self.wide))
    expect(try lying.screen(Self.wide, rotation: 0), is: upright, turnedBy: 0, lying)
  }

  @Test(
    "A panel mounted sideways shows everything upright, and --rotate adds to that",
    arguments: Lab.isSoak
      ? [("right_side_up", 90), ("left_side_up", 270), ("upside_down", 180)]
      : [("right_side_up", 90)])
  func panel(orientation: String, rotation: Int) throws {
    let scene = RotationScene.interface
    let reference = try scene.upright(Self.shape(rotation))
    let seen = try scene.screen(Self.wide, rotation: 0, panel: orientation)
    expect(seen, is: reference, turnedBy: rotation, scene)
    guard Lab.isSoak else { return }
    let more = try scene.screen(Self.wide, rotation: 90, panel: orientation)
    let sum = (rotation + 90) % 360
    expect(
      more, is: try scene.upright(Self.shape(sum)), turnedBy: sum, scene, "and 90")
  }

  @Test("A command and a key rotate the picture live, and the on-screen button turns it back")
  func live() throws {
    let scene = RotationScene.interface
    func shot(_ name: String) -> [String] {
      ["@sleep 1", "screenshot \(name).png", "@wait screenshot"]
    }
    let angle = ["key KEY_ANGLE down", "key KEY_ANGLE up"]
    // The button is in the lower right corner of the content, here in the lower left one of the panel.
    let button = ["touch down 0.052 0.933", "@sleep 0.1", "touch up"]
    let out = try scene.talk(
      in: "rotation-live", mode: "\(Self.wide)@60", "",
      ["rotate 90"] + shot("command") + button + shot("button") + angle + shot("key"))
    for (name, rotation) in [("command", 90), ("button", 0), ("key", 90)] {
      let seen = try Pixels(png: out.appending(path: "\(name).png"))
      let reference = try scene.upright(Self.shape(rotation))
      expect(seen, is: reference, turnedBy: rotation, scene, name)
    }
  }
}
