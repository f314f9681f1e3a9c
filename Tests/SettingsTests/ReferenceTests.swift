import Foundation
import Testing

@testable import VitrineSettings

@Suite("The configuration reference")
struct ReferenceTests {
  @Test(
    "docs/operate/configuration.md matches the schema; `vitrine config reference` prints it")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "docs/operate/configuration.md"), encoding: .utf8)
    #expect(page == Configuration.reference)
  }

  @Test("The page has every key, and its example is valid")
  func complete() {
    for setting in Schema.settings {
      #expect(Configuration.reference.contains(setting.name))
    }
    #expect(faults(Configuration.example) == [])
  }

  @Test("Every section and key has its own path")
  func paths() {
    let paths = Schema.sections.map(\.path) + Schema.settings.map(\.path)
    #expect(Set(paths).count == paths.count)
    let sections = Set(Schema.sections.map(\.path) + [""])
    for path in paths { #expect(sections.contains(Schema.parent(of: path))) }
  }
}
