import Glibc
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineControl

/// Input of mpv clients that try to stop the player.
struct MPVHostileTests {
  /// The first of this many entries plays.
  private func playing(_ count: Int) -> MPVView {
    let items = (0..<count).map { Item(path: "/folder/film number \($0).mp4") }
    var view = MPVView(status: PlaybackStatus(), queue: Queue(items))
    let entry = view.queue.entries[0]
    (view.status.phase, view.status.entry, view.status.item) = (.playing, entry.id, entry.item)
    (view.status.duration, view.status.position) = (MediaTime(10, 1), MediaTime(5, 2))
    view.status.tracks = [TrackInfo(kind: .audio, index: 1, codec: "aac")]
    view.status.selected = view.status.tracks
    return view
  }

  private static let numbers: [MPVValue] =
    [Int64.min, .min + 1, -2, -1, 0, 1, 2, 8190, .max - 1, .max].map { .integer($0) }
    + [-.greatestFiniteMagnitude, -1e19, -0.5, 0.5, 1e19, .greatestFiniteMagnitude].map {
      .double($0)
    }
    + ["nan", "inf", "-inf", "1e999", "-9223372036854775808", "99999999999999999999"].map {
      .text($0)
    }

  @Test("Any number is set, added or refused, for every property")
  func numbers() {
    for view in [playing(2), MPVView(status: PlaybackStatus(), queue: Queue())] {
      for (name, property) in MPVProperty.all where property.write != nil {
        for number in Self.numbers {
          _ = try? MPVAccess.set(name, number, view)
          for command in ["set", "add", "multiply", "cycle"] {
            _ = say([.text(command), .text(name), number], view)
          }
        }
      }
    }
    #expect(
      (try? MPVAccess.set("playlist-pos-1", .integer(Int64.min), playing(2))) == [.command(.stop)])
  }

  @Test("Any number is a command's argument or is refused")
  func arguments() {
    for view in [playing(2), MPVView(status: PlaybackStatus(), queue: Queue())] {
      for name in MPVCommand.all.keys {
        for number in Self.numbers {
          for words: [MPVValue] in [
            [.text(name), number], [.text(name), number, number],
            [.text(name), number, .text("absolute-percent")],
            [.text(name), number, .text("relative-percent")],
            [.text(name), number, .text("absolute")],
          ] {
            _ = say(words, view)
          }
        }
      }
    }
  }

  private func say(_ words: [MPVValue], _ view: MPVView) -> [MPVSession.Effect] {
    var session = MPVSession(name: "ipc_1")
    let request = MPVValue.map([MPVField("command", .list(words))])
    return MPVSession.parts(of: request.line).flatMap { session.effects(for: $0, view) }
  }

  @Test("A text with properties does not grow without limit")
  func expansion() {
    let view = playing(10_000)
    for name in ["playlist", "=playlist", "playlist/3/filename", "?playlist==x:y", "command-list"] {
      let text = String(repeating: "${\(name)}", count: 200_000 / (name.utf8.count + 3))
      let began = cpuTime
      #expect((MPVExpansion.expand(text, view)?.utf8.count ?? 0) <= 256 << 10)
      #expect(cpuTime - began < 5, "\(name)")
    }
    #expect(MPVExpansion.expand("${playlist}${playlist}", view) == nil)
  }

  @Test("A line of many commands is not executed")
  func manyCommands() {
    let line = Array(String(repeating: "cycle pause;", count: 80_000).utf8)
    let began = cpuTime
    #expect(MPVSession.parts(of: line).isEmpty)
    #expect(MPVSession.parts(of: Array("cycle pause; cycle mute".utf8)).count == 2)
    let marks = Array((String(repeating: "\u{301}\u{323}", count: 60_000) + " a b").utf8)
    #expect(MPVSession.parts(of: marks).isEmpty)
    #expect(cpuTime - began < 5)
  }

  @Test("Reading an entry takes no longer in a long queue than in a short one")
  func entries() throws {
    let view = playing(10_000)
    let began = cpuTime
    for index in 0..<2000 {
      #expect(
        try MPVAccess.get("playlist/\(index)/filename", view)
          == .text("/folder/film number \(index).mp4"))
    }
    #expect(throws: MPVError.unknownProperty) { try MPVAccess.get("playlist/10000/id", view) }
    #expect(throws: MPVError.unavailable) { try MPVAccess.get("playlist/0/title", view) }
    #expect(try MPVAccess.get("playlist/count", view) == .integer(Int64(10_000)))
    #expect(cpuTime - began < 2)
    let read = try MPVAccess.get("playlist", view)
    guard case .list(let whole) = read else {
      Issue.record("\(read)")
      return
    }
    #expect(whole.count == 10_000 && whole[0]["current"] == .flag(true))
    #expect(throws: MPVError.unavailable) { try MPVAccess.get("playlist", playing(10_001)) }
  }

  @Test("Clearing a long queue is one change that keeps the current entry")
  func clearing() throws {
    let view = playing(10_000)
    #expect(
      say([.text("playlist-clear")], view)
        == [.command(.actions([.edit(.keep(1))]), .init(id: .integer(Int64(0))))])
    var queue = view.queue
    queue.keep(1)
    #expect(queue.entries.map(\.id) == [1])
  }

  @Test("Reporting 1,000 observed properties takes less than quadratic time")
  func observers() {
    var session = MPVSession(name: "ipc_1")
    let view = playing(10_000)
    let began = cpuTime
    for id in 0..<1000 {
      let line = #"{"command":["observe_property",\#(id),"playlist/\#(id)/filename"]}"#
      for part in MPVSession.parts(of: Array(line.utf8)) {
        #expect(session.effects(for: part, view).count == 2)
      }
    }
    #expect(session.changes(MPVPropertyCache(view)).isEmpty)
    #expect(cpuTime - began < 3)
  }

  private var cpuTime: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// An override keeps the screen, whichever interface a client uses.
@Suite("Under an override", .timeLimit(.minutes(1)))
struct MPVOverrideTests {
  @Test(
    "mpv clients cannot interrupt an override",
    arguments: [
      "stop", "quit-no", "pause", "playlist-next", "loadfile", "playlist-clear", "seek", "vid",
    ])
  func refused(_ word: String) throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let player = FakeControlled()
    player.change { $0.reports.schedule = OverrideWordsTests.report }
    let server = try MPVServer(path: folder.path(of: "m"), controlled: player) { _ in }
    defer { server.close() }
    let client = try RawClient(folder.path(of: "m"))
    let lines = [
      "stop": #"["stop"]"#, "quit-no": #"["keypress","STOP"]"#,
      "pause": #"["set_property","pause",true]"#, "playlist-next": #"["playlist-next"]"#,
      "loadfile": #"["playlist-play-index",1]"#, "playlist-clear": #"["playlist-clear"]"#,
      "seek": #"["seek",5]"#, "vid": #"["set_property","vid","no"]"#,
    ]
    let command = try #require(lines[word])
    #expect(try client.ask(#"{"command":\#(command)}"#) == "error running command")
    #expect(player.now.commands.isEmpty)
    #expect(try client.ask(#"{"command":["set_property","mute",true]}"#) == "success")
  }
}
