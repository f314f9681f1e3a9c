import Testing
import VitrineLinux
import VitrinePlayback
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

/// Audio while the display's thread is busy with a mode set.
@Suite("Audio commands and a busy display")
struct SoundOrderTests {
  private func playing() -> FakePlayer {
    let player = FakePlayer(["a", "b"], scripts: ["a": .init(frames: 900)])
    player.play(for: .seconds(1))
    return player
  }

  /// The media position heard now in the current run.
  private func place(_ player: FakePlayer) -> MediaTime? {
    player.state.currentRun.flatMap {
      player.sound.state.clock.mediaTime(of: $0, at: player.clock.now)
    }
  }

  @Test("A pause does not wait for the display, nor do later commands")
  func pause() throws {
    let player = playing()
    player.display.isBusy = true
    player.player.perform(.pause)
    player.play(for: .milliseconds(200))
    let halted = try #require(place(player))
    player.play(for: .milliseconds(500))
    #expect(place(player) == halted)
    player.player.perform(.play)
    player.play(for: .milliseconds(500))
    let moved = try #require(place(player)) - halted
    #expect(moved > MediaTime(3, 10), "\(moved.seconds) s")
  }

  @Test("A start waits for the display, to align its first sample with the new mode's vblank")
  func beginning() throws {
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 900)])
    player.display.isBusy = true
    player.play(for: .seconds(1))
    #expect(player.state.phase == .playing && place(player) == nil)
    player.display.isBusy = false
    player.play(for: .seconds(1))
    let first = try #require(player.shown.first)
    let run = try #require(player.state.currentRun)
    let heard = player.sound.state.clock.hostTime(
      of: player.sources.value[0].queues.startTime, in: run)
    let start = try #require(heard)
    #expect(abs((first.at - start).seconds) < 0.001, "\((first.at - start).seconds) s")
  }

  @Test("A pause before the start applies to it")
  func pausedBeginning() throws {
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 900)])
    player.display.isBusy = true
    player.play(for: .seconds(1))
    player.player.perform(.pause)
    player.play(for: .milliseconds(100))
    player.display.isBusy = false
    player.play(for: .seconds(1))
    let halted = try #require(place(player))
    player.play(for: .seconds(1))
    #expect(place(player) == halted)
    #expect(player.shown.allSatisfy { $0.frame == 0 })
    player.player.perform(.play)
    player.play(for: .seconds(1))
    #expect(player.shown.count > 20)
  }

  @Test("A run abandoned before its start is not heard")
  func left() throws {
    let player = FakePlayer(
      ["a", "b"], scripts: ["a": .init(frames: 900), "b": .init(frames: 900)])
    player.display.isBusy = true
    player.play(for: .seconds(1))
    let old = try #require(player.state.currentRun)
    player.player.perform(.next)
    player.play(for: .milliseconds(100))
    player.display.isBusy = false
    player.play(for: .seconds(1))
    #expect(player.sound.state.clock.mediaTime(of: old, at: player.clock.now) == nil)
    #expect(player.shown.allSatisfy { $0.opening == 1 })
    #expect(place(player) != nil && player.shown.count > 20)
  }
}
