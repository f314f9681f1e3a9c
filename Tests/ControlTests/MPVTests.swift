import Glibc
import Synchronization
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineControl

/// A playing `/a.mp4` of ten seconds, the first of two.
private func playing(_ change: (inout PlaybackStatus) -> Void = { _ in }) -> MPVView {
  var second = Item(path: "/b.mp4")
  second.title = "The second"
  var view = MPVView(status: PlaybackStatus(), queue: Queue([Item(path: "/a.mp4"), second]))
  let entry = view.queue.entries[0]
  (view.status.phase, view.status.entry, view.status.item) = (.playing, entry.id, entry.item)
  (view.status.duration, view.status.position) = (MediaTime(10, 1), MediaTime(5, 2))
  view.status.tracks = [
    TrackInfo(kind: .video, index: 0, codec: "h264"),
    TrackInfo(kind: .audio, index: 1, codec: "aac", language: "eng"),
    TrackInfo(kind: .audio, index: 2, codec: "aac", language: "fra"),
    TrackInfo(kind: .subtitle, index: 3, codec: "subrip"),
  ]
  view.status.selected = [view.status.tracks[0], view.status.tracks[2]]
  change(&view.status)
  return view
}

private let idle = MPVView(status: PlaybackStatus(), queue: Queue())

/// A line's immediate response, and its requests to the player.
private func say(_ line: String, _ view: MPVView = idle) -> (
  answers: [String], wanted: [MPVOutcome]
) {
  var session = MPVSession(name: "ipc_1")
  var (answers, wanted): ([String], [MPVOutcome]) = ([], [])
  for part in MPVSession.parts(of: Array(line.utf8)) {
    for effect in session.effects(for: part, view) {
      switch effect {
      case .reply(let value): answers.append(value.json)
      case .command(.done(let data), let context):
        if let answer = MPVSession.answer(.success(data), to: context) {
          answers.append(answer.json)
        }
      case .command(.failed, let context):
        if let answer = MPVSession.answer(.failure(.failed), to: context) {
          answers.append(answer.json)
        }
      case .command(let outcome, _): wanted.append(outcome)
      }
    }
  }
  return (answers, wanted)
}

@Suite("Lines of mpv's protocol")
struct MPVLineTests {
  private static let invalid = #"{"request_id":0,"error":"invalid parameter"}"#
  private static let table: [(line: String, answer: String)] = [
    (#"{"command":["client_name"]}"#, #"{"data":"ipc_1","request_id":0,"error":"success"}"#),
    (
      #"{"command":["client_name"],"request_id":-5}"#,
      #"{"data":"ipc_1","request_id":-5,"error":"success"}"#
    ),
    (
      #"{"command":["client_name"],"request_id":9223372036854775808}"#,
      #"{"data":"ipc_1","request_id":9223372036854775808.000000,"error":"success"}"#
    ),
    (
      #"{"command":["client_name"],"request_id":{"a":[1,null,"x"]}}"#,
      #"{"data":"ipc_1","request_id":{"a":[1,null,"x"]},"error":"success"}"#
    ),
    (
      #"{command=["client_name",],request_id=3,}"#,
      #"{"data":"ipc_1","request_id":3,"error":"success"}"#
    ),
    (
      #"{"command":["client_name"],"request_id":1}{"command":["client_name"],"request_id":2}"#,
      #"{"data":"ipc_1","request_id":1,"error":"success"}"#
    ),
    (
      #"{"command":["expand-text","a\x41\u00e9\ud83d\ude00"]}"#,
      #"{"data":"aAé😀","request_id":0,"error":"success"}"#
    ),
    (#"{"command":["get_version"]}"#, #"{"data":131072,"request_id":0,"error":"success"}"#),
    (#"{"command":["client_name"}"#, invalid), ("{", invalid),
    (#"{"command":"client_name"}"#, invalid),
    (#"{"command":[]}"#, invalid), (#"{"command":[1]}"#, invalid), ("{}", invalid),
    (#"{"request_id":5}"#, #"{"request_id":5,"error":"invalid parameter"}"#),
    (#"{"command":["nope"],"request_id":6}"#, #"{"request_id":6,"error":"invalid parameter"}"#),
    (#"{"command":["run","/bin/true"]}"#, invalid), (#"{"command":["subprocess"]}"#, invalid),
    (#"{"command":["load-script","x.lua"]}"#, invalid),
    (#"{"command":["get_property","pause","more"]}"#, invalid),
    (#"{"command":["client_name"],"async":1,"request_id":9}"#, invalid),
    (
      #"{"command":["expand-text","x"],"async":true,"request_id":21}"#,
      #"{"request_id":21,"error":"success","data":"x"}"#
    ),
    (
      #"{"command":["seek",5],"async":true,"request_id":27}"#,
      #"{"request_id":27,"error":"error running command","data":null}"#
    ),
    (#"{"command":["seek",5]}"#, #"{"request_id":0,"error":"error running command"}"#),
    (
      #"{"command":{"name":"expand-text","text":"named"}}"#,
      #"{"data":"named","request_id":0,"error":"success"}"#
    ),
    (#"{"command":{"name":"get_property","property":"pause"}}"#, invalid),
    (
      #"{"command":["no-osd","expand-text","x"]}"#,
      #"{"data":"x","request_id":0,"error":"success"}"#
    ),
    (#"{"command":["expand-text",5]}"#, invalid),
  ]

  @Test("Responses match mpv's, byte by byte", arguments: table.indices)
  func answers(_ index: Int) {
    let (line, answer) = Self.table[index]
    #expect(say(line).answers == [answer], "\(line)")
  }

  @Test(
    "A text is shown for its time, one second by default, with its properties expanded",
    arguments: [
      (#"["show-text","Hello"]"#, "Hello", .seconds(1)),
      (#"["show_text","Hello",-1]"#, "Hello", .seconds(1)),
      (#"["show-text","Volume: ${volume}","2500",1]"#, "Volume: 100", .milliseconds(2500)),
      (#"["show-text","x",9000000000000]"#, "x", .seconds(604_800)),
      (#"["show-text",""]"#, nil, .seconds(1)),
    ] as [(String, String?, Duration)])
  func shows(command: String, text: String?, time: Duration) {
    #expect(say(#"{"command":"# + command + "}").wanted == [.show(text, for: time)])
  }

  @Test(
    "Raw pixels become an overlay, and those that no display shows are refused",
    arguments: [
      (#"["overlay-add",3,10,-5,"/dev/shm/a",16,"bgra",64,32,256]"#, true),
      (#"["overlay-add","63","0","0","/a","0","bgra","4096","4096","16384"]"#, true),
      (#"["overlay-add",0,0,0,"/a",0,"bgra",64,32,256,128,64]"#, true),
      (#"["overlay-add",64,0,0,"/a",0,"bgra",64,32,256]"#, false),
      (#"["overlay-add",0,0,0,"a",0,"bgra",64,32,256]"#, false),
      (#"["overlay-add",0,0,0,"@3",0,"bgra",64,32,256]"#, false),
      (#"["overlay-add",0,0,0,"/a",0,"rgba",64,32,256]"#, false),
      (#"["overlay-add",0,0,0,"/a",-1,"bgra",64,32,256]"#, false),
      (#"["overlay-add",0,0,0,"/a",0,"bgra",64,32,252]"#, false),
      (#"["overlay-add",0,0,0,"/a",0,"bgra",64,32,257]"#, false),
      (#"["overlay-add",0,0,0,"/a",0,"bgra",5000,32,20000]"#, false),
      (#"["overlay-add",0,0,0,"/a",0,"bgra",64,9223372036854775807,256]"#, false),
      // More than the largest picture, by its rows.
      (#"["overlay-add",0,0,0,"/dev/zero",0,"bgra",4096,4096,65536]"#, false),
      (#"["overlay-add",0,9223372036854775807,0,"/a",0,"bgra",64,32,256]"#, false),
    ] as [(String, Bool)])
  func pixels(command: String, isShown: Bool) {
    let wanted = say(#"{"command":"# + command + "}").wanted
    guard case .overlay(.pixels(let name, let picture))? = wanted.first else {
      #expect(!isShown, "\(wanted)")
      return
    }
    #expect(isShown && name.hasPrefix("mpv-") && name.count == 6)
    #expect(picture.byteCount == picture.stride * (picture.height - 1) + picture.width * 4)
    #expect(say(#"{"command":["overlay-remove",3]}"#).wanted == [.overlay(.remove("mpv-03"))])
  }

  @Test("Text lines are commands and get no response")
  func text() {
    let (answers, wanted) = say("set volume '30' ; add volume 5 # a comment", playing())
    #expect(answers.isEmpty && wanted.count == 2)
    #expect(wanted[0] == .actions([.command(.setVolume(0.3))]))
    #expect(say(#"script-message a "b c""#).wanted == [.message(["a", "b c"])])
    #expect(say("get_property volume").wanted.isEmpty && say("set volume x").wanted.isEmpty)
    #expect(
      say("").answers.isEmpty && say("# {").answers.isEmpty && say(#"set "pause"#).wanted.isEmpty)
    #expect(
      MPVText.commands(#"loadfile 'a b' append-play;;stop"#) == [
        ["loadfile", "a b", "append-play"], ["stop"],
      ])
  }

  @Test("Hostile lines are parsed to their end and no further, and nesting is limited")
  func hostile() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(say(#"{"command":"# + deep).answers == [Self.invalid])
    var dice = SystemRandomNumberGenerator()
    let alphabet = Array(#"{}[]",:=\ux0123abcdeE+-. commandrequest_id"#.utf8)
    for _ in 0..<20_000 {
      let line = (0..<Int.random(in: 1..<40, using: &dice)).map { _ in alphabet.randomElement() ?? 0
      }
      var reader = MPVReader(line)
      guard let value = try? reader.value() else { continue }
      // The parsed value is written as JSON that parses to the same value.
      var again = MPVReader(Array(value.json.utf8))
      let isExact = !value.json.contains(".")
      if isExact {
        #expect((try? again.value()) == value, "\(String(decoding: line, as: UTF8.self))")
      }
    }
  }

  @Test(
    "Numbers have six decimals",
    arguments: [
      (0, "0.000000"), (50, "50.000000"), (-0.5, "-0.500000"), (1.0 / 3, "0.333333"),
      (123456.789, "123456.789000"), (1e13, "10000000000000.000000"), (-0.0000004, "-0.000000"),
      (1e20, "100000000000000000000.000000"),
    ] as [(Double, String)])
  func decimals(number: Double, text: String) { #expect(number.sixDecimals == text) }
}

@Suite("Properties of mpv")
struct MPVPropertyTests {
  @Test(
    "Properties match mpv's while nothing is open",
    arguments: [
      ("pause", "false"), ("volume", "100.000000"), ("idle-active", "true"), ("core-idle", "true"),
      ("playlist", "[]"), ("playlist-pos", "-1"), ("track-list/count", "0"), ("aid", "\"auto\""),
      ("loop-file", "false"), ("loop", "false"), ("sub-delay", "0.000000"), ("speed", "1.000000"),
      ("path", "property unavailable"), ("time-pos", "property unavailable"),
      ("eof-reached", "property unavailable"), ("idle_active", "property not found"),
      ("playlist/0/filename", "property not found"), ("no-such", "property not found"),
    ])
  func whileIdle(name: String, value: String) {
    #expect(shown(name, idle) == value)
  }

  @Test(
    "Properties match mpv's during playback",
    arguments: [
      ("path", #""/a.mp4""#), ("filename", #""a.mp4""#), ("filename/no-ext", #""a""#),
      ("media-title", #""a.mp4""#), ("duration", "10.000000"), ("time-pos", "2.500000"),
      ("percent-pos", "25.000000"), ("time-remaining", "7.500000"), ("playlist-pos", "0"),
      ("playlist-pos-1", "1"), ("playlist-count", "2"), ("playlist/1/title", #""The second""#),
      ("playlist/0/current", "true"), ("playlist/0/title", "property unavailable"),
      ("playlist/2/filename", "property not found"), ("aid", "2"), ("sid", "false"), ("vid", "1"),
      ("track-list/2/lang", #""fra""#), ("track-list/2/selected", "true"), ("seekable", "true"),
      ("eof-reached", "false"), ("core-idle", "false"), ("paused-for-cache", "false"),
    ])
  func whilePlaying(name: String, value: String) {
    #expect(shown(name, playing()) == value)
  }

  private func shown(_ name: String, _ view: MPVView) -> String {
    do throws(MPVError) { return try MPVAccess.get(name, view).json } catch {
      return error.rawValue
    }
  }

  @Test("The property list is complete, and each can be read in every state")
  func all() throws {
    for name in MPVProperty.all.keys {
      for view in [idle, playing(), playing { $0.duration = nil }, playing { $0.phase = .ended }] {
        guard let value = try? MPVAccess.get(name, view) else { continue }
        #expect(!value.json.isEmpty && !value.plainText.contains("\n"))
      }
    }
  }

  private static let changes: [(name: String, value: String, acts: [Command])] = [
    ("pause", "true", [.pause]), ("pause", #""no""#, [.play]), ("volume", "50", [.setVolume(0.5)]),
    ("volume", #""51.5""#, [.setVolume(0.515)]), ("volume", "130", [.setVolume(1)]),
    ("mute", #""yes""#, [.setMuted(true)]), ("speed", "2", [.setRate(2)]),
    ("speed", "0.1", [.setRate(0.25)]),
    ("time-pos", "3", [.seek(.init(to: MediaTime(3000, 1000)))]),
    ("time-pos", #""00:00:02""#, [.seek(.init(to: MediaTime(2000, 1000)))]),
    ("time-pos", "-5", [.seek(.init(to: MediaTime(0, 1000)))]),
    ("percent-pos", "50", [.seek(.init(to: MediaTime(5000, 1000)))]),
    ("aid", "1", [.select(.audio, .index(1))]), ("aid", #""no""#, [.select(.audio, .off)]),
    ("aid", "7", [.select(.audio, .off)]), ("sid", "1", [.select(.subtitle, .index(3))]),
    ("sid", "false", [.select(.subtitle, .off)]), ("loop-file", #""inf""#, [.edit(.loop(.item))]),
    ("loop-playlist", "true", [.edit(.loop(.queue))]), ("playlist-pos", "1", [.jump(to: 2)]),
    ("playlist-pos-1", "2", [.jump(to: 2)]), ("playlist-pos", "9", [.stop]),
    ("video-rotate", "90", [.setRotation(.clockwise)]),
    ("video-rotate", #""no""#, [.setRotation(.none)]),
    ("sub-delay", "1.5", [.setSubtitleDelay(MediaTime(1500, 1000))]),
    ("sub-visibility", "false", [.select(.subtitle, .off)]),
  ]

  @Test("Setting a property makes the player's change", arguments: changes.indices)
  func sets(_ index: Int) throws {
    let (name, value, commands) = Self.changes[index]
    var reader = MPVReader(Array(value.utf8))
    #expect(
      try MPVAccess.set(name, try reader.value(), playing()) == commands.map(MPVAction.command))
  }

  @Test(
    "The sound device has mpv's name",
    arguments: [
      ("hw:CARD=A,DEV=0", "alsa/hw:CARD=A,DEV=0"), ("auto", "auto"), ("none", "none"),
    ])
  func soundDevice(choice: String, name: String) throws {
    var view = playing()
    view.status.sound = SoundStatus(choice: choice)
    #expect(try MPVAccess.get("audio-device", view) == .text(name))
    #expect(try MPVAccess.set("audio-device", .text(name), playing()) == [.chooseSound(choice)])
    #expect(try MPVAccess.set("audio-device", .text(choice), playing()) == [.chooseSound(choice)])
  }

  @Test(
    "Properties refuse impossible values",
    arguments: [
      ("pause", "1", MPVError.noAccess), ("pause", #""maybe""#, .badFormat),
      ("pause", "null", .noAccess),
      ("volume", "true", .noAccess), ("volume", "1001", .badFormat),
      ("volume", #""x""#, .badFormat),
      ("speed", "0", .badFormat), ("percent-pos", "150", .badFormat),
      ("time-pos", #""x""#, .badFormat),
      ("loop-file", "-5", .badFormat), ("aid", #""x""#, .badFormat),
      ("video-rotate", "360", .badFormat),
      ("idle-active", "false", .noAccess), ("duration", "5", .noAccess),
      ("playlist", "[]", .noAccess),
      ("no-such", "1", .unknownProperty),
    ])
  func refuses(name: String, value: String, error: MPVError) {
    var reader = MPVReader(Array(value.utf8))
    #expect(throws: error) { try MPVAccess.set(name, try reader.value(), playing()) }
  }

  @Test("Properties in texts expand in readable and in raw form")
  func expansion() throws {
    let text =
      "${pause} ${volume} ${=volume} ${no-such} ${path:none} ${?pause==no:moves} ${!pause==no:x}"
    #expect(MPVExpansion.expand(text, playing()) == "no 100 100.000000 (error) /a.mp4 moves ")
    #expect(
      MPVExpansion.expand("${time-pos}/${duration} $${x} ${", playing())
        == "00:00:02/00:00:10 ${x} ${")
    #expect(MPVExpansion.expand("${path:none} ${path}", idle) == "none (unavailable)")
    let deep = String(repeating: "${path:", count: 10_000) + "x"
    #expect(try #require(MPVExpansion.expand(deep, idle)).utf8.count <= deep.utf8.count)
  }
}

@Suite("Commands of mpv")
struct MPVCommandTests {
  private static let table: [(line: String, wanted: [Command])] = [
    ("seek 5", [.skip(by: MediaTime(5000, 1000))]),
    ("seek 5 absolute", [.seek(.init(to: MediaTime(5000, 1000)))]),
    ("seek -3 absolute", [.seek(.init(to: MediaTime(7000, 1000)))]),
    ("seek 50 absolute-percent+keyframes", [.seek(.init(to: MediaTime(5000, 1000), .keyFrame))]),
    ("seek 10 relative-percent", [.skip(by: MediaTime(1000, 1000))]),
    ("cycle pause", [.pause]), ("cycle mute", [.setMuted(true)]),
    ("cycle video-rotate", [.setRotation(.clockwise)]),
    ("cycle loop-file", [.edit(.loop(.item))]), ("add volume -20", [.setVolume(0.8)]),
    ("multiply speed 2", [.setRate(2)]),
    ("cycle-values video-rotate 0 90 180", [.setRotation(.clockwise)]),
    ("playlist-next", [.next]), ("playlist-play-index 1", [.jump(to: 2)]),
    ("playlist-play-index current", [.jump(to: 1)]), ("playlist-play-index none", [.stop]),
    ("playlist-play-index 99", [.stop]), ("playlist-remove 1", [.edit(.remove(2))]),
    ("playlist-remove current", [.edit(.remove(1))]),
    ("playlist-move 0 99", [.edit(.move(1, to: 1))]),
    ("playlist-move 1 0", [.edit(.move(2, to: 0))]), ("playlist-clear", [.edit(.keep(1))]),
    ("stop", [.stop, .edit(.clear)]), ("stop keep-playlist", [.stop]),
    ("frame-step", [.step(forward: true)]),
    ("keypress SPACE", [.pause]), ("keypress RIGHT", [.skip(by: MediaTime(5000, 1000))]),
  ]

  @Test("Commands have mpv's effect on the player", arguments: table.indices)
  func acts(_ index: Int) {
    let (line, wanted) = Self.table[index]
    #expect(say(line, playing()).wanted == [.actions(wanted.map(MPVAction.command))], "\(line)")
  }

  @Test(
    "Out-of-range positions do nothing",
    arguments: [
      "playlist-move 9223372036854775807 0", "playlist-move 0 -9223372036854775808",
      "playlist-remove 9223372036854775807", "playlist-remove -9223372036854775808",
    ])
  func farPlaces(line: String) {
    #expect(say(line, playing()).wanted.isEmpty)
  }

  @Test(
    "Commands load files and lists",
    arguments: [
      ("loadfile /x.mp4", "/x.mp4", MPVLoad(plays: true)),
      ("loadfile file:///a%20b.mp4 append", "/a b.mp4", MPVLoad(place: .atEnd)),
      ("loadfile https://x/y append-play", "https://x/y", MPVLoad(place: .atEnd, plays: true)),
      ("loadfile /x insert-next", "/x", MPVLoad(place: .next)),
      ("loadfile /x append 0 start=3", "/x", MPVLoad(place: .atEnd)),
      ("loadlist /x.m3u", "/x.m3u", MPVLoad(plays: true, isList: true)),
    ])
  func loads(line: String, source: String, load: MPVLoad) {
    #expect(say(line, playing()).wanted == [.load(source, load)])
  }

  @Test(
    "Commands with unexpected arguments are refused",
    arguments: [
      #"["loadfile"]"#, #"["loadfile","/x","bogus"]"#, #"["seek"]"#,
      #"["seek",5,"absolute+relative"]"#,
      #"["set","volume",70]"#, #"["add","volume","x"]"#, #"["multiply","speed"]"#,
      #"["show-text","x","y"]"#,
      #"["cycle","pause","sideways"]"#, #"["loadfile","/x","append","start"]"#,
    ])
  func refused(command: String) {
    let answer = say(#"{"command":"# + command + "}", playing()).answers
    #expect(answer == [#"{"request_id":0,"error":"invalid parameter"}"#])
  }

  @Test("Playback moves to the next existing entry, and further only if forced")
  func ends() {
    let last = playing { $0.entry = 2 }
    #expect(
      say(#"{"command":["playlist-next"]}"#, last).answers == [
        #"{"request_id":0,"error":"error running command"}"#
      ])
    #expect(say("playlist-next force", last).wanted == [.actions([.command(.stop)])])
    var round = last
    round.queue.loop = .queue
    #expect(say("playlist-next", round).wanted == [.actions([.command(.next)])])
  }
}

@Suite("Events of mpv")
struct MPVEventTests {
  private func names(_ events: [MPVValue]) -> [String] {
    events.map { event in
      guard case .text(let name)? = event["event"] else { return "" }
      if case .text(let reason)? = event["reason"] { return "\(name) \(reason)" }
      return name
    }
  }

  @Test("Events follow an entry from its start to its end")
  func story() {
    var events = MPVEvents()
    #expect(names(events.update(to: idle)) == [])
    #expect(names(events.update(to: playing { $0.phase = .opening })) == ["start-file"])
    #expect(
      names(events.update(to: playing { $0.phase = .buffering }))
        == ["file-loaded", "audio-reconfig", "video-reconfig"])
    #expect(names(events.update(to: playing())) == ["playback-restart"])
    #expect(names(events.update(to: playing { $0.waiting = .seeking })) == ["seek"])
    #expect(names(events.update(to: playing())) == ["playback-restart"])
    #expect(names(events.recordSeek()) == ["seek"])
    #expect(
      names(events.update(to: playing { $0.position = MediaTime(99, 10) })) == ["playback-restart"])
    let second = playing { ($0.entry, $0.phase) = (2, .opening) }
    #expect(names(events.update(to: second)) == ["end-file eof", "start-file"])
    #expect(names(events.update(to: idle)) == ["end-file stop", "idle"])
  }

  @Test("A failed entry ends with an error")
  func failure() {
    var events = MPVEvents()
    _ = events.update(to: playing { $0.phase = .opening })
    let error = PlaybackError(.source, "no such file", exitStatus: .noInput)
    _ = events.update(to: playing { $0.phase = .failed(error) })
    #expect(names(events.update(to: idle)) == ["end-file error", "idle"])
  }

  @Test("Observed properties are reported at once, and then on each change")
  func observes() {
    var session = MPVSession(name: "ipc_1")
    func effects(_ line: String, _ view: MPVView) -> [String] {
      MPVSession.parts(of: Array(line.utf8)).flatMap { session.effects(for: $0, view) }
        .map { if case .reply(let value) = $0 { value.json } else { "" } }
    }
    #expect(
      effects(#"{"command":["observe_property",1,"path"]}"#, idle)
        == [
          #"{"request_id":0,"error":"success"}"#,
          #"{"event":"property-change","id":1,"name":"path"}"#,
        ])
    #expect(
      effects(#"{"command":["observe_property",0,"pause"]}"#, idle).last
        == #"{"event":"property-change","name":"pause","data":false}"#)
    #expect(session.changes(MPVPropertyCache(idle)) == [])
    #expect(
      session.changes(MPVPropertyCache(playing())).map(\.json)
        == [#"{"event":"property-change","id":1,"name":"path","data":"/a.mp4"}"#])
    _ = effects(#"{"command":["unobserve_property",1]}"#, idle)
    #expect(session.changes(MPVPropertyCache(idle)) == [])
    _ = effects(#"{"command":["disable_event","property-change"]}"#, idle)
    #expect(session.changes(MPVPropertyCache(playing { $0.isPaused = true })) == [])
    #expect(
      !session.isSubscribed(to: MPVEvents.event("property-change"))
        && session.isSubscribed(to: MPVEvents.event("seek")))
  }
}

/// Over a socket, with a fake player.
@Suite("A server of mpv's protocol", .timeLimit(.minutes(1)))
struct MPVServerTests {
  private final class Scene {
    let folder: Folder
    let path: String
    let player = FakeControlled()
    let server: MPVServer

    init() throws {
      folder = try ServerScene.makeFolder()
      path = folder.path(of: "m")
      server = try MPVServer(path: path, controlled: player) { _ in }
    }

    deinit {
      server.close()
      try? folder.remove()
    }

    func connect() throws -> RawClient { try RawClient(path) }
  }

  @Test("The server responds in order, even if requests wait for different things")
  func order() throws {
    let (scene, text) = (try Scene(), #"{"command":["set_property","pause",true],"request_id":1}"#)
    let client = try scene.connect()
    try client.send(
      text + "\n" + #"{"command":["client_name"],"request_id":2}"# + "\nset volume 20\n"
        + #"{"command":["get_property","path"],"request_id":3}"# + "\n")
    let answers = try (0..<3).map { _ in try client.line()?["request_id"]?.integer }
    #expect(answers == [1, 2, 3])
    #expect(scene.player.now.commands == [.pause, .setVolume(0.2)])
  }

  @Test("A sound device that cannot be opened is an error, and the others take part in the order")
  func soundDevice() throws {
    let scene = try Scene()
    let client = try scene.connect()
    let name = #"{"command":["set_property","audio-device","alsa/hw:1"]}"#
    #expect(try client.ask(name) == "success")
    scene.player.change { $0.soundRefusal = Refusal("hw:1: busy") }
    #expect(try client.ask(name) == "error running command")
    #expect(scene.player.now.soundChoices == ["hw:1", "hw:1"])
  }

  @Test("The server loads an entry and reports its ID")
  func loads() throws {
    let scene = try Scene()
    let client = try scene.connect()
    try client.send(#"{"command":["loadfile","/x.mp4","append"],"request_id":1}"# + "\n")
    let answer = try client.line()
    #expect(
      answer?["data"]?["playlist_entry_id"]?.integer == 2 && scene.player.now.loaded == ["/x.mp4"])
    try client.send(#"{"command":["show-text","hello"],"request_id":2}"# + "\n")
    #expect(try client.line()?["error"]?.text == "success")
    #expect(scene.player.now.message == "hello")
    try client.send("script-message hello\n")
    #expect(try client.line()?["event"]?.text == "client-message")
  }

  @Test("The server sends every client its events, and each its observed properties")
  func tells() throws {
    let scene = try Scene()
    let (one, other) = (try scene.connect(), try scene.connect())
    try one.send(#"{"command":["observe_property",7,"pause"]}"# + "\n")
    #expect(try one.line()?["error"]?.text == "success")
    #expect(try one.line()?["data"]?.bool == false)
    try other.send(#"{"command":["client_name"]}"# + "\n")
    #expect(try other.line()?["data"]?.text == "ipc_1")
    scene.player.publish { ($0.isPaused, $0.item, $0.entry) = (true, nil, nil) }
    var seen: [String] = []
    while !seen.contains("property-change") {
      seen.append(try #require(one.line()?["event"]?.text))
    }
    #expect(seen.contains("end-file") && seen.contains("idle"))
    #expect(try other.line()?["event"]?.text == "end-file")
  }

  @Test("Every command sent before a client hangs up is executed, in order")
  func hangsUp() throws {
    let scene = try Scene()
    let other = try scene.connect()
    do {
      let client = try scene.connect()
      try client.send("set volume 20\nset pause yes\nset mute yes\n")
    }
    // Each response to another client takes a turn of the server.
    for _ in 0..<1000 where scene.player.now.commands.count < 3 {
      #expect(try other.ask(#"{"command":["client_name"]}"#) == "success")
    }
    #expect(scene.player.now.commands == [.setVolume(0.2), .pause, .setMuted(true)])
  }

  @Test(
    "A client that stops sending gets its response and is released; a slow reader is dropped")
  func leaves() throws {
    let scene = try Scene()
    let client = try scene.connect()
    try client.send(#"{"command":["client_name"]}"# + "\n")
    _ = shutdown(client.socket.rawValue, CInt(SHUT_WR))
    #expect(try client.line()?["data"]?.text == "ipc_0")
    #expect(try client.line() == nil)
    let greedy = try scene.connect()
    let many = String(
      repeating: #"{"command":["get_property","command-list"]}"# + "\n", count: 3000)
    // It is cut off in the middle, or its socket is full.
    _ = try? greedy.send(many)
    let third = try scene.connect()
    #expect(try third.ask(#"{"command":["client_name"]}"#) == "success")
  }

  @Test("The number of clients and the length of a line are limited")
  func limits() throws {
    let scene = try Scene()
    let clients = try (0..<64).map { _ in try scene.connect() }
    for client in clients { #expect(try client.ask(#"{"command":["client_name"]}"#) == "success") }
    let late = try scene.connect()
    #expect((try? late.line()) == .some(nil))
    try clients[0].send(String(repeating: "x", count: 2 << 20) + "\n")
    #expect(try clients[0].line()?["error"]?.text == "invalid parameter")
    #expect(try clients[1].ask(#"{"command":["client_name"]}"#) == "success")
  }
}
