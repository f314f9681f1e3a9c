import Testing
import VitrineKit
import VitrineTesting

/// Resting fingers and keys, for each input: the player's slider, the program's slider, and keys.
@Suite struct RestingFingersTests {
  // Few frames, because the result depends on the time only.
  private let stage = Stage(width: 640, height: 360, refresh: 10)

  /// The input, its duration, whether the film plays, and whether the finger moved first.
  struct Rest: Sendable, CustomTestStringConvertible {
    enum Input: String, CaseIterable { case slider, picture, program, key }

    var input: Input
    var seconds: Int
    var isPaused: Bool
    var isMoved: Bool

    var testDescription: String {
      "\(input), \(seconds) s, \(isPaused ? "paused" : "playing"), \(isMoved ? "moved" : "not moved")"
    }

    static let table = Input.allCases.flatMap { input in
      [4, 8, 60, 120].flatMap { seconds in
        [(false, false), (false, true), (true, false), (true, true)].map {
          Rest(input: input, seconds: seconds, isPaused: $0.0, isMoved: $0.1)
        }
      }
    }
  }

  private func player(paused: Bool) -> Player {
    stage.films["a"] = Film(seconds: 600, frameRate: 10, hasSound: false)
    stage.films["b"] = Film(seconds: 600, frameRate: 10, hasSound: false)
    var options = PlayerOptions()
    options.interface = Interface()
    let player = stage.player([Item(path: "a"), Item(path: "b")], options: options)
    stage.advance(by: .seconds(20))
    if paused { player.pause() }
    stage.advance(by: .milliseconds(500))
    return player
  }

  /// Puts the finger down and moves it if required.
  private func begin(_ rest: Rest, _ player: Player) {
    switch rest.input {
    case .slider:
      stage.tap(x: 0.5, y: 0.2)
      stage.advance(by: .seconds(1))
      stage.touch(x: 0.3, y: 0.9)
      if rest.isMoved { slide(from: (0.3, 0.9), to: (0.7, 0.9)) }
    case .picture:
      stage.touch(x: 0.3, y: 0.4)
      if rest.isMoved { slide(from: (0.3, 0.4), to: (0.6, 0.4)) }
    case .program:
      player.beginScrubbing()
      if rest.isMoved { player.scrub(to: .seconds(300)) }
    case .key: for _ in 0..<(rest.isMoved ? 5 : 1) { stage.press("KEY_RIGHT") }
    }
  }

  private func slide(from start: (Double, Double), to end: (Double, Double)) {
    for step in 1...10 {
      stage.advance(by: .milliseconds(50))
      let part = Double(step) / 10
      stage.moveFinger(x: start.0 + part * (end.0 - start.0), y: start.1 + part * (end.1 - start.1))
    }
  }

  @Test(
    "Nothing fails while a finger or a key rests, and playback continues as before",
    arguments: Rest.table)
  func rest(_ rest: Rest) {
    let player = player(paused: rest.isPaused)
    begin(rest, player)
    // The program reports that its finger rests.
    for _ in 0..<rest.seconds / 4 {
      stage.advance(by: .seconds(4))
      if rest.input == .program, rest.isMoved { player.scrub(to: .seconds(300)) }
    }
    switch rest.input {
    case .slider, .picture: stage.liftFinger()
    case .program: player.endScrubbing()
    case .key: break
    }
    stage.advance(by: .seconds(3))
    let failures = stage.events.filter { if case .failed = $0.event { true } else { false } }
    #expect(failures.isEmpty)
    let status = player.status
    #expect(status.item == Item(path: "a"))
    #expect(!status.isScrubbing)
  }
}
