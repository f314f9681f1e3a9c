import Testing
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineDaemon

struct ScriptLineTests {
  typealias Asked = FakePlayer.Asked

  /// The commands of a player in the second track of a 200 s item, by script line.
  private static let commands: [(String, Command)] = [
    ("play", .play), ("pause", .pause), ("toggle", .toggle), ("stop", .stop),
    ("seek 1:30", .seek(.init(to: MediaTime(90, 1)))), ("seek +5", .skip(by: MediaTime(5, 1))),
    ("seek -5", .skip(by: MediaTime(-5, 1))), ("seek 25%", .seek(.init(to: MediaTime(50, 1)))),
    ("seek-keyframe 90", .seek(.init(to: MediaTime(90, 1), .keyFrame))),
    ("skip 10", .skip(by: MediaTime(10, 1))), ("skip -0:10", .skip(by: MediaTime(-10, 1))),
    ("next", .next), ("previous", .previous), ("jump 2", .jump(to: 2)),
    ("scrub-begin", .beginScrubbing), ("scrub-move 7", .scrub(to: MediaTime(7, 1))),
    ("scrub-end", .endScrubbing), ("step", .step(forward: true)),
    ("step-back", .step(forward: false)), ("rate 1.5", .setRate(1.5)),
    ("volume 0.5", .setVolume(0.5)), ("volume 50%", .setVolume(0.5)),
    ("volume +25%", .setVolume(0.75)), ("volume -1", .setVolume(0)), ("mute on", .setMuted(true)),
    ("mute off", .setMuted(false)), ("mute toggle", .setMuted(true)),
    ("audio auto", .select(.audio, .automatic)), ("audio none", .select(.audio, .off)),
    ("audio next", .select(.audio, .index(1))), ("audio 1", .select(.audio, .index(1))),
    ("subtitle auto", .select(.subtitle, .automatic)), ("sub none", .select(.subtitle, .off)),
    ("subtitle next", .select(.subtitle, .off)), ("sub 3", .select(.subtitle, .index(3))),
    ("subtitle-delay -0.5", .setSubtitleDelay(MediaTime(-1, 2))),
    ("subtitle-scale 2", .setSubtitleScale(2)),
    ("subtitle-style reset", .setSubtitleStyle(SubtitleStyle())),
    ("subtitle-style font Noto Serif", .setSubtitleProperty(.font, "Noto Serif")),
    ("subtitle-style edge-color #00FF0080", .setSubtitleProperty(.edgeColor, "#00FF0080")),
    ("fit cover", .setFit(.cover)),
    ("gravity stretch", .setFit(.stretch)),
    ("quality 720p", .setQuality(.upTo(height: 720))), ("rotate 90", .setRotation(.clockwise)),
    ("sign-language on", .setSignLanguage(true)),
    ("loop item", .edit(.loop(.item))), ("display on", .power(.on)),
    ("title The sea", .update(.title("The sea"), of: nil)),
    ("title", .update(.title(nil), of: nil)),
    ("display off", .power(.off)), ("display toggle", .power(.toggle)),
    ("append /a b.mp4", .edit(.append([Item(path: "/a b.mp4")]))),
    ("insert /a b.mp4", .edit(.insertNext([Item(path: "/a b.mp4")]))),
    ("load /a", .edit(.replace([Item(path: "/a")]))), ("clear", .edit(.clear)),
    ("  pause  ", .pause), ("pause\r", .pause),
  ]

  private static let others: [(String, Asked)] = [
    ("touch down 0.5 0.25", .input(.touchDown(Point(0.5, 0.25)))),
    ("touch move 1 0", .input(.touchMove(Point(1, 0)))), ("touch up", .input(.touchUp)),
    ("key KEY_OK down", .input(.key("KEY_OK", isDown: true))),
    ("key KEY_OK up", .input(.key("KEY_OK", isDown: false))),
    ("hide title", .hide(.title, true)), ("show title", .hide(.title, false)),
    ("message Fire drill", .message("Fire drill")), ("message", .message(nil)),
    ("message as warning for 5m Fire drill", .message("Fire drill", .warning)),
    ("quit", .quit),
  ]

  private static func makePlayer() -> FakePlayer {
    var status = PlaybackStatus()
    let tracks = [
      TrackInfo(kind: .audio, index: 1, codec: "aac"), TrackInfo(kind: .audio, index: 2, codec: ""),
      TrackInfo(kind: .subtitle, index: 3, codec: ""),
    ]
    (status.tracks, status.selected) = (tracks, Array(tracks.dropFirst()))
    (status.item, status.duration, status.volume) = (Item(path: "/x"), MediaTime(200, 1), 0.5)
    return FakePlayer(status, Queue([Item(path: "/x")]))
  }

  private func perform(_ line: String, _ player: FakePlayer) throws(Refusal) -> ScriptLine.Reply? {
    try ScriptLine.parse(line)?.perform(on: player) { names throws(Refusal) in
      if names == ["/missing"] { throw Refusal("/missing: cannot be read") }
      return names.map { Item(path: $0) }
    }
  }

  @Test("Each line makes the player do one thing; a loaded item also plays", arguments: commands)
  func table(line: String, command: Command) throws {
    let player = Self.makePlayer()
    let plays: [Asked] = line.hasPrefix("load") ? [.command(.play)] : []
    #expect(try perform(line, player) == nil && player.asked == [.command(command)] + plays)
  }

  @Test("Commands that exist only in scripts work", arguments: others)
  func people(line: String, asked: Asked) throws {
    let player = Self.makePlayer()
    #expect(try perform(line, player) == nil && player.asked == [asked])
  }

  @Test(
    "Unknown and impossible commands are refused and do nothing",
    arguments: [
      ("dance", #"unknown command "dance""#), ("pause now", "pause takes no arguments"),
      ("rate fast", #"invalid value "fast" for rate: expected 0.25 to 4"#),
      ("seek", "seek needs an argument: 12.5, 1:30, +10, -10 or 50%"),
      ("touch down 2 0", #"invalid value "down 2 0" for touch: expected down X Y, move X Y or up"#),
      ("touch", #"invalid value "" for touch: expected down X Y, move X Y or up"#),
      (
        "key OK down",
        #"invalid value "OK down" for key: expected a name and down or up, such as KEY_OK down"#
      ),
      (
        "hide everything",
        #"unknown value "everything" for hide: expected top-bar, back-button, title, center-button, "#
          + "skip-buttons, item-buttons, bottom-bar, subtitle-button, description-button, "
          + "volume-button, track-button, orientation-button, detail-page, search, speed or chapters"
      ),
      (
        "message for lunch x",
        "message: expected [as SEVERITY] [for TIME] TEXT; SEVERITY is information, warning or emergency, "
          + "TIME up to 7d: message as warning for 5m The lift is out of order"
      ),
      ("load /missing", "/missing: cannot be read"),
      ("append", "append needs a file, folder, list or URL"),
      ("statistics", socketOnly), ("version", socketOnly), ("list", socketOnly),
      ("observe", socketOnly), ("unobserve", socketOnly), ("reload", socketOnly),
      ("screenshot", socketOnly), ("screenshot base64", socketOnly),
    ])
  func refused(line: String, refusal: String) {
    let player = Self.makePlayer()
    let found = #expect(throws: Refusal.self) { try perform(line, player) }
    #expect(found?.description == refusal)
    #expect(player.asked == [])
  }

  private static let socketOnly =
    "available only over the control socket; see docs/operate/control.md"

  @Test("Without an interface, commands for touch, keys and controls are refused")
  func bare() {
    for (line, asked) in Self.others where asked != .quit {
      let player = Self.makePlayer()
      player.loseInterface()
      #expect(throws: Refusal("this player has no interface")) { try perform(line, player) }
    }
  }

  @Test(
    "Commands that need a playing item are refused without one, and a full queue accepts nothing")
  func state() {
    let idle = FakePlayer()
    #expect(throws: Refusal("nothing is playing")) { try perform("seek 25%", idle) }
    let items = Array(repeating: Item(path: "/a"), count: ListLimits.standard.entries + 1)
    for line in ["append /a", "load /a"] {
      #expect(throws: Refusal.self) { try ScriptLine.parse(line)?.perform(on: idle) { _ in items } }
    }
    #expect(idle.asked == [])
  }

  @Test("Blank lines and comments are not commands", arguments: ["", "   ", "# pause", "#", "\r"])
  func silent(line: String) throws {
    let player = Self.makePlayer()
    #expect(try perform(line, player) == nil && player.asked == [])
  }

  @Test("The remaining text and output are returned")
  func replies() throws {
    let player = Self.makePlayer()
    #expect(try perform("status", player) == .status(of: "/x"))
    #expect(try perform("screenshot /a b.png", player) == .screenshot(path: "/a b.png"))
    #expect(player.asked == [])
  }

  @Test("Every command in the manual is in these tables")
  func manual() throws {
    let path = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    let bytes = try FileDescriptor(reading: path + "/docs/use/play.md").bytes(at: 0, count: 1 << 20)
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.firstRange(of: "| command | does |"))
    let table = text[start.upperBound...].split(separator: "\n\n")[0]
    var verbs: Set<String> = []
    for row in table.split(separator: "\n").dropFirst() {
      let cell = row.split(separator: "|").first ?? ""
      // Every other part is between backquotes.
      for (place, word) in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where !place.isMultiple(of: 2) {
        if let verb = word.split(separator: " ").first { verbs.insert(String(verb)) }
      }
    }
    let known = (Self.commands.map(\.0) + Self.others.map(\.0) + ["status", "screenshot"])
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    // In addition to verbs, the column has their arguments.
    let arguments: Set = [
      "+TIME", "-TIME", "N%:", "N%", "auto", "none", "next", "N", "-", "+5%", "50%",
    ]
    #expect(verbs.subtracting(arguments).subtracting(known) == [])
    #expect(verbs.count > 30)
  }
}

extension ScriptLine.Reply: Equatable {
  static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.status(let a), .status(let b)): a.item == b.item
    case (.screenshot(let a), .screenshot(let b)): a == b
    default: false
    }
  }

  fileprivate static func status(of path: String) -> Self {
    var status = PlaybackStatus()
    status.item = Item(path: path)
    return .status(status)
  }
}
