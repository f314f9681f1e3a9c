import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

/// The queue changes during the transition between two items.
@Suite("A list that changes at a transition")
struct EditAtEdgeTests {
  /// In milliseconds from the transition: the next item is decided, is in the audio device, is on
  /// its way to the screen, has just arrived there, or was reported.
  @Test(
    "The changed list determines the next item at any moment",
    arguments: Array(stride(from: -140, to: 60, by: 3)))
  func exchanged(_ place: Int) throws {
    let player = FakePlayer(
      ["a", "b"],
      scripts: ["a": .init(frames: 30), "b": .init(frames: 30), "c": .init(frames: 30)],
      loop: .queue)
    player.play(for: .milliseconds(200))
    // Its first frame came a little after its start.
    let first = try #require(player.shown.first)
    let edge = first.at + .seconds(1)
    player.play(for: edge - player.clock.now + .milliseconds(place))
    player.player.perform(.edit(.reload([Item(path: "c"), Item(path: "a")])))
    player.play(for: .seconds(2))
    let last = try #require(player.shown.last)
    #expect(player.clock.now - last.at < .milliseconds(200), "no more frames are shown")
    #expect(player.events.value.contains("playing c"), "\(player.events.value)")
  }

  @Test(
    "A source opened before its path changed is not shown afterwards",
    arguments: Array(stride(from: -700, to: -140, by: 7)))
  func renewed(_ place: Int) throws {
    let player = FakePlayer(
      ["a", "b"], scripts: ["a": .init(frames: 30), "b": .init(frames: 30)], loop: .queue)
    player.play(for: .milliseconds(200))
    let edge = try #require(player.shown.first).at + .seconds(1)
    player.play(for: edge - player.clock.now + .milliseconds(place))
    player.player.perform(.edit(.renew))
    player.play(for: .seconds(2))
    let openings = Set(player.shown.map(\.opening))
    #expect(openings.contains(2) && !openings.contains(1), "\(openings)")
  }
}
