import Foundation
import Testing

/// Follows docs/operate/signage.md and museum.md literally.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct GuideTests {
  private func follow(_ name: String, _ options: [String] = []) throws {
    let out = try Lab.folder(name)
    let result = try Lab.run(
      "tools/test.d/trusted-clock",
      ["tools/test.d/follow-guide", "--vitrine", Lab.player, "--out", out.path] + options)
    print(result.output)
    #expect(result.status == 0, "\(result.output.suffix(3000))\nsee \(out.path)")
  }

  @Test("The campaign guide works step by step with a local player")
  func here() throws { try follow("guide") }

  @Test("The kiosk guide works step by step with a local player")
  func kiosk() throws { try follow("guide-kiosk", ["docs/operate/museum.md"]) }

  @Test("The menu board guide works step by step with a local player")
  func board() throws { try follow("guide-board", ["docs/operate/menu-board.md"]) }

  @Test(
    "The guides work with a PC that boots from an empty card",
    .enabled(if: Stock.isThere && Lab.isSoak), arguments: ["signage", "museum", "menu-board"])
  func card(guide: String) throws {
    let made = try Lab.run(Lab.root.appending(path: "tools/package").path, [])
    try #require(made.status == 0, "\(made.output)")
    let package = try #require(made.output.split(separator: "\n").last.map(String.init))
    try follow("guide-card-\(guide)", ["--image", package, "docs/operate/\(guide).md"])
  }
}
