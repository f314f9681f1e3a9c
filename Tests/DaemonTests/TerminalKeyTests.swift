import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineDaemon

struct TerminalKeyTests {
  @Test(
    "Terminal bytes become keys",
    arguments: [
      ("", []), ("a ", [.character(97), .character(32)]), ("q", [.quit]), ("\u{3}", [.quit]),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("m\u{1B}[Cm", [.character(109), .right, .character(109)]),
      // Half an arrow is an escape without a meaning, and the character after it.
      ("\u{1B}[", [.character(27), .character(91)]),
      ("\u{1B}[Z", [.character(27), .character(91), .character(90)]),
    ] as [(String, [TerminalKey])])
  func parse(text: String, keys: [TerminalKey]) {
    #expect(TerminalKey.parse(Array(text.utf8)) == keys)
  }

  private static func status(
    muted: Bool = false, rate: Double = 1, volume: Double = 1, selected: [Int] = []
  ) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.isMuted, status.rate, status.volume) = (muted, rate, volume)
    status.tracks = [
      TrackInfo(kind: .video, index: 0, codec: ""), TrackInfo(kind: .audio, index: 1, codec: ""),
      TrackInfo(kind: .subtitle, index: 2, codec: ""), TrackInfo(kind: .audio, index: 3, codec: ""),
      TrackInfo(kind: .subtitle, index: 4, codec: ""),
    ]
    status.selected = status.tracks.filter { selected.contains($0.index) }
    return status
  }

  @Test(
    "Each key has a command, in any state",
    arguments: [
      (.left, .skip(by: MediaTime(-10, 1))), (.right, .skip(by: MediaTime(10, 1))),
      (.down, .skip(by: MediaTime(-60, 1))), (.up, .skip(by: MediaTime(60, 1))), (.quit, nil),
      (" ", .toggle), (".", .step(forward: true)), (",", .step(forward: false)),
      ("<", .previous), (">", .next), ("\n", .next), ("\u{7F}", .setRate(1)), ("x", nil),
      ("\u{1B}", nil), ("Q", nil),
    ] as [(TerminalKey, Command?)])
  func plain(key: TerminalKey, command: Command?) {
    let states = [
      PlaybackStatus(), Self.status(), Self.status(muted: true, rate: 2, volume: 0, selected: [1]),
    ]
    for status in states { #expect(key.command(status) == command) }
  }

  @Test(
    "Some keys depend on the current state",
    arguments: [
      ("[", status(rate: 2.2), .setRate(2)), ("]", status(rate: 2), .setRate(2.2)),
      ("-", status(volume: 0.5), .setVolume(0.45)), ("+", status(volume: 0.5), .setVolume(0.55)),
      ("=", status(volume: 0.5), .setVolume(0.55)), ("m", status(), .setMuted(true)),
      ("m", status(muted: true), .setMuted(false)),
      // The next track, wrapping around; subtitles are off in between.
      ("a", status(selected: [0, 1]), .select(.audio, .index(3))),
      ("a", status(selected: [0, 3]), .select(.audio, .index(1))),
      ("a", status(), .select(.audio, .index(1))),
      ("a", PlaybackStatus(), .select(.audio, .off)),
      ("s", status(selected: [0, 1]), .select(.subtitle, .index(2))),
      ("s", status(selected: [2]), .select(.subtitle, .index(4))),
      ("s", status(selected: [4]), .select(.subtitle, .off)),
      ("s", PlaybackStatus(), .select(.subtitle, .off)),
    ] as [(TerminalKey, PlaybackStatus, Command)])
  func counting(key: TerminalKey, status: PlaybackStatus, command: Command) {
    switch (key.command(status), command) {
    case (.setRate(let rate)?, .setRate(let expected)): #expect(abs(rate - expected) < 1e-9)
    case (.setVolume(let volume)?, .setVolume(let expected)):
      #expect(abs(volume - expected) < 1e-9)
    case (let found, _): #expect(found == command)
    }
  }
}

extension TerminalKey: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .character(text.utf8.first ?? 0) }
}
