import Testing
import VitrinePlayback
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

  private static let tracks = [
    TrackInfo(kind: .audio, index: 1, codec: "aac", language: "eng"),
    TrackInfo(kind: .audio, index: 2, codec: "aac", language: "ger"),
    TrackInfo(kind: .audio, index: 3, codec: "aac"),
    TrackInfo(kind: .subtitle, index: 4, codec: "ass", language: "fre"),
  ]

  @Test(
    "A hand-over replaces only its own tracks, and never makes a track's index permanent",
    arguments: [
      // Its audio and subtitles, the player's own, and the commands before and after it.
      (nil, nil, .index(2), .index(4), [], []),
      (.language("eng"), nil, .automatic, .index(4), [.language("eng")], [.automatic]),
      (.language("eng"), nil, .language("eng"), .off, [], []),
      (.language("eng"), nil, .index(2), .off, [.language("eng")], [.language("de")]),
      (.language("eng"), nil, .index(3), .off, [.language("eng")], [.automatic]),
      (.language("eng"), nil, .index(77), .off, [.language("eng")], [.automatic]),
      (nil, .off, .index(2), .index(4), [.off], [.language("fr")]),
      (
        .language("eng"), .off, .off, .automatic, [.language("eng"), .off], [.off, .automatic]
      ),
    ]
      as [(
        TrackSelection?, TrackSelection?, TrackSelection, TrackSelection, [TrackSelection],
        [TrackSelection]
      )])
  func replacedTracks(
    audio: TrackSelection?, subtitle: TrackSelection?, ownAudio: TrackSelection,
    ownSubtitle: TrackSelection, chosen: [TrackSelection], restored: [TrackSelection]
  ) {
    var content = TriggeredContent(name: "hand-over 1", Self.items, .now)
    content.continuation = TriggeredContent.Continuation(
      position: nil, audio: audio, subtitle: subtitle)
    var choices = TrackChoices()
    (choices.audio, choices.subtitle) = (ownAudio, ownSubtitle)
    var kinds: [TrackInfo.Kind] = []
    if audio != nil { kinds.append(.audio) }
    if subtitle != nil { kinds.append(.subtitle) }
    func commands(_ selections: [TrackSelection]) -> [Command] {
      zip(kinds, selections).map { .select($0, $1) }
    }
    #expect(content.replaceTracks(choices, of: Self.tracks) == commands(chosen))
    #expect(content.restoration == commands(restored))
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
