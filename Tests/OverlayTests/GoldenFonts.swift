import Foundation

/// The fonts that the golden pictures were painted with.
enum GoldenFonts {
  private static let needed = ["Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans CJK JP"]

  /// The missing fonts; all of them if there is no fontconfig.
  static let missing: [String] = {
    let installed = families()
    return needed.filter { !installed.contains($0) }
  }()

  private static func families() -> Set<String> {
    let (list, pipe) = (Process(), Pipe())
    list.executableURL = URL(filePath: "/usr/bin/env")
    list.arguments = ["fc-list", ":", "family"]
    list.standardOutput = pipe
    list.standardError = FileHandle.nullDevice
    guard (try? list.run()) != nil else { return [] }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    list.waitUntilExit()
    return Set(
      String(decoding: output, as: UTF8.self).split { ",\n".contains($0) }.map(String.init))
  }
}
