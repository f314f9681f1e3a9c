internal import Foundation

/// Media files that ffmpeg generates. Each is encoded once and cached in the build folder for the next test run.
package enum GeneratedMedia {
  /// Writes a file, and those that belong to it, such as the segments of a playlist.
  ///
  /// - Parameter arguments: ffmpeg's, without the output. Nothing is cached if one is an absolute path, because that file
  ///   may change.
  /// - Returns: `path`.
  @discardableResult
  package static func write(_ path: String, _ arguments: [String]) throws -> String {
    let (place, name) = (
      URL(filePath: path).deletingLastPathComponent(), URL(filePath: path).lastPathComponent
    )
    if arguments.contains(where: { $0.hasPrefix("/") }) {
      try run(arguments + [name], in: place)
      return path
    }
    let made = try folder(arguments + [name])
    for file in try FileManager.default.contentsOfDirectory(atPath: made.path) {
      let target = place.appending(path: file)
      try? FileManager.default.removeItem(at: target)
      try FileManager.default.copyItem(at: made.appending(path: file), to: target)
    }
    return path
  }

  /// The contents of all files that ffmpeg writes with these arguments into its folder, by name with a leading slash.
  package static func files(_ arguments: [String]) throws -> [String: [UInt8]] {
    let made = try folder(arguments)
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: made.path) {
      files["/" + name] = Array(try Data(contentsOf: made.appending(path: name)))
    }
    return files
  }

  private static let cache = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(
      path: ".build/generated-media")

  /// The folder with the output of these arguments.
  private static func folder(_ arguments: [String]) throws -> URL {
    let folder = cache.appending(path: String(hash(of: arguments), radix: 16))
    if FileManager.default.fileExists(atPath: folder.path) { return folder }
    let draft = cache.appending(path: "draft-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    do {
      try run(arguments, in: draft)
      try FileManager.default.moveItem(at: draft, to: folder)
    } catch {
      try? FileManager.default.removeItem(at: draft)
      // Another test may have made it meanwhile.
      guard FileManager.default.fileExists(atPath: folder.path) else { throw error }
    }
    return folder
  }

  private static func run(_ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
  }

  /// FNV-1a, which is the same in every run.
  private static func hash(of arguments: [String]) -> UInt64 {
    arguments.joined(separator: "\0").utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
  }

  private struct Failure: Error { let arguments: [String] }
}
