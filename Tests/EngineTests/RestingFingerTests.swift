import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine

/// A finger that rests on the slider, on the clock that is turned by hand.
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

  @Test("a finger that rests on the slider fails nothing", arguments: Rest.table)
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

  @Test("a client that has gone leaves what played where it was", arguments: [false, true])
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

  @Test("a client that says that its finger rests keeps it, and nothing is sought for that")
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

  @Test("a decoder that hangs under a finger is still found", arguments: [false, true])
  func hang(isPaused: Bool) {
    // The decoder needs longer than anything is waited for.
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
  /// All of it is there.
  fileprivate static let full = Arrival(
    lead: .init(time: MediaTime(500, 1), bytes: 0, isFull: true), isAwaited: false)
}
