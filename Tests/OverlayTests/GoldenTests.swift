import Canvas
import Foundation
import Overlay
import Pictures
import Testing

/// What the interface looks like, kept as pictures that somebody has looked at. `tools/golden`
/// makes them anew after a change that is meant.
///
/// Fonts of other minor versions move the edges of letters by parts of a pixel. So two pictures
/// are the same when their channels differ by less than `mean` of 255 and no more than `strange`
/// of their pixels are clearly others; a word that is missing, or a knob that is elsewhere, is
/// more than that.
@Suite(
  "The interface looks as it did",
  .enabled(if: goldenFonts.isEmpty, "not installed: \(goldenFonts.joined(separator: ", "))"))
struct GoldenTests {
  static let mean = 1.5
  static let strange = 0.005

  @Test("Each part of it, on each display", arguments: GoldenScene.all, GoldenScene.sizes)
  func looks(scene: GoldenScene, size: PixelSize) throws {
    let name = "\(scene.name)-\(size.width)x\(size.height).png"
    let actual = GoldenPicture(scene.drawings(size), on: size)
    if Self.isWriting {
      if Self.wanted(scene.name) { try actual.write(to: Self.folder + name) }
      if let full = Self.environment["VITRINE_GOLDEN_FULL"], Self.wanted(scene.name) {
        try Self.writeFull(scene, size, to: full + "/" + name)
      }
      return
    }
    let expected = try #require(GoldenPicture(file: Self.folder + name), "no \(name)")
    try #require(expected.size == actual.size)
    let difference = GoldenDifference(expected, actual)
    let isSame = difference.mean < Self.mean && difference.strange <= Self.strange
    if !isSame { try Self.keep(actual, difference.picture, name) }
    #expect(isSame, "\(name): mean \(difference.mean), strange \(difference.strange)")
  }

  private static func wanted(_ name: String) -> Bool {
    environment["VITRINE_GOLDEN_ONLY"].map { only in
      only.split(separator: ",").contains { name.hasPrefix($0) }
    } ?? true
  }

  private static func writeFull(_ scene: GoldenScene, _ size: PixelSize, to file: String) throws {
    let sheet = PainterSheet(scene.drawings(size), on: size, pictures: GoldenSamples.pictures)
    try GoldenPicture(size: size, pixels: sheet.pixels).write(to: file)
  }

  private static let environment = ProcessInfo.processInfo.environment
  private static let isWriting = environment["VITRINE_GOLDEN"] == "write"
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().path() + "/Golden/"

  private static func keep(_ actual: GoldenPicture, _ difference: GoldenPicture, _ name: String)
    throws
  {
    let folder = ".build/golden"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try actual.write(to: "\(folder)/actual-\(name)")
    try difference.write(to: "\(folder)/difference-\(name)")
  }
}

/// Fonts that the golden pictures need and this computer has not.
let goldenFonts: [String] = {
  let list = Process()
  let pipe = Pipe()
  list.executableURL = URL(filePath: "/usr/bin/env")
  list.arguments = ["fc-list", ":", "family"]
  list.standardOutput = pipe
  try? list.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  list.waitUntilExit()
  let families = Set(String(decoding: output, as: UTF8.self).split { ",\n".contains($0) })
  return ["Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans CJK JP"].filter {
    !families.contains(Substring($0))
  }
}()
