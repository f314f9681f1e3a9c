import Testing
import VitrineKit
import VitrineTesting

/// The size, chapters and tags of an item's file, in the player's status.
@Suite("Facts about the current item's file")
struct MediaFactsTests {
  private let stage = Stage(width: 64, height: 48)

  private func player(_ film: Film) -> Player {
    stage.films["a"] = film
    var options = PlayerOptions()
    (options.interface, options.staysOpen) = (nil, true)
    return stage.player([Item(path: "a")], options: options)
  }

  @Test("The video's natural size is known while its item is open")
  func size() {
    var film = Film(seconds: 10)
    (film.openingTime, film.videoSize) = (.seconds(1), VideoSize(width: 1024, height: 576))
    let player = player(film)
    stage.advance(by: .milliseconds(500))
    #expect(player.status.videoSize == nil)
    stage.advance(by: .seconds(1))
    #expect(player.status.videoSize == VideoSize(width: 1024, height: 576))
    #expect(player.status.videoSize.map { abs($0.aspectRatio - 16.0 / 9) < 0.001 } == true)
    player.setRotation(.clockwise)
    player.setFit(.stretch)
    stage.advance(by: .seconds(1))
    #expect(player.status.videoSize == VideoSize(width: 1024, height: 576))
    player.stop()
    stage.advance(by: .zero)
    #expect(player.status.videoSize == nil)
  }

  @Test("An image has a size; music and a colour have none")
  func sizeOfOthers() {
    var image = Film.picture()
    image.videoSize = VideoSize(width: 3, height: 4)
    let player = player(image)
    stage.advance(by: .seconds(1))
    #expect(player.status.videoSize == VideoSize(width: 3, height: 4))
    var music = Film(seconds: 10)
    music.videoSize = nil
    stage.films["b"] = music
    for item in [Item(path: "b"), .color(0xFF0000)] {
      player.play(item)
      stage.advance(by: .seconds(1))
      #expect(player.status.phase == .playing && player.status.videoSize == nil)
    }
  }

  @Test("Chapters have numbers, titles, starts and ends, and the current one follows the position")
  func chapters() {
    var film = Film(seconds: 30)
    film.chapters = [
      .init("Overture", start: .seconds(2)), .init(start: .seconds(10)),
      .init("Finale", start: .seconds(20)),
    ]
    let player = player(film)
    stage.advance(by: .seconds(1))
    let chapters = player.status.chapters
    #expect(chapters.map(\.number) == [1, 2, 3] && chapters.map(\.id) == [1, 2, 3])
    #expect(chapters.map(\.title) == ["Overture", nil, "Finale"])
    #expect(chapters.map(\.start) == [.seconds(2), .seconds(10), .seconds(20)])
    #expect(chapters.map(\.end) == [.seconds(10), .seconds(20), .seconds(30)])
    #expect(player.status.chapter == nil)
    for chapter in chapters {
      player.seek(to: chapter.start)
      stage.advance(by: .seconds(1))
      #expect(player.status.chapter == chapter)
    }
  }

  @Test("The last chapter of an endless stream has no end")
  func endless() {
    var film = Film(duration: nil)
    film.chapters = [.init(start: .zero)]
    let player = player(film)
    stage.advance(by: .seconds(1))
    #expect(player.status.chapter?.start == .zero && player.status.chapter?.end == nil)
  }

  @Test("Tags are available by property and by name, and end with the item")
  func tags() {
    var film = Film(seconds: 10)
    film.title = "Port"
    film.tags = [
      "title": "Port", "ARTIST": "A. Singer", "album": "Harbour", "date": "1974",
      "genre": "Chanson", "comment": "Live", "language": "fra", "Composer": "B. Writer",
    ]
    let player = player(film)
    #expect(player.status.tags.names.isEmpty)
    stage.advance(by: .seconds(1))
    let tags = player.status.tags
    #expect(tags.title == "Port" && tags.artist == "A. Singer" && tags.album == "Harbour")
    #expect(tags.date == "1974" && tags.genre == "Chanson" && tags.comment == "Live")
    #expect(tags.language == "fra" && tags["composer"] == "B. Writer" && tags["track"] == nil)
    #expect(tags.names.count == 8 && tags.names.first == "album")
    player.close()
    stage.advance(by: .zero)
    #expect(player.status.tags.names.isEmpty && player.status.chapters.isEmpty)
  }

  @Test("A description is in the status, the queue and the events, and not on screen")
  func description() throws {
    let (plain, described) = (Stage(width: 64, height: 48), Stage(width: 64, height: 48))
    var item = Item(path: "a")
    let first = plain.player([item])
    item.description = "Two minutes about ships"
    let second = described.player([item])
    for (stage, player) in [(plain, first), (described, second)] {
      player.showControls()
      stage.advance(by: .seconds(1))
    }
    #expect(first.status.item?.description == nil)
    #expect(second.status.item?.description == "Two minutes about ships")
    #expect(second.queue.entries.map(\.item.description) == ["Two minutes about ships"])
    let opened = described.events.compactMap { received in
      if case .opened(let item, _) = received.event { item.description } else { nil }
    }
    #expect(opened == ["Two minutes about ships"])
    let (one, other) = (try #require(plain.screenshot()), try #require(described.screenshot()))
    for y in 0..<48 {
      #expect((0..<64).allSatisfy { one.color(x: $0, y: y) == other.color(x: $0, y: y) })
    }
  }
}
