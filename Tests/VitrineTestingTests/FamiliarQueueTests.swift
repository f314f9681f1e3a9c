import Testing
import VitrineKit
import VitrineTesting

/// The queue, as `ComingFromAVPlayer.md` maps it.
@Suite("Coming from AVPlayer: the queue")
struct FamiliarQueueTests {
  private let stage = Stage(width: 64, height: 48)

  private func player(_ names: String...) -> Player {
    for name in "abcdef" { stage.films["\(name)"] = Film(seconds: 10) }
    var options = PlayerOptions()
    options.interface = nil
    let player = stage.player(names.map { Item(path: $0) }, options: options)
    stage.advance(by: .seconds(1))
    return player
  }

  private func names(_ player: Player) -> String {
    stage.advance(by: .zero)
    return player.queue.entries.map(\.item.location).joined()
  }

  /// The item playing a second later.
  private func playing(_ player: Player) -> String? {
    stage.advance(by: .seconds(1))
    return player.status.item?.location
  }

  @Test("Items are appended, inserted, moved and removed during playback")
  func edits() {
    let player = player("a", "b")
    player.append(Item(path: "d"))
    player.append([Item(path: "e"), Item(path: "f")])
    player.insert(Item(path: "c"), at: 2)
    #expect(names(player) == "abcdef")
    let entries = player.queue.entries
    player.move(entries[5].id, to: 1)
    player.remove(entries[2].id)
    #expect(names(player) == "afbde")
    #expect(playing(player) == "a")
    player.next()
    #expect(playing(player) == "f")
    // The current item plays to its end.
    player.replace(with: [Item(path: "c")])
    #expect(playing(player) == "f")
    stage.advance(by: .seconds(8))
    #expect(playing(player) == "c")
    player.removeAll()
    #expect(names(player).isEmpty)
  }

  @Test("The player moves to the next, the previous and any other item")
  func moves() {
    let player = player("a", "b", "c")
    player.next()
    #expect(playing(player) == "b")
    player.previous()
    #expect(playing(player) == "a")
    player.jump(to: player.queue.entries[2].id)
    #expect(playing(player) == "c")
    #expect(player.status.entry == player.queue.entries[2].id)
  }

  @Test("One item or the whole queue loops forever, or an item repeats a number of times")
  func loops() {
    let player = player("a", "b")
    player.setLoop(.item)
    stage.advance(by: .seconds(35))
    #expect(player.status.item?.location == "a" && player.queue.loop == .item)
    player.setLoop(.queue)
    player.next()
    stage.advance(by: .seconds(15))
    #expect(player.status.item?.location == "a" && player.status.phase == .playing)
    var twice = Item(path: "c")
    twice.repeatCount = 2
    player.setLoop(.none)
    player.play([twice, Item(path: "d")])
    stage.advance(by: .seconds(15))
    #expect(player.status.item?.location == "c")
    stage.advance(by: .seconds(10))
    #expect(player.status.item?.location == "d")
  }
}
