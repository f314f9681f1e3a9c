import Foundation
import Testing

@testable import VitrinePlayback

@Suite("The kinds of messages")
struct MessageKindTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("docs/operate/messages.md matches the table; `vitrine explain reference` prints it")
  func page() throws { #expect(try Self.text("docs/operate/messages.md") == MessageKind.reference) }

  @Test("systemd/vitrine.catalog matches the table; `vitrine explain catalog` prints it")
  func catalog() throws { #expect(try Self.text("systemd/vitrine.catalog") == MessageKind.catalog) }

  @Test("Each ID has 128 bits", arguments: MessageKind.allCases)
  func identifiers(kind: MessageKind) {
    #expect(kind.rawValue.count == 32)
    #expect(kind.rawValue.allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }

  @Test("Each warning and error has a cure; the texts of the catalog are plain lines")
  func explanations() {
    for kind in MessageKind.allCases {
      let entry = kind.explanation
      #expect((entry.cure == nil) == (entry.severity == .info), "\(kind)")
      for text in [entry.text, entry.meaning, entry.cure ?? ""] {
        // journald replaces @FIELD@, and "-- " begins the next entry.
        #expect(!text.contains("\n") && !text.contains("@") && !text.hasPrefix("-- "), "\(kind)")
      }
      #expect(entry.meaning.hasSuffix(".") && entry.cure?.hasSuffix(".") != true, "\(kind)")
    }
  }

  @Test("The service logs every kind")
  func isUsed() throws {
    var sources = ""
    for folder in ["Sources/Daemon", "Sources/Lists", "Sources/StageFiles", "Sources/vitrine"] {
      let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
      while let name = files?.nextObject() as? String {
        if name.hasSuffix(".swift") { sources += try Self.text("\(folder)/\(name)") }
      }
    }
    let words = Set(sources.split { !$0.isLetter && $0 != "." }.map(String.init))
    for kind in MessageKind.allCases { #expect(words.contains(".\(kind)"), "\(kind)") }
  }

  @Test("A message names its kind, item and output in the journal")
  func fields() {
    let plain = LogMessage(.itemFailed, "a.mp4: gone")
    #expect(plain.fields.map(\.name) == ["MESSAGE_ID"])
    let full = LogMessage(.itemFailed, "a.mp4: gone", item: "/a.mp4", output: "HDMI-A-1")
    #expect(
      full.fields.map { "\($0)=\($1)" } == [
        "MESSAGE_ID=\(MessageKind.itemFailed.rawValue)", "VITRINE_ITEM=/a.mp4",
        "VITRINE_OUTPUT=HDMI-A-1",
      ])
  }
}
