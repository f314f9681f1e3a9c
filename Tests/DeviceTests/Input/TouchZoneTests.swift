import Foundation
import Testing
import VitrineFakes

/// Strokes at random places. The zone of each is computed here from the touchscreen's coordinates and the rotation.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchZoneTests {
  private static let count = Lab.isSoak ? 250 : 12

  @Test("No random stroke lands in a wrong zone", arguments: [0, 90, 180, 270])
  func zones(rotation: Int) throws {
    var chance = SeededRandom(seed: UInt64(rotation + 7))
    let glass = TouchGlass(width: 320, height: 240, rotation: rotation)
    let steps = (0..<Self.count).map { Self.stroke(on: glass, number: $0, &chance) }
    let scene = try TouchScene(
      "zones-\(rotation)", "--rotate \(rotation) --loop queue '\(TouchClips.calm())'",
      lab: ["--travel", "--audio", "dummy", "--display", "320x240@60"],
      ["@wait shown", "seek 150", "@sleep 1"] + TouchScene.orders(steps))
    scene.check(steps)
  }

  private static func stroke(
    on glass: TouchGlass, number: Int, _ chance: inout SeededRandom
  ) -> TouchScene.Step {
    // Avoids the exact border between two zones.
    let borders: [Double] = [1.0 / 3, 2.0 / 3, 0.8]
    var raw = (x: 0, y: 0)
    var place = (x: 0.0, y: 0.0)
    repeat {
      raw = (chance.next(in: 0...4095), chance.next(in: 0...4095))
      place = glass.upright(raw.x, raw.y)
    } while borders.contains { abs(place.x - $0) < 0.003 }
    let name = "\(number): \(raw.x) \(raw.y)"
    switch chance.next(in: 0...9) {
    case 0: return horizontal(name, place, glass)
    case 1, 2: return vertical(name, place, glass)
    default: return doubleTap(name, raw, place, &chance)
    }
  }

  /// The finger rolls a little, and the second tap is next to the first.
  private static func doubleTap(
    _ name: String, _ raw: (x: Int, y: Int), _ place: (x: Double, y: Double),
    _ chance: inout SeededRandom
  ) -> TouchScene.Step {
    let (x, y) = (raw.x, raw.y)
    func near(_ number: Int) -> Int {
      min(4095, max(0, number + chance.next(in: -20...20)))
    }
    let orders = [
      "@input down 0 \(x) \(y)", TouchGlass.wait(chance.next(in: 20...90)),
      "@input move 0 \(near(x)) \(near(y))", TouchGlass.wait(10), "@input up 0",
      TouchGlass.wait(chance.next(in: 40...280)), "@input down 0 \(x) \(y)",
      TouchGlass.wait(chance.next(in: 20...90)), "@input up 0",
    ]
    if place.x > 1 / 3.0, place.x < 2 / 3.0 {
      let rest = [TouchGlass.wait(20), "play", TouchScene.untilHidden]
      return .init("\(name), middle", orders + rest, ["toggle"], leaves: false)
    }
    // Returns to the middle of the clip, with room on both sides.
    let rest = [TouchGlass.wait(20), "seek 150", TouchGlass.wait(1500)]
    let isLeft = place.x < 0.5
    return .init(
      "\(name), \(isLeft ? "left" : "right")", orders + rest,
      [isLeft ? "skip -10.0" : "skip 10.0"], leaves: false)
  }

  private static func horizontal(
    _ name: String, _ place: (x: Double, y: Double), _ glass: TouchGlass
  ) -> TouchScene.Step {
    let start = min(place.x, 0.7)
    let drag = glass.drag(from: (start, place.y), to: (start + 0.25, place.y), steps: 5)
    return .init(
      "\(name), across", drag + [TouchScene.untilHidden], .scrub(by: 90 * 0.14...90 * 0.24),
      leaves: false)
  }

  /// On the right it lowers the volume to zero; elsewhere it means nothing.
  private static func vertical(
    _ name: String, _ place: (x: Double, y: Double), _ glass: TouchGlass
  ) -> TouchScene.Step {
    let start = min(place.y, 0.3)
    let drag = glass.drag(from: (place.x, start), to: (place.x, start + 0.65), steps: 5)
    guard place.x > 0.8 else {
      return .init("\(name), down", drag + [TouchGlass.wait(500)])
    }
    let rest = [TouchGlass.wait(100), "volume 1", TouchGlass.wait(2000)]
    return .init("\(name), louder", drag + rest, .volume(0), leaves: false)
  }
}
