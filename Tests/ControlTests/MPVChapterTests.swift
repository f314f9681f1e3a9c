import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineControl

/// Chapters, as mpv's clients know them.
@Suite("Chapters over mpv's protocol")
struct MPVChapterTests {
  private func playing(_ chapters: [Chapter], at seconds: Int64) -> MPVView {
    var view = MPVView(status: PlaybackStatus(), queue: Queue([Item(path: "/a.mkv")]))
    let entry = view.queue.entries[0]
    (view.status.phase, view.status.entry, view.status.item) = (.playing, entry.id, entry.item)
    (view.status.chapters, view.status.position) = (chapters, MediaTime(seconds, 1))
    return view
  }

  private static let three = [
    Chapter(title: "Start", start: MediaTime(1, 2)), Chapter(start: MediaTime(4, 1)),
    Chapter(title: "The \"end\"", start: MediaTime(8, 1)),
  ]

  private func read(_ name: String, _ view: MPVView) -> String? {
    try? MPVAccess.get(name, view).json
  }

  @Test("Chapters are listed with their titles and times")
  func listed() {
    let view = playing(Self.three, at: 0)
    #expect(
      read("chapter-list", view)
        == #"[{"title":"Start","time":0.500000},{"time":4.000000},{"title":"The \"end\"","time":8.000000}]"#
    )
    #expect(read("chapters", view) == "3" && read("chapter-list/count", view) == "3")
    #expect(read("chapter-list/2/title", view) == #""The \"end\"""#)
    #expect(throws: MPVError.unavailable) { try MPVAccess.get("chapter-list/1/title", view) }
    #expect(throws: MPVError.unknownProperty) { try MPVAccess.get("chapter-list/3/time", view) }
  }

  @Test(
    "The current chapter is the last one that has started",
    arguments: [(0, "-1"), (4, "1"), (9, "2")])
  func current(_ seconds: Int64, _ number: String) {
    #expect(read("chapter", playing(Self.three, at: seconds)) == number)
  }

  @Test("Without chapters, the chapter properties are unavailable, as in mpv")
  func none() {
    let (plain, idle) = (playing([], at: 0), MPVView(status: PlaybackStatus(), queue: Queue()))
    #expect(read("chapters", plain) == "0" && read("chapter-list", plain) == "[]")
    #expect(read("chapter-list", idle) == "[]")
    for (name, view) in [("chapter", plain), ("chapter", idle), ("chapters", idle)] {
      #expect(throws: MPVError.unavailable) { try MPVAccess.get(name, view) }
    }
    #expect(throws: MPVError.unavailable) {
      try MPVAccess.set("chapter", .integer(Int64(3)), plain)
    }
  }

  @Test(
    "A client can seek to a chapter",
    arguments: [
      (-1, .seek(.init(to: .zero))), (1, .seek(.init(to: MediaTime(4, 1)))), (3, .next),
      (.max, .next),
    ] as [(Int64, Command)])
  func gone(_ number: Int64, _ command: Command) throws {
    let view = playing(Self.three, at: 5)
    #expect(try MPVAccess.set("chapter", .integer(number), view) == [.command(command)])
    let property = try #require(MPVProperty.named("chapter"))
    #expect(MPVArithmetic.sum(property, view, 1) == .integer(Int64(2)))
    #expect(throws: MPVError.badFormat) {
      try MPVAccess.set("chapter", .integer(Int64(-2)), view)
    }
  }
}
