import Testing
import VitrineControl
import VitrineEngine
import VitrineOperations
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

@testable import VitrinePlayback

/// The events of a player that clients receive.
struct PlaybackEventFilterTests {
  private static let item = Item(path: "/a.mp4")
  private static let other = Item(path: "/b.mp4")
  private static let error = PlaybackError(.source, "damaged", exitStatus: .noInput)

  private static func time(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: seconds * 1_000_000_000)
  }

  private static func began(_ item: Item, _ run: Int, _ seconds: Int64) -> PlayerEvent {
    .screen(.began(item, opening: Run(run), at: time(seconds)))
  }

  private static func left(
    _ item: Item, _ run: Int, _ end: ShowingEnd, isInterrupted: Bool = false
  ) -> PlayerEvent {
    let run = Run(run)
    var shown = ScreenTime(run: run, begin: time(0), end: time(1), obstacles: [])
    shown.isInterrupted = isInterrupted
    return .screen(.left(item, opening: run, shown, end))
  }

  @Test(
    "Each event is reported once",
    arguments: [
      (
        "an item follows another", [began(item, 1, 0), began(other, 2, 9), left(item, 1, .ended)],
        [.shown(item), .shown(other), .ended(item, isComplete: true)]
      ),
      (
        "an item is replaced", [began(item, 1, 0), left(item, 1, .cut)],
        [.shown(item), .ended(item, isComplete: false)]
      ),
      (
        "a seek, whose first part is reported last",
        [
          began(item, 1, 0), began(item, 1, 2), left(item, 1, .open), began(other, 2, 9),
          left(item, 1, .ended),
        ],
        [.shown(item), .shown(other), .ended(item, isComplete: true)]
      ),
      (
        "an item fails on screen",
        [began(item, 1, 0), .failed(item, error), left(item, 1, .failed)],
        [.shown(item), .failed(item, error: "damaged")]
      ),
      (
        "another item follows while the display is dark",
        [
          began(item, 1, 0), .display(.dark(reason: "unplugged")),
          left(item, 1, .open, isInterrupted: true), began(other, 2, 9),
        ],
        [
          .shown(item), .ended(item, isComplete: false), .shown(other),
          .back(reason: "unplugged", missing: 9),
        ]
      ),
      (
        "nothing could be played",
        [.failed(item, error), .waiting(error, retryAfter: .seconds(5)), began(item, 2, 5)],
        [.failed(item, error: "damaged"), .shown(item), .back(reason: "damaged", missing: 5)]
      ),
      (
        "the display is dark while nothing can be played: the first reason counts",
        [
          .display(.dark(reason: "unplugged")), .waiting(error, retryAfter: .seconds(5)),
          began(item, 2, 5), began(item, 2, 6),
        ],
        [.shown(item), .back(reason: "unplugged", missing: 5)]
      ),
      (
        "the operator turned the display off",
        [
          began(item, 1, 0), .power(isOn: false), left(item, 1, .open), .power(isOn: true),
          began(item, 1, 3),
        ],
        [.shown(item)]
      ),
    ] as [(String, [PlayerEvent], [PlaybackEvent])])
  func table(_ name: String, _ events: [PlayerEvent], _ expected: [PlaybackEvent]) {
    var filter = PlaybackEventFilter()
    #expect(events.flatMap { filter.handle($0, at: Self.time(0)) } == expected, "\(name)")
  }
}
