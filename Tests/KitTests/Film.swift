import Foundation
import Testing
import VitrineFakes

/// A folder with short films, which is deleted with its owner.
final class FilmFolder: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "vitrine-kit-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// A uniform film with a tone, and optionally a second video track in another colour.
  func film(
    _ name: String, _ color: String = "0x00c000", and other: String? = nil, seconds: Double = 1
  ) throws -> String {
    let colors = [color] + (other.map { [$0] } ?? [])
    let inputs =
      colors.map { "color=\($0):s=160x90:r=25:d=\(seconds)" } + ["sine=d=\(seconds)"]
    return try make(
      name, of: inputs,
      inputs.indices.flatMap { ["-map", "\($0)"] } + Self.video)
  }

  /// A uniform image.
  func picture(_ name: String, _ color: String) throws -> String {
    try make(name, of: ["color=\(color):s=160x90"], ["-frames:v", "1"])
  }

  /// Half a uniform minute in segments of a second; returns its playlist's name.
  func stream(_ name: String, _ color: String, size: String) throws -> String {
    let options = ["-hls_time", "1", "-hls_list_size", "0", "-hls_playlist_type", "vod"]
    _ = try make(
      "\(name).m3u8", of: ["color=\(color):s=\(size):r=25:d=30"],
      ["-keyint_min", "25", "-sc_threshold", "0"] + Self.video + ["-g", "25"] + options)
    return "\(name).m3u8"
  }

  private static let video = ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10"]

  private func make(_ name: String, of inputs: [String], _ options: [String]) throws -> String {
    try GeneratedMedia.write(
      path(of: name), inputs.flatMap { ["-f", "lavfi", "-i", $0] } + options)
  }
}
