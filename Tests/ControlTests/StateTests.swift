import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

@testable import VitrineControl

/// The player's status for clients, and the clients it admits.
struct StateTests {
  private var playing: PlaybackStatus {
    var status = PlaybackStatus()
    (status.phase, status.item) = (.playing, Item(path: "/films/clip.mp4"))
    (status.entry, status.position, status.duration) = (3, MediaTime(83, 1), MediaTime(296, 1))
    status.tracks = [TrackInfo(kind: .audio, index: 1, codec: "aac", language: "eng")]
    (status.rotation, status.fit, status.isDisplayOn) = (.clockwise, .cover, false)
    return status
  }

  @Test("The status is one JSON line with a field for everything")
  func status() throws {
    let value = try JSONValue(line: JSONValue(playing).line)
    #expect(value["phase"]?.text == "playing" && value["paused"]?.bool == false)
    #expect(value["item"]?.text == "clip.mp4" && value["location"]?.text == "/films/clip.mp4")
    #expect(value["position"]?.number == 83 && value["duration"]?.number == 296)
    #expect(value["entry"]?.integer == 3 && value["rotation"]?.integer == 90)
    #expect(value["gravity"]?.text == "cover" && value["power"]?.text == "off")
    #expect(value["tracks"]?.array?.first?["language"]?.text == "eng")
    #expect(value["title"] == .null && value["error"] == .null && value["waiting"] == .null)
    for name in [
      "rate", "volume", "muted", "selected", "presented", "late", "dropped", "repeated",
      "skipped", "underruns", "decode_path", "decode_effort", "live",
      "subtitle_delay", "subtitle_scale",
    ] {
      #expect(value[name] != nil, "\(name)")
    }
  }

  @Test("The status names what each zone plays")
  func zones() throws {
    var status = playing
    var (zone, idle) = (ZoneStatus("side"), ZoneStatus("below"))
    zone.describe(playing)
    idle.describe(PlaybackStatus())
    status.zones = [zone, idle]
    let value = JSONValue(status)
    #expect(
      value["zones"]?.array?.first
        == .object([
          "zone": .text("side"), "phase": .text("playing"), "error": .null,
          "item": .text("clip.mp4"), "location": .text("/films/clip.mp4"),
        ]))
    #expect(StatusText.line(value).contains("  side: ▶ clip.mp4  below: ■ idle"))
  }

  @Test("The requested sound device and the one in use are reported, and the list marks the latter")
  func sound() throws {
    var status = playing
    #expect(
      JSONValue(status)["sound"]
        == .object(["choice": .text("auto"), "device": .null, "coding": .null]))
    status.sound = SoundStatus(choice: "auto", device: "hw:CARD=PCH,DEV=3", coding: .enhancedAC3)
    let sound = try #require(JSONValue(status)["sound"])
    #expect(sound["device"]?.text == "hw:CARD=PCH,DEV=3" && sound["coding"]?.text == "E-AC-3")
    let devices: [JSONValue] = [("hw:CARD=A,DEV=0", .null), ("hw:CARD=PCH,DEV=3", .text("TV"))].map
    {
      .object(["device": .text($0), "card": .text("Card"), "monitor": $1])
    }
    var data = sound.with(["devices": .array(devices)])
    #expect(
      StatusText.lines(ofSoundDevices: data)
        == ["  hw:CARD=A,DEV=0  Card", "▶ hw:CARD=PCH,DEV=3  TV", "requested: auto"])
    data = data.with(["device": .text("my_amp"), "choice": .text("my_amp")])
    #expect(StatusText.lines(ofSoundDevices: data).suffix(2) == ["▶ my_amp", "requested: my_amp"])
    data = data.with(["device": .null, "choice": .text("none")])
    #expect(
      StatusText.lines(ofSoundDevices: data)
        == ["  hw:CARD=A,DEV=0  Card", "  hw:CARD=PCH,DEV=3  TV", "requested: none"])
  }

  @Test("The requested brightness is reported with its origin and any failure")
  func brightness() throws {
    var status = playing
    #expect(JSONValue(status)["brightness"] == .null && JSONValue(status)["dimming"] == .null)
    #expect(!StatusText.line(JSONValue(status)).contains("brightness"))
    status.brightness = .percent(40)
    status.dimming = .backlight("intel_backlight")
    let value = try JSONValue(line: JSONValue(status).line)
    #expect(value["brightness"]?.integer == 40 && value["dimming"]?["by"]?.text == "backlight")
    #expect(value["dimming"]?["backlight"]?.text == "intel_backlight")
    #expect(StatusText.line(value).hasSuffix("brightness 40%"))
    status.dimming = .gammaTable
    #expect(JSONValue(status)["dimming"]?["by"]?.text == "gamma-table")
    status.dimming = .impossible(because: "no table")
    #expect(JSONValue(status)["dimming"]?["by"] == .null)
    #expect(StatusText.line(JSONValue(status)).hasSuffix("brightness 40%, not dimmed: no table"))
    status.brightness = .percent(100)
    #expect(!StatusText.line(JSONValue(status)).contains("brightness"))
  }

  @Test("The display and the playlist are reported with their errors")
  func displayAndPlaylist() throws {
    var status = playing
    #expect(JSONValue(status)["display"] == .null && JSONValue(status)["playlist"] == .null)
    #expect(!StatusText.line(JSONValue(status)).contains("playlist"))
    status.display = DisplayStatus(
      name: "HDMI-A-1", mode: "1920x1080@60", isConnected: false, dark: "unplugged")
    let reports = ServiceReports(
      playlist: PlaylistReport(
        read: Moment(second: 1_795_996_800), error: "line 2: no such file", quarantined: ["/b"]))
    let value = try JSONValue(line: JSONValue(status, reports).line)
    #expect(value["display"]?["connector"]?.text == "HDMI-A-1")
    #expect(value["display"]?["connected"]?.bool == false)
    #expect(value["playlist"]?["read"]?.text == "2026-11-30T00:00:00+00:00")
    #expect(value["playlist"]?["quarantined"]?.array == [.text("/b")])
    let line = StatusText.line(value)
    #expect(line.contains("no picture: unplugged") && line.contains("playlist: line 2"))
  }

  @Test("A stream's renditions are reported, with the current and the preferred one")
  func encodings() throws {
    var status = playing
    #expect(JSONValue(status)["encodings"] == .null && JSONValue(status)["quality"]?.text == "auto")
    let ladder = [(800_000, 360), (3_000_000, 720)].map {
      VariantPolicy.Variant(bandwidth: $0.0, width: nil, height: $0.1)
    }
    status.renditions = AvailableRenditions(ladder, playing: ladder[0])
    status.quality = .upTo(height: 720)
    let value = try JSONValue(line: JSONValue(status).line)
    let told = try #require(value["encodings"])
    #expect(value["quality"]?.text == "720p" && told["playing"]?["height"]?.integer == 360)
    #expect(told["offered"]?.array?.map { $0["bandwidth"]?.integer } == [3_000_000, 800_000])
    #expect(told["offered"]?.array?[0]["width"] == .null)
  }

  @Test("A live stream's window is reported")
  func window() throws {
    var status = playing
    status.live = LiveProgress(
      latency: MediaTime(12, 1), target: MediaTime(12, 1), rate: 1, isShifted: false,
      window: MediaTime(5, 1)...MediaTime(121, 2))
    let live = try #require(try JSONValue(line: JSONValue(status).line)["live"])
    #expect(live["window"]?["from"]?.number == 5 && live["window"]?["to"]?.number == 60.5)
    status.live = LiveProgress(latency: .zero, target: .zero, rate: 1, isShifted: false)
    #expect(JSONValue(status)["live"]?["window"] == .null)
  }

  @Test("A stream's current metadata is reported in full")
  func dateRanges() throws {
    var status = playing
    status.dateRanges = [
      DateRange(id: "a", kind: "ad", start: 12.5, duration: 30, attributes: ["X-A": "red"]),
      DateRange(id: "b", kind: nil, start: 13, duration: nil, attributes: [:]),
    ]
    let told = try JSONValue(line: JSONValue(status).line)["date_ranges"]?.array ?? []
    #expect(told.map { $0["id"]?.text } == ["a", "b"])
    #expect(told[0]["class"]?.text == "ad" && told[0]["start"]?.number == 12.5)
    #expect(told[0]["duration"]?.number == 30 && told[0]["attributes"]?["X-A"]?.text == "red")
    #expect(told[1]["class"] == .null && told[1]["duration"] == .null)
  }

  @Test("Unknown and impossible values are null")
  func null() throws {
    var status = PlaybackStatus()
    (status.rate, status.volume) = (.nan, .infinity)
    status.phase = .failed(PlaybackError(.source, "no such file", exitStatus: .noInput))
    let value = try JSONValue(line: JSONValue(status).line)
    #expect(value["position"] == .null && value["duration"] == .null && value["entry"] == .null)
    #expect(value["rate"] == .null && value["volume"] == .null)
    #expect(value["error"]?.text == "no such file")
  }

  @Test("A file with too many tracks and an overlong title gets a bounded response")
  func hostile() {
    var status = playing
    status.title = String(repeating: "x\u{301}", count: 100_000)
    status.tracks = (0..<5000).map { index in
      TrackInfo(
        kind: .subtitle, index: index, codec: "ass", title: String(repeating: "y", count: 5000))
    }
    #expect(JSONValue(status).line.count < 128 << 10)
    let text = String(repeating: "\u{1F600}", count: 256)
    status.dateRanges = (0..<8).map { _ in
      let own = (0..<16).map { ("X-\($0)", text) }
      return DateRange(
        id: text, kind: text, start: 0, duration: 0,
        attributes: Dictionary(uniqueKeysWithValues: own))
    }
    #expect(JSONValue(status).line.count < 384 << 10)
  }

  @Test("A long list arrives in parts that omit nothing")
  func list() {
    let queue = Queue((0..<1000).map { Item(path: "/folder/\($0).mp4") })
    var (numbers, parts): ([Int], Int) = ([], 0)
    while numbers.count < 1000, parts < 1000 {
      let value = JSONValue(queue, from: numbers.count, playing: 2, bytes: 10_000)
      #expect(value.line.count < 20_000 && value["total"]?.integer == 1000)
      numbers += value["entries"]?.array?.compactMap { $0["id"]?.integer } ?? []
      parts += 1
    }
    #expect(numbers == queue.entries.map(\.id) && parts > 1)
    #expect(JSONValue(queue, from: 5000, playing: nil, bytes: 1)["entries"]?.array == [])
  }

  @Test("A list's description is in the status, the queue and the readable output")
  func description() throws {
    var item = Item(path: "/films/clip.mp4")
    (item.title, item.description) = ("Clip", "Two minutes\u{1B}[2J about glass")
    var status = playing
    status.item = item
    #expect(JSONValue(status)["description"]?.text == item.description)
    let list = JSONValue(Queue([item, Item(path: "/b.mp4")]), from: 0, playing: 1, bytes: 10_000)
    #expect(list["entries"]?.array?.first?["description"]?.text == item.description)
    #expect(
      StatusText.lines(ofList: list) == [
        "▶ 1  Clip", "     Two minutes?[2J about glass", "  2  /b.mp4",
      ])
  }

  @Test("A playback failure is reported with its reason")
  func failure() {
    var status = playing
    let error = PlaybackError(.format, "no audio or video stream found", exitStatus: .data)
    status.failure = FailedItem(entry: 4, item: Item(path: "/films/b.txt"), error: error)
    let value = JSONValue(status)
    #expect(value["failure"]?["item"]?.text == "b.txt" && value["failure"]?["entry"]?.integer == 4)
    #expect(value["failure"]?["location"]?.text == "/films/b.txt")
    #expect(
      StatusText.line(value).hasSuffix(
        "cannot play: b.txt: no audio or video stream found"))
    #expect(JSONValue(playing)["failure"] == .null)
  }

  @Test("The readable output contains no control characters from files")
  func text() {
    var status = playing
    status.isDisplayOn = true
    #expect(StatusText.line(JSONValue(status)) == "▶ 01:23 / 04:56  clip.mp4")
    (status.isPaused, status.rate, status.isMuted) = (true, 1.5, true)
    status.title = "a\u{1B}[2J\u{202E}b\n"
    #expect(StatusText.line(JSONValue(status)) == "⏸ 01:23 / 04:56  a?[2J?b?  1.5×  muted")
    #expect(StatusText.line(JSONValue(PlaybackStatus())) == "■ idle")
  }

  @Test(
    "The player's user, root and the group are accepted",
    arguments: [
      (0, 0, false, true), (1000, 1000, false, true), (33, 44, false, true),
      (33, 33, true, true), (33, 33, false, false), (1001, 1000, false, false),
    ] as [(UInt32, UInt32, Bool, Bool)])
  func policy(_ user: UInt32, _ group: UInt32, _ isMember: Bool, _ isAdmitted: Bool) {
    let policy = PeerPolicy(owner: 1000, group: 44)
    let peer = SocketPeer(process: 1, user: user, group: group)
    #expect(policy.admits(peer, isMember: { $0 == 44 && isMember }) == isAdmitted)
  }

  @Test("Changes are reported at once, then at most once per interval, each once")
  func broadcast() throws {
    var broadcast = StatusBroadcast()
    let interval = Duration.milliseconds(100)
    func at(_ milliseconds: Int64) -> HostTime {
      HostTime(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000)
    }
    var status = playing
    broadcast.update(status, ServiceReports())
    #expect(broadcast.nextLine(at: at(0), every: interval) != nil)
    #expect(broadcast.nextLine(at: at(200), every: interval) == nil)
    broadcast.update(status, ServiceReports())
    #expect(broadcast.nextLine(at: at(300), every: interval) == nil, "nothing has changed")
    for step in 1...9 {
      status.position = MediaTime(Int64(step), 1)
      broadcast.update(status, ServiceReports())
      #expect(broadcast.nextLine(at: at(300 + Int64(step) * 10), every: interval) == nil)
    }
    #expect(broadcast.deadline(interval) == at(400))
    let line = broadcast.nextLine(at: at(400), every: interval) ?? []
    #expect(try JSONValue(line: line)["position"]?.number == 9)
  }

  @Test("A client that reconnects constantly does not fill the log")
  func rateLimit() {
    var rateLimit = LogRateLimit()
    let start = HostTime(nanoseconds: 0)
    let told = (0..<1000).count { _ in rateLimit.logEvent(at: start).isAllowed }
    #expect(told == 20)
    let later = rateLimit.logEvent(at: start + .seconds(7))
    #expect(later.isAllowed && later.suppressed == 980)
  }

  @Test(
    "The socket is the operator's, otherwise the service's, otherwise the user's",
    arguments: [
      ("/x", "/run/user/1", false, true, "/x"), ("", "/run/user/1", false, true, service),
      (nil, "/run/user/1", false, false, "/run/user/1/vitrine.sock"),
      (nil, "/run/user/1", true, false, service), (nil, nil, false, false, service),
    ] as [(String?, String?, Bool, Bool, String)])
  func path(_ own: String?, _ user: String?, _ isRoot: Bool, _ isThere: Bool, _ path: String) {
    let environment = ["VITRINE_SOCKET": own, "XDG_RUNTIME_DIR": user]
    let found = ControlPath.standard(
      environment: { environment[$0] ?? nil }, isRoot: isRoot,
      exists: { $0 == Self.service && isThere })
    #expect(found == path)
  }

  @Test("A service's configured socket is found")
  func configured() {
    func path(_ own: String?, exists: Bool) -> String {
      ControlPath.standard(
        configured: "/run/mine.sock",
        environment: { ["VITRINE_SOCKET": own, "XDG_RUNTIME_DIR": "/run/user/1"][$0] ?? nil },
        isRoot: false, exists: { $0 == "/run/mine.sock" && exists })
    }
    #expect(path(nil, exists: true) == "/run/mine.sock" && path("/x", exists: true) == "/x")
    #expect(path(nil, exists: false) == "/run/user/1/vitrine.sock")
  }

  @Test(
    "Another connector's socket is next to the main one",
    arguments: [
      (service, "/run/vitrine/control-HDMI-A-2.sock"), ("/tmp/mine", "/tmp/mine-HDMI-A-2"),
    ])
  func beside(_ path: String, _ other: String) {
    #expect(ControlPath.of("HDMI-A-2", beside: path) == other)
  }

  private static let service = "/run/vitrine/control.sock"
}
