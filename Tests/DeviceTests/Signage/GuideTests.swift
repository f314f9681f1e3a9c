import Foundation
import Testing

/// docs/operate/signage.md, done as it stands there.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct GuideTests {
  private func follow(_ name: String, _ options: [String] = []) throws {
    let out = try Lab.folder(name)
    let result = try Lab.run(
      Lab.root.appending(path: "tools/test.d/follow-guide").path,
      ["--vitrine", Lab.player, "--out", out.path] + options)
    print(result.output)
    #expect(result.status == 0, "\(result.output.suffix(3000))\nsee \(out.path)")
  }

  @Test("the guide to a campaign holds, step by step, with a player here as the screen")
  func here() throws { try follow("guide") }

  @Test(
    "the guide to a campaign holds from an empty card on, with a PC that boots from it",
    .enabled(if: Stock.isThere && Lab.isSoak))
  func card() throws {
    let made = try Lab.run(Lab.root.appending(path: "tools/package").path, [])
    try #require(made.status == 0, "\(made.output)")
    let package = try #require(made.output.split(separator: "\n").last.map(String.init))
    try follow("guide-card", ["--image", package])
  }
}
