import Testing
import VitrineAddresses
import VitrineBus
import VitrineControl
import VitrinePlayback
import VitrinePlaylists
import VitrineSignage
import VitrineTiming

@testable import VitrineDaemon

/// How an item is described for another player, and the item that it plays.
struct HandOverDecisionTests {
  private let now = HostTime(nanoseconds: 50_000_000_000)

  private func playing(_ item: Item?, change: (inout PlaybackStatus) -> Void = { _ in })
    -> PlaybackStatus
  {
    var status = PlaybackStatus()
    (status.item, status.entry, status.phase) = (item, item == nil ? nil : 1, .playing)
    (status.position, status.time) = (MediaTime(20, 1), now)
    change(&status)
    return status
  }

  private func offer(
    _ status: PlaybackStatus, to receiver: String = "https://lobby.local:8080",
    after: Duration = .zero
  ) throws(Refusal) -> HandOver {
    guard let url = try? RemoteURL(receiver) else { throw Refusal("test") }
    return try HandOver(status, to: url, at: now + after) { $0 == "/srv/a.mp4" ? 77 : nil }
  }

  private static func remote(_ text: String) throws -> Item { Item(.remote(try RemoteURL(text))) }

  @Test("A file is named by its path and size, and continues where it is")
  func file() throws {
    var item = Item(path: "/srv/a.mp4")
    (item.start, item.end, item.title) = (MediaTime(5, 1), MediaTime(90, 1), "A")
    let offer = try offer(playing(item), after: .milliseconds(250))
    #expect(offer.source == .file("/srv/a.mp4", size: 77))
    #expect((offer.start, offer.end) == (item.start, item.end))
    #expect(offer.title == "A" && offer.position == MediaTime(2025, 100))
    #expect(offer.audio == nil && offer.subtitles == nil)
  }

  @Test("A URL is sent without user name and password")
  func credentials() throws {
    let item = try Self.remote("https://me:secret@tv.example/a.mp4?key=1")
    #expect(try offer(playing(item)).source == .url("https://tv.example/a.mp4?key=1"))
  }

  @Test("A live stream continues live")
  func live() throws {
    let item = try Self.remote("https://tv.example/live.m3u8")
    let status = playing(item) {
      $0.live = LiveProgress(
        latency: MediaTime(2, 1), target: MediaTime(2, 1), rate: 1, isShifted: false, window: nil)
    }
    #expect(try offer(status).position == nil)
  }

  @Test(
    "Audio and subtitles keep their languages",
    arguments: [
      ("eng", "ger", false, .language("ger")), ("eng", nil, true, .off), (nil, nil, false, nil),
    ] as [(String?, String?, Bool, HandOver.Subtitles?)])
  func tracks(audio: String?, shown: String?, isOff: Bool, subtitles: HandOver.Subtitles?) throws {
    let status = playing(Item(path: "/srv/a.mp4")) { status in
      status.selected = [TrackInfo(kind: .audio, index: 1, codec: "aac", language: audio)]
      if let shown {
        status.selected.append(
          TrackInfo(kind: .subtitle, index: 2, codec: "subrip", language: shown))
      }
      if isOff { status.choices.subtitle = .off }
    }
    let offer = try offer(status)
    #expect(offer.audio == audio && offer.subtitles == subtitles)
    #expect(offer.continuation.audio == audio.map { .language($0) })
  }

  @Test(
    "Addresses that the receiver cannot reach are not sent",
    arguments: [
      ("http://127.0.0.1/a", "https://lobby.local", false),
      ("http://localhost/a", "https://lobby.local", false),
      ("http://[::1]/a", "https://10.0.0.7", false),
      ("http://127.0.0.1/a", "http://127.0.0.1", true),
      ("http://10.0.0.5/a", "https://lobby.local", true),
      ("http://10.0.0.5/a", "https://lobby", true),
      ("http://10.0.0.5/a", "https://10.0.0.7", true),
      ("http://10.0.0.5/a", "https://screen.example", false),
      ("http://10.0.0.5/a", "https://8.8.8.8", false),
      ("http://10.0.0.5/a", "https://[2001:db8::1]", false),
      ("http://nas/a", "https://screen.example", true),
      ("http://tv.example/a", "https://screen.example", true),
    ])
  func addresses(address: String, receiver: String, isSent: Bool) throws {
    let status = playing(try Self.remote(address))
    let result = Result { () throws(Refusal) in try offer(status, to: receiver) }
    #expect(((try? result.get()) != nil) == isSent)
  }

  @Test("Cards, colours, missing files and an idle player have nothing to hand over")
  func nothing() {
    let cards = [
      Item(.card(title: "a", detail: "b")), Item(.color(0)), Item(path: "/srv/gone.mp4"),
    ]
    for status in cards.map({ playing($0) }) + [playing(nil)] {
      #expect(throws: Refusal.self) { try offer(status) }
    }
    #expect(throws: Refusal.self) {
      try offer(playing(Item(path: "/srv/a.mp4")) { $0.phase = .ended })
    }
  }

  @Test("The receiver plays the entry in its list")
  func own() throws {
    var own = Item(path: "/srv/a.mp4")
    own.title = "Its own title"
    var part = own
    part.start = MediaTime(1, 3)
    let stream = try Self.remote("https://own:secret@tv.example/a.mp4")
    let list = [Item(path: "/srv/b.mp4"), own, part, stream]
    #expect(try HandOver(.file("/srv/a.mp4", size: 1)).item(in: list) == own)
    var other = HandOver(.file("/srv/a.mp4", size: 1))
    other.start = MediaTime(333_333, 1_000_000)
    #expect(try other.item(in: list) == part)
    other.start = MediaTime(1, 2)
    #expect(throws: Refusal.self) { try other.item(in: list) }
    #expect(try HandOver(.url("https://tv.example/a.mp4")).item(in: list) == stream)
  }

  @Test("A stream that is not in the list is played by its address, and a file is refused")
  func foreign() throws {
    var handOver = HandOver(.url("https://tv.example/b.mp4"))
    (handOver.end, handOver.title) = (MediaTime(9, 1), "B")
    let item = try handOver.item(in: [])
    #expect(item.source == (try Self.remote("https://tv.example/b.mp4")).source)
    #expect(item.end == MediaTime(9, 1) && item.title == "B")
    let refusal = #expect(throws: Refusal.self) {
      try HandOver(.file("/etc/shadow", size: 1)).item(in: [Item(path: "/srv/a.mp4")])
    }
    #expect(refusal?.description.contains("has no shadow") == true)
    for text in ["file:///etc/shadow", "/etc/shadow", "https://a:b@tv.example/", "javascript:x"] {
      #expect(throws: Refusal.self) { try HandOver(.url(text)).item(in: []) }
    }
  }
}

/// When a handed-over item counts as shown.
struct HandOverArrivalTests {
  private let item = Item(path: "/srv/a.mp4")
  private let video = TrackInfo(kind: .video, index: 0, codec: "h264")

  private func status(
    _ phase: PlaybackState.Phase, entry: Int = 7, change: (inout PlaybackStatus) -> Void = { _ in }
  ) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.item, status.entry, status.phase) = (item, entry, phase)
    (status.tracks, status.selected) = ([video], [video])
    change(&status)
    return status
  }

  /// Whether it is shown after these statuses; nil while that is not known.
  private func outcome(_ statuses: [PlaybackStatus]) -> Result<Void, Refusal>? {
    var arrival = HandOverArrival(item, after: 1)
    var result: Result<Void, Refusal>?
    for status in statuses where result == nil { result = arrival.update(status) }
    return result
  }

  @Test("Opening and decoding do not count, the first picture does")
  func picture() {
    let begun = status(.playing)
    let waiting = status(.playing) { ($0.isShown, $0.waiting) = (true, .seeking) }
    let cover = status(.opening) { $0.isShown = true }
    #expect(outcome([status(.opening), status(.buffering), begun, waiting, cover]) == nil)
    #expect((try? outcome([begun, status(.playing) { $0.isShown = true }])?.get()) != nil)
  }

  @Test("Music has no picture to wait for")
  func music() {
    let music = status(.playing) {
      $0.tracks = [TrackInfo(kind: .audio, index: 0, codec: "flac")]
      $0.selected = $0.tracks
    }
    #expect((try? outcome([music])?.get()) != nil)
  }

  @Test("The same item from before, and its failure, do not count")
  func before() {
    let old = status(.playing, entry: 1) { status in
      status.isShown = true
      status.failure = FailedItem(
        entry: 1, item: item, error: PlaybackError(.source, "gone", exitStatus: .noInput))
    }
    #expect(outcome([old]) == nil)
  }

  @Test("A failure names its reason")
  func failure() {
    let failed = status(.ended) { status in
      status.item = nil
      status.failure = FailedItem(
        entry: 7, item: item, error: PlaybackError(.source, "404", exitStatus: .noInput))
    }
    guard case .failure(let refusal)? = outcome([status(.opening), failed]) else {
      Issue.record("no failure")
      return
    }
    #expect(refusal.description == "a.mp4 cannot be played: 404")
    guard case .failure(let other)? = outcome([status(.opening), PlaybackStatus()]) else {
      Issue.record("no failure")
      return
    }
    #expect(other.description.contains("something else"))
  }
}

/// The names and addresses of players.
struct PlayerSearchTests {
  private let search = PlayerSearch(
    .success([
      FoundService("Lobby #2", host: "hall.local", port: 8080, records: ["scheme": "http"]),
      FoundService("Lobby", host: "Lobby-Pi.local", port: 8443),
      FoundService("Evil", host: "a@b/c?d", port: 1, records: ["scheme": "file"]),
      FoundService("Slash", host: "x/y", port: 1),
    ]))

  @Test(
    "A player is found by its name or host name",
    arguments: [
      ("lobby", "https://lobby-pi.local:8443"), ("Lobby #2", "http://hall.local:8080"),
      ("hall.local", "http://hall.local:8080"), ("HALL", "http://hall.local:8080"),
      ("Lobby #3", nil), ("", nil), ("Evil", nil), ("Slash", nil),
    ])
  func names(name: String, origin: String?) {
    #expect(search.player(named: name)?.url.origin.text == origin)
  }

  @Test(
    "Addresses need no search",
    arguments: [
      ("https://lobby.local:8080", "https://lobby.local:8080"),
      ("http://10.0.0.7:8080?output=HDMI-A-2", "http://10.0.0.7:8080"),
      ("lobby.local:8080", "https://lobby.local:8080"), ("[::1]:8080", "https://[::1]:8080"),
      ("Lobby #2", nil), ("lobby.local", nil),
    ])
  func addresses(text: String, origin: String?) throws {
    #expect(try PlayerSearch.address(text)?.url.origin.text == origin)
  }

  @Test(
    "Invalid addresses are refused",
    arguments: [
      "rtsp://lobby.local", "https://me:secret@lobby.local", "https://lobby.local/x", "a:b:c",
      "://",
      "https://",
    ])
  func invalid(text: String) {
    let refusal = #expect(throws: Refusal.self) { try PlayerSearch.address(text) }
    #expect(refusal?.code == .invalid && refusal?.description.contains("secret") == false)
  }

  @Test("Names are listed, and a failed search says why")
  func list() throws {
    let players = try search.json()["players"]?.array ?? []
    #expect(players.map { $0["name"]?.text } == ["Lobby", "Lobby #2"])
    #expect(search.refusal(of: "x").description.contains("found Lobby, Lobby #2"))
    let absent = PlayerSearch(.failure(.absent))
    #expect(throws: Refusal.self) { try absent.json() }
    #expect(absent.refusal(of: "x").description.contains("install avahi-daemon"))
  }
}

/// The responses of players and of other servers.
struct HandOverResponseTests {
  @Test(
    "Only a confirmation is a success",
    arguments: [
      (200, #"{"data":{"shown":true}}"#, nil),
      (200, #"{"data":{"shown":false}}"#, "is it a player"),
      (200, "{}", "is it a player"), (200, "<html>", "is it a player"), (204, "", "is it a player"),
      (302, "", "is it a player"), (401, #"{"error":"x"}"#, "token"), (404, "", "update it"),
      (403, #"{"error":"requires the role control"}"#, "Lobby: requires the role control"),
      (409, #"{"error":"the override fire is active"}"#, "Lobby: the override fire"),
      (503, #"{"error":["x"]}"#, "is it a player"), (500, "", "is it a player"),
    ])
  func responses(status: Int, body: String, part: String?) {
    let refusal = HandOverRequest.refusal(status, Array(body.utf8), of: "Lobby")
    #expect(part == nil ? refusal == nil : refusal?.description.contains(part ?? "") == true)
  }

  @Test("A long reason is cut")
  func long() {
    let body = #"{"error":"\#(String(repeating: "x", count: 50_000))"}"#
    #expect(
      HandOverRequest.refusal(409, Array(body.utf8), of: "Lobby")?.description.count ?? 999 < 500)
  }
}
