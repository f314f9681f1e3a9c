import Testing
import VitrinePlaylists

@testable import VitrineSignage

@Suite("Content that a key has started")
struct TriggeredContentTests {
  private static let items = [Item(path: "/a")]
  private static let others = [Item(path: "/b")]

  private func ends(
    _ start: TriggeredContent.Start, _ states: [(items: [Item], isOver: Bool)]
  ) -> [TriggeredContent.End?] {
    var content = TriggeredContent(name: "KEY_F1", Self.items, start)
    return states.map { content.update(.init(items: $0.items, isOver: $0.isOver)) }
  }

  @Test("The programme resumes after the end, not before the content has begun")
  func end() {
    #expect(
      ends(
        .now,
        [
          (Self.others, false), (Self.others, true), (Self.items, true), (Self.items, false),
          (Self.items, false), (Self.items, true),
        ]) == [nil, nil, nil, nil, nil, .resume])
  }

  @Test("Something else that was loaded stays")
  func replaced() {
    #expect(ends(.now, [(Self.items, false), (Self.others, false)]) == [nil, .replaced])
  }

  @Test("Only the release of the key that started it ends held content")
  func released() {
    for (start, isEnd) in [(TriggeredContent.Start.now, false), (.next, false), (.held, true)] {
      let content = TriggeredContent(name: "KEY_F1", Self.items, start)
      #expect(content.released("KEY_F1") == isEnd)
      #expect(!content.released("KEY_F2"))
    }
  }
}
