import Foundation
import Testing

/// docs/operate/accessibility.md.
struct AccessibilityPageTests {
  @Test("Every test suite that the page names exists")
  func suites() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "docs/operate/accessibility.md"), encoding: .utf8)
    let names = Set(page.matches(of: /`(?:[A-Za-z]+\.)?([A-Za-z]+Tests)`/).map { String($0.1) })
      .subtracting(["DeviceTests"])
    var known: Set<String> = []
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      known.formUnion(text.matches(of: /struct ([A-Za-z]+Tests)/).map { String($0.1) })
    }
    #expect(names.count > 20)
    #expect(names.subtracting(known) == [])
  }
}
