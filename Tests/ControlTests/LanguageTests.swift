import Testing
import VitrineControl
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

/// The requests in lines.
struct LanguageTests {
  private static let five = MediaTime(5, 1)

  @Test(
    "Words become requests",
    arguments: [
      ("play", .command(.play)), ("  pause  ", .command(.pause)), ("toggle\r", .command(.toggle)),
      ("seek 5", .command(.seek(.init(to: five)))),
      ("seek 0:05", .command(.seek(.init(to: five)))),
      ("seek +5", .command(.skip(by: five))), ("seek -5", .command(.skip(by: .zero - five))),
      ("seek 50%", .adjust(.seek(0.5))), ("skip -5", .command(.skip(by: .zero - five))),
      ("skip 5", .command(.skip(by: five))), ("skip +5", .command(.skip(by: five))),
      ("volume 0.5", .command(.setVolume(0.5))), ("volume 50%", .command(.setVolume(0.5))),
      ("volume +5%", .adjust(.volume(by: 0.05))), ("volume -0.5", .adjust(.volume(by: -0.5))),
      ("mute", .adjust(.toggleMute)), ("mute toggle", .adjust(.toggleMute)),
      ("hide skip-buttons", .setHidden(.skipButtons, true)),
      ("show title", .setHidden(.title, false)),
      ("title  Two  spaces", .command(.update(.title("Two  spaces"), of: nil))),
      ("title", .command(.update(.title(nil), of: nil))),
      ("mute on", .command(.setMuted(true))), ("rate 1.5", .command(.setRate(1.5))),
      ("sign-language on", .command(.setSignLanguage(true))),
      ("sign-language off", .command(.setSignLanguage(false))),
      ("rotate 90", .command(.setRotation(.clockwise))),
      ("gravity cover", .command(.setFit(.cover))), ("fit stretch", .command(.setFit(.stretch))),
      ("quality auto", .command(.setQuality(.automatic))),
      ("quality highest", .command(.setQuality(.highest))),
      ("quality 720p", .command(.setQuality(.upTo(height: 720)))),
      ("quality 2.5", .command(.setQuality(.atMost(2_500_000)))),
      ("sub next", .adjust(.nextTrack(.subtitle))), ("audio next", .adjust(.nextTrack(.audio))),
      ("sub none", .command(.select(.subtitle, .off))),
      ("subtitle 3", .command(.select(.subtitle, .index(3)))),
      ("audio auto", .command(.select(.audio, .automatic))),
      ("display off", .command(.power(.off))),
      ("display brightness 40", .command(.setBrightness(.percent(40)))),
      ("display brightness 0%", .command(.setBrightness(.percent(0)))),
      ("display brightness 100", .command(.setBrightness(.percent(100)))),
      ("jump 7", .command(.jump(to: 7))),
      ("load /a b.mp4", .load(["/a b.mp4"])), ("append color:red", .append(["color:red"])),
      ("insert /a b.mp4", .insert(["/a b.mp4"])),
      ("message The shop  closes", .message("The shop  closes", as: nil, for: .seconds(10))),
      ("message for 5m Fire drill", .message("Fire drill", as: nil, for: .seconds(300))),
      ("message as warning Fire  drill", .message("Fire  drill", as: .warning, for: .seconds(10))),
      (
        "message as emergency for 2h Leave now",
        .message("Leave now", as: .emergency, for: .seconds(7200))
      ),
      (
        "message for 2h as emergency Leave now",
        .message("Leave now", as: .emergency, for: .seconds(7200))
      ),
      (
        "message as information for 9s as you like",
        .message("as you like", as: .information, for: .seconds(9))
      ),
      ("message for 9s for sale", .message("for sale", as: nil, for: .seconds(9))),
      ("message", .message(nil, as: nil, for: .seconds(10))),
      ("overlay", .overlays), ("overlay remove sale", .overlay(.remove("sale"))),
      ("overlay set sale text Ends  today", .overlay(.set("sale", ["text": "Ends  today"]))),
      (
        "overlay set a at top size 8 color #FF0000 code https://a.b",
        .overlay(
          .set("a", ["at": "top", "size": "8", "color": "#FF0000", "code": "https://a.b"]))
      ),
      ("overlay set a text at top", .overlay(.set("a", ["text": "at top"]))),
      ("clear", .command(.edit(.clear))), ("loop queue", .command(.edit(.loop(.queue)))),
      ("screenshot", .screenshot(.descriptor)), ("screenshot base64", .screenshot(.base64)),
      ("screenshot /a b.png", .screenshot(.file("/a b.png"))),
      ("list", .list(from: 0)), ("list 100", .list(from: 100)), ("status", .status),
      ("health", .health), ("statistics", .statistics), ("version", .version),
      ("observe", .observe),
      ("unobserve", .unobserve), ("reload", .reload), ("quit", .quit),
      ("audio-device", .soundDevices), ("audio-device auto", .chooseSound("auto")),
      ("audio-device hw:CARD=PCH,DEV=3", .chooseSound("hw:CARD=PCH,DEV=3")),
      ("programme", .programme), ("hand-over", .handOver(to: nil)),
      ("hand-over Lobby #2", .handOver(to: "Lobby #2")),
      ("hand-over https://lobby.local:8080", .handOver(to: "https://lobby.local:8080")),
    ] as [(String, Request)])
  func good(_ line: String, _ request: Request) throws {
    #expect(try CommandLanguage.parse(line) == request)
  }

  @Test(
    "Invalid lines are refused with a message",
    arguments: [
      "fly", "seek", "seek now", "seek 101%", "seek nan%", "seek 1e9", "seek +", "seek 1 2",
      "volume 50", "volume nan", "volume inf", "volume -150%", "volume", "rate nan", "rate fast",
      "rate 9", "rate 0.2", "subtitle-scale 5", "move 1", "move a 2",
      "mute perhaps", "audio-device hw:0 hw:1", "rotate 45", "sign-language", "gravity up",
      "sub first",
      "display dim", "jump one",
      "jump 99999999999999999999", "load", "append", "list -1", "play now", "status please",
      "skip 1:2:3:4", "loop on", "display brightness", "display brightness 101",
      "display brightness -1", "display brightness 4.5", "display brightness 40 %",
      "display brightness %", "quality", "quality best", "quality 0p",
    ])
  func bad(_ line: String) {
    let refusal = #expect(throws: Refusal.self) { try CommandLanguage.parse(line) }
    #expect(refusal?.description.isEmpty == false)
  }

  @Test("Blank lines and comments are not requests", arguments: ["", "   ", "# play", "\r"])
  func nothing(_ line: String) throws {
    #expect(try CommandLanguage.parse(line) == nil)
  }

  @Test("Impossible paths are refused")
  func paths() {
    for path in ["", String(repeating: "x", count: 4096), "a\0b"] {
      #expect(throws: Refusal.self) { try CommandLanguage.parse(words: ["load", path]) }
    }
  }

  @Test("Relative changes start from the current value")
  func adjustments() throws {
    var status = PlaybackStatus()
    status.volume = 0.98
    #expect(throws: Refusal("nothing is playing")) {
      try Request.Adjustment.seek(0.5).command(status, Queue())
    }
    status.item = Item(path: "/a.mp4")
    #expect(throws: Refusal("the duration is unknown")) {
      try Request.Adjustment.seek(0.5).command(status, Queue())
    }
    status.duration = MediaTime(8, 1)
    #expect(
      try Request.Adjustment.seek(0.25).command(status, Queue())
        == .seek(.init(to: MediaTime(2, 1))))
    status.live = LiveProgress(
      latency: .zero, target: .zero, rate: 1, isShifted: true,
      window: MediaTime(60, 1)...MediaTime(160, 1))
    #expect(
      try Request.Adjustment.seek(0.25).command(status, Queue())
        == .seek(.init(to: MediaTime(85, 1))))
    #expect(try Request.Adjustment.volume(by: 0.05).command(status, Queue()) == .setVolume(1))
    #expect(try Request.Adjustment.toggleMute.command(status, Queue()) == .setMuted(true))
  }

  private static let parts =
    "top-bar, back-button, title, center-button, skip-buttons, item-buttons, bottom-bar, "
    + "subtitle-button, description-button, volume-button, track-button, orientation-button, "
    + "detail-page, search, speed or chapters"

  private static let message =
    "message: expected [as SEVERITY] [for TIME] TEXT; SEVERITY is information, warning or emergency, "
    + "TIME up to 7d: message as warning for 5m The lift is out of order"

  private static let overlay =
    "overlay: expected set NAME [at PLACE] [size PERCENT] [color COLOR] [background COLOR] "
    + "[language LOCALE] [time-zone ZONE], then clock PATTERN, countdown TIME, text TEXT, ticker TEXT, "
    + "image FILE or code TEXT; or remove NAME"

  @Test(
    "A refusal quotes the input and states the expected form",
    arguments: [
      ("rate 9", #"invalid value "9" for rate: expected 0.25 to 4"#),
      ("subtitle-scale 0.1", #"invalid value "0.1" for subtitle-scale: expected 0.25 to 4"#),
      (
        "subtitle-style color yellow",
        #"invalid value "yellow" for color: expected #RRGGBB or #RRGGBBAA"#
      ),
      (
        "subtitle-style glow on",
        "subtitle-style needs a property and its value, or reset: font, weight, color, background, "
          + "window, edge, edge-color, position, speech"
      ),
      ("message for lunch x", message), ("message for 8d x", message), ("message for 5m", message),
      ("message as alarm Fire", message), ("message as warning", message), ("message as", message),
      ("message as warning for 5m", message), ("message as warning for 8d x", message),
      ("overlay set", overlay), ("overlay set a", overlay), ("overlay set a text", overlay),
      ("overlay set a at top", overlay), ("overlay set a at top at top text x", overlay),
      ("overlay set a when 8:00 text x", overlay), ("overlay remove", overlay),
      ("overlay remove a b", overlay), ("overlay show a", overlay),
      ("overlay set a ticker-file /etc/passwd", overlay),
      ("hide", "hide needs an argument: \(parts)"),
      ("show all", #"unknown value "all" for show: expected "# + parts),
      (
        "title \(String(repeating: "x", count: 301))",
        "invalid title \"\(String(repeating: "x", count: 64))…\": expected at most 300 characters, "
          + "none of them a control character"
      ),
      ("fit fill", #"unknown value "fill" for fit: expected contain, cover or stretch"#),
      ("mute perhaps", #"unknown value "perhaps" for mute: expected on, off or toggle"#),
      ("seek", "seek needs an argument: 12.5, 1:30, +10, -10 or 50%"),
      ("seek 1 2", #"invalid value "1 2" for seek: expected 12.5, 1:30, +10, -10 or 50%"#),
      ("display brightness x", #"invalid value "x" for display brightness: expected 0 to 100"#),
      ("play now", "play takes no arguments"), ("load", "load needs a file, folder, list or URL"),
      ("fly", #"unknown command "fly""#),
    ])
  func words(_ line: String, _ words: String) {
    #expect(throws: Refusal(words, .invalid)) { try CommandLanguage.parse(line) }
  }

  @Test(
    "A mistyped command gets a suggestion",
    arguments: [
      ("paus", "pause"), ("plya", "play"), ("skpi 5", "skip"), ("Volume 1", "volume"),
      ("screnshot a.png", "screenshot"), ("overide", "override"), ("mvoe 1 2", "move"),
    ])
  func suggestions(_ line: String, _ name: String) {
    let word = line.prefix { $0 != " " }
    let words = "unknown command \"\(word)\": did you mean \(name)?"
    #expect(throws: Refusal(words, .invalid)) { try CommandLanguage.parse(line) }
  }

  @Test("An entry moves to another entry's position; both are list numbers")
  func move() throws {
    var queue = Queue(["/a", "/b"].map { Item(path: $0) })
    // As after a load: the numbers continue.
    queue.replace(with: ["/x", "/y", "/z"].map { Item(path: $0) })
    let numbers = queue.entries.map(\.id)
    guard
      case .adjust(let change)? = try CommandLanguage.parse("move \(numbers[0]) \(numbers[2])")
    else {
      Issue.record("not a move")
      return
    }
    guard case .edit(let edit) = try change.command(PlaybackStatus(), queue) else {
      Issue.record("no edit")
      return
    }
    edit.apply(to: &queue)
    #expect(queue.entries.map(\.item.location) == ["/y", "/z", "/x"])
    #expect(throws: Refusal("no entry 1")) {
      try Request.Adjustment.move(numbers[0], toPlaceOf: 1).command(PlaybackStatus(), queue)
    }
  }

  @Test("Cycling subtitles ends with none; cycling audio starts over")
  func tracks() throws {
    var status = PlaybackStatus()
    status.tracks = [
      TrackInfo(kind: .audio, index: 1, codec: "aac"),
      TrackInfo(kind: .audio, index: 2, codec: "aac"),
      TrackInfo(kind: .subtitle, index: 3, codec: "subrip"),
    ]
    func next(_ kind: TrackInfo.Kind) throws -> Command {
      try Request.Adjustment.nextTrack(kind).command(status, Queue())
    }
    #expect(try next(.subtitle) == .select(.subtitle, .index(3)))
    status.selected = [status.tracks[1], status.tracks[2]]
    #expect(try next(.subtitle) == .select(.subtitle, .off))
    #expect(try next(.audio) == .select(.audio, .index(1)))
  }
}
