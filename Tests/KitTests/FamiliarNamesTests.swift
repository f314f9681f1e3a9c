import Foundation
import Testing

/// The page for those who come from AVPlayer: tools/docc finds that its names exist, this that each is tested.
struct FamiliarNamesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(of folder: String) throws -> String {
    let folder = root.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  @Test("each name that stands for one of AVFoundation's is used by a test through the public door")
  func tested() throws {
    let page = try String(
      contentsOf: Self.root.appending(
        path: "Sources/VitrineKit/VitrineKit.docc/ComingFromAVPlayer.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("``") }
    let names = rows.flatMap { $0.matches(of: #/``(\w+)\/(\w+)[^`]*``/#).map { ($0.1, $0.2) } }
    #expect(rows.count > 30 && names.count > 50)
    let tests = try Self.text(of: "Tests/VitrineTestingTests") + Self.text(of: "Tests/KitTests")
    for (type, name) in names {
      let use = name == "init" ? "\(type)(" : ".\(name)"
      #expect(tests.contains(use), "\(type).\(name) is in no test")
    }
  }
}
