import Foundation
import Testing
import VitrineFakes
import VitrinePlayback
import VitrinePlaylists

@testable import VitrineControl

/// Clients' lines with bytes changed, removed and inserted: each is executed, refused or ignored.
struct LineFuzzTests {
  private static let seeds = [
    #"{"command":["seek","12.5"],"request_id":7}"#, #"{"command":["load","/a.mp4","https://b/c"]}"#,
    "seek +1:02:03.5", "volume -5%", "audio next", "move 1 0", "quality 720p", "list 3",
    #"{"command": ["observe_property", 1, "playlist/0/filename"], "request_id": -1}"#,
    #"{"command":{"name":"loadfile","url":"a.mp4","flags":"append-play","options":{"start":"5"}}}"#,
    #"{ "command": [ "set_property", "time-pos", 1.5e3, ], async: true }"#,
    #"raw osd-msg loadfile "a b.mp4" append; cycle pause # x"#,
    #"{"command":["expand-text","${=time-pos:no} ${?pause==yes:a ${path}}"]}"#,
    #"{"command":["seek","-50","absolute-percent+exact"],"request_id":9007199254740993}"#,
    #"{"command":["cycle-values","loop-file","inf","no"],"async":true,"request_id":{"a":[null]}}"#,
    #"{"command":["playlist-move","0","99"]}"#, "no-osd add volume 1e999",
  ]

  private static let words = [
    "\"", "\\", "\\u00", "\\ud800", "{", "[", ",", ":", "null", "1e999", "nan", "${", "}", ";", "'",
    "\u{0}",
  ]

  private static let rounds =
    ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" ? 400_000 : 2000

  @Test("A corrupted line is executed, refused or ignored", arguments: 0..<4)
  func mutations(seed: Int) {
    var dice = SeededRandom(seed: UInt64(seed) &+ 7 &+ SeededRandom.round << 32)
    var view = MPVView(
      status: PlaybackStatus(), queue: Queue([Item(path: "/a.mp4"), Item(path: "/b.mp4")]))
    var (session, taken) = (MPVSession(name: "ipc_1"), 0)
    for round in 0..<Self.rounds {
      // Observed properties do not accumulate forever.
      if round % 100 == 0 { session = MPVSession(name: "ipc_1") }
      view.status.item = round % 2 == 0 ? view.queue.entries[0].item : nil
      var text = DamagedText(Self.seeds[round % Self.seeds.count], words: Self.words)
      for _ in 0..<Int.random(in: 0...6, using: &dice) { text.change(&dice) }
      if case .success? = RequestLine(text.bytes).request { taken += 1 }
      for part in MPVSession.parts(of: text.bytes) {
        for effect in session.effects(for: part, view) {
          if case .reply(let value) = effect, value.json.isEmpty { Issue.record("empty reply") }
        }
      }
    }
    #expect(taken > Self.rounds / 50, "\(taken) lines were accepted")
  }
}
