import Testing
import VitrineEngine
import VitrinePlayback
import VitrinePlaylists

@testable import VitrineDaemon

/// Failures that count against updated content.
struct ContentVerdictTests {
  private static let item = Item(path: "/content/a.mp4")

  private static let table: [(String, PlaybackError, Bool)] = [
    ("the file is damaged", PlaybackError(.decode, "m", exitStatus: .data), true),
    ("the file is not a film", PlaybackError(.format, "m", exitStatus: .data), true),
    ("the file is missing", PlaybackError(.source, "m", exitStatus: .noInput), true),
    (
      "the chosen track does not decode",
      PlaybackError(.decode, "m", exitStatus: .data, cause: .choice), false
    ),
    (
      "the disk does not answer", PlaybackError(.decode, "m", exitStatus: .data, cause: .machine),
      false
    ),
    ("an earlier open hangs", PlaybackError(.source, "m", exitStatus: .unavailable), false),
    ("no thread can be created", PlaybackError(.decode, "m", exitStatus: .unavailable), false),
    ("the program has a bug", PlaybackError(.decode, "m", exitStatus: .bug), false),
    ("the display was removed", PlaybackError(.display, "m", exitStatus: .unavailable), false),
    ("the display cannot show it", PlaybackError(.display, "m", exitStatus: .data), false),
    ("there is no sound card", PlaybackError(.sound, "m", exitStatus: .unavailable), false),
  ]

  @Test("Only faults of the content count against it", arguments: table.indices)
  func failures(_ index: Int) {
    let (name, error, counts) = Self.table[index]
    let expected = counts ? ContentVerdict.failed(Self.item.location, because: "m") : nil
    #expect(ContentVerdict(.failed(Self.item, error)) == expected, "\(name)")
  }
}
