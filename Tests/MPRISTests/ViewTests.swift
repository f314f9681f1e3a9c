import Testing
import VitrineBus
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineMPRIS

/// A playing `/a b.mp4` of ten seconds, the first of two.
func playing(
  loop: Queue.Loop = .none, _ change: (inout PlaybackStatus) -> Void = { _ in }
) -> MPRISView {
  var view = MPRISView(
    status: PlaybackStatus(),
    queue: Queue([Item(path: "/a b.mp4"), Item(path: "/c.mp4")], loop: loop))
  let entry = view.queue.entries[0]
  (view.status.phase, view.status.entry, view.status.item) = (.playing, entry.id, entry.item)
  (view.status.duration, view.status.position) = (MediaTime(10, 1), MediaTime(5, 2))
  change(&view.status)
  return view
}

let idle = MPRISView(status: PlaybackStatus(), queue: Queue())

@Suite("Properties")
struct ViewTests {
  private static let live = LiveProgress(
    latency: MediaTime(1, 1), target: MediaTime(1, 1), rate: 1, isShifted: false,
    window: MediaTime(3, 1)...MediaTime(60, 1))

  private static let table: [(MPRISView, String, BusValue)] = [
    (playing(), "PlaybackStatus", .string("Playing")),
    (playing { $0.isPaused = true }, "PlaybackStatus", .string("Paused")),
    (playing { $0.phase = .opening }, "PlaybackStatus", .string("Playing")),
    (playing { $0.phase = .ended }, "PlaybackStatus", .string("Stopped")),
    (idle, "PlaybackStatus", .string("Stopped")),
    (playing(), "Position", .int64(2_500_000)), (idle, "Position", .int64(0)),
    (playing(), "LoopStatus", .string("None")),
    (playing(loop: .item), "LoopStatus", .string("Track")),
    (playing(loop: .queue), "LoopStatus", .string("Playlist")),
    (playing(), "Shuffle", .bool(false)), (playing(), "Rate", .double(1)),
    (playing { $0.volume = 0.25 }, "Volume", .double(0.25)),
    (playing(), "CanPlay", .bool(true)), (idle, "CanPlay", .bool(false)),
    (playing(), "CanPause", .bool(true)), (idle, "CanPause", .bool(false)),
    (playing(), "CanSeek", .bool(true)), (idle, "CanSeek", .bool(false)),
    (playing { $0.duration = nil }, "CanSeek", .bool(false)),
    (playing { ($0.duration, $0.live) = (nil, live) }, "CanSeek", .bool(true)),
    (playing(), "CanGoNext", .bool(true)), (playing { $0.entry = 2 }, "CanGoNext", .bool(false)),
    (playing(loop: .queue) { $0.entry = 2 }, "CanGoNext", .bool(true)),
    (playing { $0.entry = 99 }, "CanGoNext", .bool(true)), (idle, "CanGoNext", .bool(false)),
    (playing(), "CanGoPrevious", .bool(true)), (idle, "CanGoPrevious", .bool(false)),
    (idle, "CanControl", .bool(true)), (idle, "Metadata", .properties([:])),
  ]

  @Test("Properties report the player's state", arguments: table.indices)
  func properties(index: Int) {
    let (view, name, value) = Self.table[index]
    #expect(view.player[name] == value, "\(name)")
  }

  @Test("Properties match their description in number and type")
  func description() throws {
    for (interface, values) in zip(
      MPRISInterfaces.object.interfaces, [MPRISView.root, playing().player])
    {
      #expect(Set(values.keys) == Set(interface.properties.map(\.name)))
      for property in interface.properties {
        #expect(values[property.name]?.signature == property.signature, "\(property.name)")
      }
    }
  }

  @Test("Properties describe the current item")
  func metadata() {
    let expected: [String: BusValue] = [
      "mpris:trackid": .objectPath("/vitrine/entry/1"), "mpris:length": .int64(10_000_000),
      "xesam:title": .string("a b"), "xesam:url": .string("file:///a%20b.mp4"),
    ]
    #expect(MPRISMetadata.properties(playing()) == expected)
  }

  private static let titles: [(String?, String?, String)] = [
    (nil, nil, "a b"), (nil, "file title", "file title"),
    ("list title", "file title", "list title"),
    (nil, "a\0b", "ab"),
    (nil, String(repeating: "x", count: 2000), String(repeating: "x", count: 1024)),
  ]

  @Test("A list's title takes precedence over the file's", arguments: titles.indices)
  func title(index: Int) {
    let (list, file, shown) = Self.titles[index]
    let view = playing {
      $0.item?.title = list
      $0.title = file
    }
    #expect(MPRISMetadata.properties(view)["xesam:title"] == .string(shown))
  }

  @Test("Unknown properties are omitted")
  func unknown() {
    let view = playing {
      ($0.duration, $0.entry, $0.item) = (nil, nil, Item(.card(title: "Hello", detail: "")))
    }
    #expect(
      MPRISMetadata.properties(view) == [
        "mpris:trackid": .objectPath("/org/mpris/MediaPlayer2/TrackList/NoTrack"),
        "xesam:title": .string("Hello"),
      ])
  }
}
