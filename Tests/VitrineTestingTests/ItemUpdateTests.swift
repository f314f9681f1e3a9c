import Testing
import VitrineKit
import VitrineTesting

/// Changes of an item's title, description and placeholder at run time.
@Suite("Changing how an item is presented")
struct ItemUpdateTests {
  private let stage = Stage(width: 640, height: 360)

  private func player(_ names: String..., interface: Interface? = nil) -> Player {
    for name in names { stage.films[name] = stage.films[name] ?? Film(seconds: 60, frameRate: 5) }
    var options = PlayerOptions()
    options.interface = interface
    return stage.player(names.map { Item(path: $0) }, options: options)
  }

  /// The colours of every eighth pixel of the upper part of the screen, where the title is.
  private func top() throws -> [UInt32] {
    let screen = try #require(stage.screenshot())
    return stride(from: 0, to: 60, by: 2).flatMap { y in
      stride(from: 0, to: 640, by: 8).map { screen.color(x: $0, y: y) }
    }
  }

  /// The number of times that an item was opened.
  private func openings(_ name: String) -> Int {
    stage.events.count { received in
      if case .opened(let item, _) = received.event { item.location == name } else { false }
    }
  }

  @Test("The current item's title changes in the status, the queue and the controls")
  func title() throws {
    let player = player("a.mp4", "b.mp4", interface: Interface())
    stage.advance(by: .seconds(2))
    // The controls of a paused film stay.
    player.pause()
    player.showControls()
    stage.advance(by: .seconds(2))
    let before = try top()
    #expect(player.status.title == "a")
    let position = player.status.position
    player.setTitle("The Old Port")
    stage.advance(by: .seconds(1))
    #expect(player.status.title == "The Old Port")
    #expect(player.status.item?.title == "The Old Port")
    #expect(player.queue.entries.map(\.item.title) == ["The Old Port", nil])
    #expect(try top() != before)
    player.setTitle(nil)
    stage.advance(by: .seconds(1))
    #expect(player.status.title == "a")
    #expect(try top() == before)
    #expect(openings("a.mp4") == 1 && player.status.position == position)
    #expect(stage.frames.map(\.position).isSorted)
  }

  @Test("A queued item plays with its new title and description, in its place and in events")
  func queued() {
    let player = player("a", "b", "c")
    stage.films["a"] = Film(seconds: 10)
    stage.advance(by: .seconds(1))
    let entry = player.queue.entries[1].id
    player.setTitle("Second", of: entry)
    player.setDescription("Two minutes about ships", of: entry)
    stage.advance(by: .zero)
    #expect(player.queue.entries.map(\.id)[1] == entry)
    #expect(player.queue.entries[1].item.title == "Second" && player.status.item?.title == nil)
    player.next()
    stage.advance(by: .seconds(1))
    #expect(player.status.entry == entry && player.status.title == "Second")
    #expect(player.status.item?.description == "Two minutes about ships")
    let playing = stage.events.compactMap { received in
      if case .playing(let item) = received.event { item.title } else { nil }
    }
    #expect(playing == ["Second"])
    player.setDescription(nil)
    stage.advance(by: .zero)
    #expect(player.status.item?.description == nil)
  }

  @Test("The item that is already prepared to follow has its new title when it plays")
  func prepared() {
    stage.films = ["a": Film(seconds: 3), "b": Film(seconds: 3)]
    let player = player("a", "b")
    stage.advance(by: .milliseconds(2500))
    #expect(openings("b") == 1)
    player.setTitle("Second", of: player.queue.entries[1].id)
    stage.advance(by: .seconds(1))
    #expect(player.status.title == "Second" && openings("b") == 1)
  }

  @Test("A placeholder appears at once while its item loads, and for a queued item when it opens")
  func placeholder() throws {
    var slow = Film(seconds: 10)
    (slow.openingTime, slow.color) = (.milliseconds(4500), 0x00_80_00)
    stage.films = [
      "a": slow, "b": slow, "red.png": .picture(0xC0_00_00), "blue.png": .picture(0x00_00_C0),
    ]
    func shown() throws -> UInt32 { try #require(stage.screenshot()).color(x: 320, y: 180) }
    let player = player("a", "b")
    stage.advance(by: .seconds(1))
    player.setPlaceholder("red.png")
    stage.advance(by: .seconds(1))
    #expect(try shown() == 0xC0_00_00 && player.status.phase == .opening)
    player.setPlaceholder("blue.png")
    stage.advance(by: .seconds(1))
    #expect(try shown() == 0x00_00_C0)
    player.setPlaceholder(nil)
    stage.advance(by: .seconds(1))
    #expect(try shown() == 0x00_00_C0)
    #expect(player.status.item?.placeholder == nil)
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .playing)
    #expect(try shown() == 0x00_80_00)
    player.setPlaceholder("red.png")
    player.setPlaceholder("red.png", of: player.queue.entries[1].id)
    stage.advance(by: .seconds(1))
    #expect(try shown() == 0x00_80_00)
    player.next()
    stage.advance(by: .seconds(1))
    #expect(player.status.phase == .opening)
    #expect(try shown() == 0xC0_00_00)
    #expect(openings("a") == 1)
  }

  @Test("Before the player starts and without an item, nothing happens")
  func nothing() {
    let player = player()
    player.setTitle("Title")
    stage.advance(by: .seconds(1))
    #expect(player.status.title == nil && player.queue.entries.isEmpty)
  }
}

extension [Duration] {
  fileprivate var isSorted: Bool { zip(self, dropFirst()).allSatisfy { $0 <= $1 } }
}
