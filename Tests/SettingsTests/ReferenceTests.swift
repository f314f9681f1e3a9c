import Foundation
import Testing

@testable import VitrineSettings

@Suite("The page of reference")
struct ReferenceTests {
  @Test(
    "docs/operate/configuration.md is what the schema says; `vitrine config reference` prints it")
  func page() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "docs/operate/configuration.md"), encoding: .utf8)
    #expect(page == Configuration.reference)
  }

  @Test("It has every key, and its example is good")
  func complete() {
    for setting in Schema.settings {
      #expect(Configuration.reference.contains(setting.name))
    }
    #expect(faults(Configuration.example) == [])
  }

  @Test("Every section and key has a place of its own")
  func paths() {
    let paths = Schema.sections.map(\.path) + Schema.settings.map(\.path)
    #expect(Set(paths).count == paths.count)
    let sections = Set(Schema.sections.map(\.path) + [""])
    for path in paths { #expect(sections.contains(Schema.parent(of: path))) }
  }
}
