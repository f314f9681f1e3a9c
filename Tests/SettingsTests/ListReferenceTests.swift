import Foundation
import Testing
import VitrinePlaylists

@testable import VitrineSettings

@Suite("The list reference")
struct ListReferenceTests {
  @Test("docs/use/playlists.md matches the output of `vitrine list reference`")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "docs/use/playlists.md"), encoding: .utf8)
    #expect(page == ListReference.page)
  }

  @Test("The page has every key, and its example is valid")
  func complete() {
    for name in YAMLList.keys + ItemKey.sources + ItemKey.all.map(\.name) {
      #expect(ListReference.page.contains("| `\(name)` |"))
    }
    let contents = YAMLList.contents(of: Array(ListReference.example.utf8), path: "a.yaml")
    #expect(contents.faults == [] && contents.entries.count == 5)
  }

  @Test("The faults on the page match the reported ones")
  func faults() {
    let table = ListTable([
      "menu.m3u": "\n\n\n\n\n\nloop.pls\n\nhttps://x", "loop.pls": "[playlist]\nFile1=menu.m3u",
      "lobby.yaml": "items:\n- a\n-\n  file: b\n\n  volumme: 1",
    ])
    for line in table.played("menu.m3u") + table.played("lobby.yaml") {
      #expect(ListReference.page.contains("    \(line)\n"), "\(line)")
    }
  }
}
