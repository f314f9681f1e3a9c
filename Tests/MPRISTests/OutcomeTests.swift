import Testing
import VitrineBus
import VitrineControl
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineMPRIS

private func command(_ command: Command) -> MPRISOutcome { .request(.command(command)) }

private func isRefused(_ outcome: MPRISOutcome) -> Bool {
  if case .refused = outcome { true } else { false }
}

@Suite("Clients' requests")
struct OutcomeTests {
  private static let track = BusValue.objectPath("/vitrine/entry/1")
  private static let other = BusValue.objectPath("/vitrine/entry/2")
  private static let last = playing { $0.entry = 2 }
  private static let still = playing { $0.duration = nil }
  private static let live = playing {
    $0.live = LiveProgress(
      latency: MediaTime(1, 1), target: MediaTime(1, 1), rate: 1, isShifted: false,
      window: .zero...MediaTime(60, 1))
  }

  private static let methods: [(String, [BusValue], MPRISView, MPRISOutcome)] = [
    ("Next", [], playing(), command(.next)), ("Next", [], last, .nothing),
    ("Previous", [], last, command(.previous)), ("Previous", [], idle, .nothing),
    ("Pause", [], playing(), command(.pause)), ("Pause", [], idle, .nothing),
    ("PlayPause", [], playing(), command(.toggle)), ("PlayPause", [], idle, .nothing),
    ("Play", [], playing(), command(.play)), ("Play", [], idle, .nothing),
    ("Stop", [], idle, command(.stop)), ("Raise", [], playing(), .nothing),
    ("Quit", [], idle, .request(.quit)),
    ("Seek", [.int64(-1_500_000)], playing(), command(.skip(by: MediaTime(-3, 2)))),
    ("Seek", [.int64(7_500_000)], playing(), command(.skip(by: MediaTime(15, 2)))),
    ("Seek", [.int64(7_500_001)], playing(), command(.next)),
    ("Seek", [.int64(.max)], playing(), command(.next)), ("Seek", [.int64(.max)], last, .nothing),
    ("Seek", [.int64(.min)], playing(), command(.skip(by: MediaTime(.min, 1_000_000)))),
    ("Seek", [.int64(.max)], live, command(.skip(by: MediaTime(.max, 1_000_000)))),
    ("Seek", [.int64(1)], still, .nothing), ("Seek", [.int64(1)], idle, .nothing),
    ("SetPosition", [track, .int64(0)], playing(), command(.seek(.init(to: .zero)))),
    (
      "SetPosition", [track, .int64(10_000_000)], playing(),
      command(.seek(.init(to: MediaTime(10, 1))))
    ),
    ("SetPosition", [track, .int64(10_000_001)], playing(), .nothing),
    ("SetPosition", [track, .int64(-1)], playing(), .nothing),
    ("SetPosition", [track, .int64(.max)], playing(), .nothing),
    ("SetPosition", [other, .int64(0)], playing(), .nothing),
    ("SetPosition", [track, .int64(0)], still, .nothing),
    ("OpenUri", [.string("file:///a%20b.mp4")], idle, .request(.load(["/a b.mp4"]))),
  ]

  @Test("A method calls the player if the action is possible", arguments: methods.indices)
  func method(index: Int) {
    let (name, arguments, view, outcome) = Self.methods[index]
    #expect(MPRISOutcome(method: name, arguments, view) == outcome, "\(name) \(arguments)")
  }

  private static let properties: [(String, BusValue, MPRISOutcome?)] = [
    ("LoopStatus", .string("None"), command(.edit(.loop(.none)))),
    ("LoopStatus", .string("Track"), command(.edit(.loop(.item)))),
    ("LoopStatus", .string("Playlist"), command(.edit(.loop(.queue)))),
    ("LoopStatus", .string("track"), nil), ("LoopStatus", .string(""), nil),
    ("Shuffle", .bool(true), .request(.adjust(.shuffle(true)))),
    ("Shuffle", .bool(false), .request(.adjust(.shuffle(false)))),
    ("Rate", .double(2), command(.setRate(2))), ("Rate", .double(0.01), command(.setRate(0.25))),
    ("Rate", .double(99), command(.setRate(4))), ("Rate", .double(0), command(.pause)),
    ("Rate", .double(-1), command(.pause)), ("Rate", .double(.nan), nil),
    ("Volume", .double(0.5), command(.setVolume(0.5))),
    ("Volume", .double(-1), command(.setVolume(0))),
    ("Volume", .double(7), command(.setVolume(1))), ("Volume", .double(.infinity), nil),
    ("Volume", .double(.nan), nil),
  ]

  @Test("A property sets the player's value within its limits", arguments: properties.indices)
  func property(index: Int) {
    let (name, value, expected) = Self.properties[index]
    let outcome = MPRISOutcome(property: name, value)
    if let expected { #expect(outcome == expected) } else { #expect(isRefused(outcome)) }
  }
}

@Suite("URLs")
struct AddressTests {
  private static let opened: [(String, String)] = [
    ("file:///films/a.mp4", "/films/a.mp4"), ("FILE:///a%20b.mp4", "/a b.mp4"),
    ("file://localhost/a.mp4", "/a.mp4"), ("file:/a.mp4", "/a.mp4"),
    ("file:///100%25.mp4", "/100%.mp4"),
    ("file:///gr%C3%BCn.mp4", "/grün.mp4"), ("file:///a%2Fb", "/a/b"), ("file:///a#b?c", "/a#b?c"),
    ("file:///grün.mp4", "/grün.mp4"),
    ("http://a.example/x.mp4?y=1", "http://a.example/x.mp4?y=1"),
    ("HTTPS://a.example/x%20y.m3u8", "https://a.example/x%20y.m3u8"),
    ("rtsp://user:word@10.0.0.1:554/1", "rtsp://user:word@10.0.0.1:554/1"),
    ("srt://10.0.0.1:9000", "srt://10.0.0.1:9000"),
    ("udp://239.0.0.1:1234", "udp://239.0.0.1:1234"),
  ]

  @Test("URLs are opened as paths or unchanged", arguments: opened.indices)
  func opens(index: Int) throws {
    let (uri, source) = Self.opened[index]
    #expect(try MPRISAddress.source(uri) == source)
  }

  private static let refused = [
    "", ":", "a.mp4", "/a.mp4", "file:", "file://", "file:a.mp4", "file://server/a.mp4",
    "file:///a%2", "file:///a%zz", "file:///a%00b", "file:///a b", "file:///a\nb",
    "file:///a\u{7F}",
    "file:///" + String(repeating: "a", count: 4096),
    "http://a.example/" + String(repeating: "a", count: 8192), "http:", "http:a", "http://",
    "http:///x", "https://a b/", "ftp://a.example/x", "javascript:alert(1)", "color:red",
    "data:video/mp4,x", "concat:/etc/passwd", "smb://a/b", "rtsps://a.example/x", "\0",
  ]

  @Test("Other schemes and invalid URLs are refused", arguments: refused)
  func refuses(uri: String) {
    #expect(throws: BusRefusal.self) { try MPRISAddress.source(uri) }
  }

  @Test("File URLs with any bytes survive a round trip")
  func roundTrip() throws {
    for path in ["/a b", "/100%", "/grün #?.mp4", "/a\u{E0001}\u{FC}", "/~-._x"] {
      let url = try #require(MPRISAddress.url(of: .file(path)))
      #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(try MPRISAddress.source(url) == path)
    }
    #expect(MPRISAddress.url(of: .file("a.mp4")) == nil)
    #expect(MPRISAddress.url(of: .color(0)) == nil)
  }

  @Test("URLs are reported without their secrets")
  func secrets() throws {
    let item = try #require(Item(source: "https://user:word@a.example/x.mp4?token=1"))
    #expect(MPRISAddress.url(of: item.source) == "https://a.example/x.mp4?…")
  }
}
