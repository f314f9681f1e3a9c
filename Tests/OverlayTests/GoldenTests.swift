import Foundation
import Testing
import VitrineOverlay
import VitrinePictures
import VitrineScenes

/// The interface's appearance, stored as reviewed pictures. `tools/golden` repaints them after an
/// intended change.
///
/// Other minor versions of fonts and libraries move the edges of letters by parts of a pixel. So two
/// pictures match if their channels differ by less than `mean` on average, and by less than `worst`
/// in every square of 16 pixels: a moved knob or a missing word exceeds that.
@Suite(
  "The interface matches its golden pictures",
  .enabled(
    if: GoldenFonts.missing.isEmpty,
    "fonts are not installed: \(GoldenFonts.missing.joined(separator: ", "))"))
struct GoldenTests {
  // Of 255.
  static let mean = 1.5
  static let worst = 12.0

  @Test("Each part matches on each display", arguments: GoldenScene.all, GoldenScene.sizes)
  func looks(scene: GoldenScene, size: PixelSize) throws {
    let place = GoldenFolder.file(scene, size)
    let drawings = scene.drawings(size)
    var actual = GoldenPicture(drawings, on: size)
    if GoldenFolder.isWritten {
      try actual.write(to: place)
      try GoldenFolder.writeFull(scene, size)
      return
    }
    let expected = try #require(GoldenPicture(file: place), "no \(place)")
    try #require(expected.size == actual.size)
    var difference = GoldenDifference(expected, actual)
    if !difference.isSmall {
      // Once, one of several thousand pictures differed beside other tests; the cause is unknown.
      // Differences of the interface are in the drawings, so they stay.
      print("\(scene) on \(size): off by \(difference.mean), painting the same drawings again")
      actual = GoldenPicture(drawings, on: size)
      difference = GoldenDifference(expected, actual)
    }
    if !difference.isSmall { try GoldenFolder.keep(actual, difference, scene, size) }
    #expect(difference.isSmall, "off by \(difference.mean), at most by \(difference.worst)")
  }

  @Test("Visible differences are detected: a moved knob, a missing word")
  func tolerance() throws {
    let scene = try #require(GoldenScene.all.first { $0.name == "playing" })
    for size in GoldenScene.sizes {
      let drawings = scene.drawings(size)
      let picture = GoldenPicture(drawings, on: size)
      for index in drawings.indices where drawings[index].isKnobOrText {
        var (moved, without) = (drawings, drawings)
        // 10 pixels of 1080 lines.
        moved[index].frame.x += Double(min(size.width, size.height)) / 108
        without.remove(at: index)
        for changed in [moved, without] {
          let difference = GoldenDifference(picture, GoldenPicture(changed, on: size))
          #expect(difference.worst > Self.worst, "\(drawings[index]) on \(size)")
        }
      }
    }
  }

  @Test("Every golden picture belongs to a scene")
  func complete() throws {
    let kept = Set(try FileManager.default.contentsOfDirectory(atPath: GoldenFolder.path))
    let known = GoldenScene.all.flatMap { scene in
      GoldenScene.sizes.map { GoldenFolder.name(scene, $0) }
    }
    #expect(kept.subtracting(known).isEmpty)
  }

  @Test(
    "The sheet for the documentation can be written",
    .enabled(if: GoldenFolder.isWritten, "the pictures are only written"))
  func sheet() throws {
    try GoldenSheet().picture.write(to: GoldenFolder.sheet)
  }
}

extension GoldenDifference {
  fileprivate var isSmall: Bool { mean < GoldenTests.mean && worst < GoldenTests.worst }
}

extension Drawing {
  /// Whether it is one of the small parts that a change easily loses.
  fileprivate var isKnobOrText: Bool {
    switch shape {
    case .text(let text): !text.string.isEmpty
    case .box(Theme().accent, _): frame.width == frame.height
    default: false
    }
  }
}
