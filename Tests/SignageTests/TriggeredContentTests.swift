import Testing
import VitrinePlaylists
import VitrineTiming

@testable import VitrineSignage

@Suite("Content that a key has started")
struct TriggeredContentTests {
  private static let items = [Item(path: "/a")]
  private static let others = [Item(path: "/b")]

  /// The results of states, 0.5 s apart.
  private func ends(
    _ start: TriggeredContent.Start, _ states: [(items: [Item], isActive: Bool)]
  ) -> [TriggeredContent.End?] {
    var content = TriggeredContent(name: "KEY_F1", Self.items, start)
    return states.enumerated().map { place, state in
      content.update(
        .init(items: state.items, isActive: state.isActive),
        at: HostTime(nanoseconds: Int64(place) * 500_000_000))
    }
  }

  @Test("The programme resumes after the end, not before the content has begun")
  func end() {
    #expect(
      ends(
        .now,
        [
          (Self.others, true), (Self.others, false), (Self.items, false), (Self.items, true),
          (Self.items, true), (Self.items, false),
        ]) == [nil, nil, nil, nil, nil, .resume])
  }

  @Test("Content that ends before the player was looked at, or fails at once, ends after 2 s")
  func failed() {
    #expect(
      ends(.now, Array(repeating: (Self.items, false), count: 5)) == [nil, nil, nil, nil, .resume])
  }

  @Test("Something else that was loaded stays, before the content has begun, too")
  func replaced() {
    #expect(ends(.now, [(Self.items, true), (Self.others, true)]) == [nil, .replaced])
    #expect(
      ends(.now, Array(repeating: (Self.others, true), count: 5)) == [
        nil, nil, nil, nil, .replaced,
      ])
  }

  @Test("Items that a client appends play before the programme resumes")
  func appended() {
    let both = Self.items + Self.others
    #expect(
      ends(.now, [(Self.items, true), (both, true), (both, false)]) == [nil, nil, .resume])
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
