import Foundation
import VitrinePictures

/// The folder of the golden pictures, and the environment's settings.
///
/// `VITRINE_GOLDEN=write` writes the pictures instead of comparing them. `VITRINE_GOLDEN_FULL`
/// names a folder for full-size ones.
enum GoldenFolder {
  private static let environment = ProcessInfo.processInfo.environment
  static let isWritten = environment["VITRINE_GOLDEN"] == "write"

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = tests.deletingLastPathComponent().deletingLastPathComponent()
  static let path = tests.appending(path: "Golden").path()
  static let sheet = root.appending(path: "docs/pictures/interface.png").path()

  static func name(_ scene: GoldenScene, _ size: PixelSize) -> String {
    "\(scene.name)-\(size.width)x\(size.height).png"
  }

  static func file(_ scene: GoldenScene, _ size: PixelSize) -> String {
    "\(path)/\(name(scene, size))"
  }

  /// Stores the differences for inspection.
  static func keep(
    _ actual: GoldenPicture, _ difference: GoldenDifference, _ scene: GoldenScene, _ size: PixelSize
  ) throws {
    let folder = root.appending(path: ".build/golden")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = name(scene, size)
    try actual.write(to: folder.appending(path: "actual-\(name)").path())
    try difference.picture.write(to: folder.appending(path: "difference-\(name)").path())
  }

  static func writeFull(_ scene: GoldenScene, _ size: PixelSize) throws {
    guard let folder = environment["VITRINE_GOLDEN_FULL"] else { return }
    let sheet = PainterSheet(scene.drawings(size), on: size, pictures: GoldenSamples.pictures)
    try GoldenPicture(size: size, pixels: sheet.pixels).write(
      to: "\(folder)/\(name(scene, size))")
  }
}
