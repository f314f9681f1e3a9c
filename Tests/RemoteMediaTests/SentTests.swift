import Testing
import VitrineAddresses
import VitrineMedia
import VitrineNetwork
import VitrinePlayback
import VitrineStreams
import VitrineTiming

@testable import VitrineRemoteMedia

/// Pushed streams: their timeline and their requests.
struct SentTests {
  private static let ms: Int64 = 1_000_000

  /// Timestamps of video and audio, in milliseconds, and their places.
  private func placed(
    _ stamps: [(Int64, TrackInfo.Kind)], period: Int64? = nil
  ) -> [Int64] {
    var clock = SentClock()
    clock.beginAnew(period: period)
    return stamps.map { stamp, kind in
      (clock.place(stamp * Self.ms, kind).shift + stamp * Self.ms) / Self.ms
    }
  }

  @Test("A sender's time starts at zero, whatever its timestamps")
  func begins() {
    #expect(placed([(90_000, .video), (90_010, .audio), (90_040, .video)]) == [0, 10, 40])
  }

  @Test("Jumping timestamps continue in place, and so do late packets from before the jump")
  func jumps() {
    let found = placed([
      (1000, .video), (1000, .audio), (1040, .video), (500_000, .video), (1020, .audio),
      (500_040, .video), (500_000, .audio),
    ])
    #expect(found == [0, 0, 40, 40, 20, 80, 40])
  }

  @Test("Timestamps that wrap around continue")
  func wraps() {
    // 33 bits at 90 kHz, in milliseconds.
    let period: Int64 = 95_443_717
    let found = placed(
      [(period - 40, .video), (0, .video), (40, .video)], period: period * Self.ms)
    #expect(found == [0, 40, 80])
  }

  @Test("A new connection continues where the previous one was lost")
  func again() {
    var clock = SentClock()
    clock.beginAnew(period: nil)
    _ = clock.place(7_000 * Self.ms, .video)
    _ = clock.place(9_000 * Self.ms, .video)
    clock.beginAnew(period: nil)
    #expect(clock.place(3 * Self.ms, .video).shift == 1_997 * Self.ms)
  }

  @Test("A camera's address contains the credentials, which appear nowhere else")
  func addresses() throws {
    var rules = AccessRules()
    rules.credentials = .basic(name: "op@1", password: "p:w/ö")
    rules.transport = "udp"
    func stream(_ text: String) throws -> NetworkStream {
      try NetworkStream(try RemoteURL(text), at: "10.0.0.7", rules)
    }
    let camera = try stream("rtsp://cam.example:8554/a?x=1")
    #expect(camera.kind == .rtsp(.udp))
    #expect(camera.address == "rtsp://op%401:p%3Aw%2F%C3%B6@10.0.0.7:8554/a?x=1")
    #expect(try stream("rtsp://a:b@cam.example/").address == "rtsp://a:b@10.0.0.7/")
    #expect(
      try stream("srt://enc.example:9000?mode=caller")
        == NetworkStream(.srt, at: "srt://10.0.0.7:9000/?mode=caller", passphrase: "p:w/ö"))
    #expect(try stream("udp://enc.example:5004").kind == .udp)
    #expect(throws: MediaError.self) { try stream("rtsps://cam.example/") }
  }

  @Test("Host names that are addresses are not looked up")
  func numbers() throws {
    for (host, address) in [("127.0.0.1", "127.0.0.1"), ("[::1]", "[::1]")] {
      #expect(try NameLookup(host).address(until: .init(nanoseconds: 0)) == address)
    }
  }
}
