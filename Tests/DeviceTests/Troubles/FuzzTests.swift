import Foundation
import Testing

/// A short form of tools/fuzz-media: files with corrupt headers, played by the program.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct FuzzTests {
  @Test("Corrupt headers neither crash nor hang the player")
  func headers() throws {
    let out = try Lab.folder("fuzz")
    let result = try Lab.run(
      Lab.root.appending(path: "tools/fuzz-media").path,
      [
        "--player", Lab.player, "--count", Lab.isSoak ? "2000" : "6", "--batch", "20", "--jobs",
        "6",
        "--seed", "14", "--out", out.path,
      ])
    #expect(result.status == 0, "\(result.output)")
  }
}
