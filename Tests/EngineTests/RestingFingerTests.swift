import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

/// A finger resting on the slider, with a manual clock.
struct RestingFingerTests {
  /// How long a finger rests, and when.
  struct Rest: Sendable, CustomTestStringConvertible {
    var seconds: Int64
    var isPaused: Bool
    var isMoved: Bool
    var source: String

    var testDescription: String {
      "\(seconds) s, \(isPaused ? "paused" : "playing"), \(isMoved ? "moved" : "not moved"), \(source)"
    }

    static let table = [4, 8, 60].flatMap { seconds in
      ["film", "silent film", "slow decoder", "stream"].flatMap { source in
        [(false, false), (false, true), (true, false), (true, true)].map {
          Rest(seconds: seconds, isPaused: $0.0, isMoved: $0.1, source: source)
        }
      }
    }

    var script: SourceScript {
      switch source {
      case "silent film": .init(frames: 9000, hasSound: false)
      case "slow decoder": .init(frames: 9000, delay: .milliseconds(900))
      case "stream": .init(frames: 9000, arrival: .full)
      default: .init(frames: 9000)
      }
    }
  }

  @Test("A finger resting on the slider causes no failure", arguments: Rest.table)
  func rest(_ rest: Rest) {
    let player = FakePlayer(["a", "b"], scripts: ["a": rest.script])
    player.play(for: .seconds(3))
    if rest.isPaused { player.player.perform(.pause) }
    player.player.perform(.beginScrubbing)
    if rest.isMoved { player.player.perform(.scrub(to: MediaTime(100, 1))) }
    player.play(for: .seconds(rest.seconds))
    #expect(player.events.value == ["playing a"])
    #expect(player.player.status.isScrubbing && !player.player.status.isMoving)
    player.player.perform(.endScrubbing)
    player.play(for: .seconds(2))
    #expect(player.events.value == ["playing a"])
    let (status, place) = (player.player.status, rest.isMoved ? 100.0 : 3)
    #expect(status.isPaused == rest.isPaused && status.phase == .playing)
    let expected = rest.isPaused ? place - 1...place + 1 : place...place + 3
    #expect(expected.contains(status.position.seconds), "\(status.position)")
  }

  @Test(
    "If a client disconnects, playback returns to the position before the scrub",
    arguments: [false, true])
  func gone(isPaused: Bool) {
    let player = FakePlayer(["a", "b"], scripts: ["a": SourceScript(frames: 9000)])
    player.play(for: .seconds(3))
    if isPaused { player.player.perform(.pause) }
    player.player.perform(.beginScrubbing)
    player.player.perform(.scrub(to: MediaTime(100, 1)))
    player.play(for: .seconds(89))
    #expect(player.player.status.isScrubbing)
    player.play(for: .seconds(4))
    let status = player.player.status
    #expect(!status.isScrubbing && status.isPaused == isPaused && status.phase == .playing)
    #expect((2...7).contains(status.position.seconds), "\(status.position)")
    #expect(player.events.value == ["playing a", "a was left"])
  }

  @Test("A client's report of a resting finger renews the scrub without a seek")
  func kept() {
    let player = FakePlayer(["a", "b"], scripts: ["a": SourceScript(frames: 9000)])
    player.play(for: .seconds(3))
    player.player.perform(.beginScrubbing)
    player.player.perform(.scrub(to: MediaTime(100, 1)))
    player.play(for: .seconds(5))
    let runs = player.sources.value[0].runs
    for _ in 0..<12 {
      player.play(for: .seconds(25))
      player.player.perform(.scrub(to: MediaTime(100, 1)))
    }
    #expect(player.player.status.isScrubbing && player.sources.value[0].runs == runs)
    player.player.perform(.endScrubbing)
    player.play(for: .seconds(2))
    #expect((100...103).contains(player.player.status.position.seconds))
    #expect(player.events.value == ["playing a"])
  }

  @Test("A decoder that hangs during a scrub is still detected", arguments: [false, true])
  func hang(isPaused: Bool) {
    // The decoder needs longer than any timeout.
    let script = SourceScript(frames: 9000, hangsAfter: 300)
    let player = FakePlayer(["a", "b"], scripts: ["a": script])
    player.play(for: .seconds(3))
    if isPaused { player.player.perform(.pause) }
    player.player.perform(.beginScrubbing)
    player.player.perform(.scrub(to: MediaTime(100, 1)))
    player.play(for: .seconds(8))
    #expect(player.events.value.prefix(2) == ["playing a", "failed a: decode"])
  }
}

extension Arrival {
  /// Everything has arrived.
  fileprivate static let full = Arrival(
    lead: .init(time: MediaTime(500, 1), bytes: 0, isFull: true), isAwaited: false)
}
