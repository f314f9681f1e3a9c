import Foundation
import Testing

/// A folder with short films, which goes with its owner.
final class FilmFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "vitrine-kit-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// In one colour, with a tone; with another video beside it, in another colour, where one is named.
  func film(
    _ name: String, _ color: String = "0x00c000", and other: String? = nil, seconds: Double = 1
  ) throws -> String {
    let made = path(of: name)
    let colors = [color] + (other.map { [$0] } ?? [])
    let inputs =
      colors.map { "color=\($0):s=160x90:r=25:d=\(seconds)" } + ["sine=d=\(seconds)"]
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["ffmpeg", "-v", "error", "-y"] + inputs.flatMap { ["-f", "lavfi", "-i", $0] }
      + inputs.indices.flatMap { ["-map", "\($0)"] }
      + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10", made]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return made
  }
}
