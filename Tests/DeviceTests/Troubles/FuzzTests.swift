import Foundation
import Testing

/// A short form of tools/fuzz-media: files whose headers lie, in the program as people start it.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct FuzzTests {
  @Test("no header that lies ends the player, or has it hang")
  func headers() throws {
    let out = try Lab.folder("fuzz")
    let result = try Lab.run(
      Lab.root.appending(path: "tools/fuzz-media").path,
      [
        "--player", Lab.player, "--count", Lab.isSoak ? "2000" : "6", "--batch", "20", "--jobs",
        "2",
        "--seed", "14", "--out", out.path,
      ])
    #expect(result.status == 0, "\(result.output)")
  }
}
