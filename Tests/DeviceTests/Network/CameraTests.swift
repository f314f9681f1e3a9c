import Foundation
import Testing

/// Cameras and encoders in a network namespace, in time-travel mode: their latency, and recovery from an outage.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct CameraTests {
  /// For each protocol, the command that starts the sender on the server and the URL to play.
  private static let ways = [
    "rtsp": ("\(Lab.root.path)/tools/lab.d/camera 8554", "rtsp://10.9.0.2:8554/live"),
    "group": (send("mpegts", "udp://239.1.2.3:5004?pkt_size=1316"), "udp://239.1.2.3:5004"),
    "rtp": (send("rtp_mpegts", "rtp://10.9.0.1:5006"), "rtp://0.0.0.0:5006"),
    "srt": (send("mpegts", "'srt://0.0.0.0:9000?mode=listener'"), "srt://10.9.0.2:9000"),
  ]

  private static func send(_ format: String, _ to: String) -> String {
    "ffmpeg -v error -re -stream_loop -1 -i $CLIP -c copy -f \(format) \(to)"
  }

  /// Plays for 60 s. The sender is away from 20 s to 40 s.
  private static func play(_ way: String) throws -> (Lab.Result, URL) {
    let clip = try Clips.motion(
      "camera.ts", size: "320x240", rate: "25", seconds: 40,
      ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-bf", "0", "-c:a", "aac"])
    let out = try Lab.folder("camera-\(way)")
    let (sender, address) = try #require(ways[way])
    let result = try Lab.guest(
      ["--travel", "--record", "--display", "640x480@50"], out: out,
      """
      . \(Lab.root.path)/tools/lab.d/network
      CLIP='\(clip)'; network_begin /tmp; network_line delay 10ms 2ms rate 20mbit
      ip link set here multicast on; ip route add 239.0.0.0/8 dev here
      ip -n server route add 239.0.0.0/8 dev there
      send() { ip netns exec server \(sender) < /dev/null > /dev/null 2>&1 & sender=$!; }
      mark() { echo $1 > /sys/kernel/tracing/trace_marker; }
      send; sleep 2
      $VITRINE play --socket /tmp/socket --stats $OUT/stats.json \(address) & player=$!
      status() { $CTL --socket /tmp/socket --json status > $OUT/$1; }
      sleep 19; status before; kill -9 $sender; mark gone
      sleep 10; status away; sleep 10; send; mark back
      sleep 20; status after; kill -INT $player; wait $player
      """)
    return (result, out)
  }

  private struct Status: Decodable {
    struct Live: Decodable { let latency, rate: Double }
    let phase: String
    let live: Live?
    let warning: String?

    init(_ file: URL) throws {
      self = try JSONDecoder().decode(Status.self, from: Data(contentsOf: file))
    }
  }

  @Test(
    "A camera is shown 0.3 s late and resumes after an outage",
    arguments: Lab.isSoak ? ways.keys.sorted() : ["rtsp"])
  func goesOn(way: String) throws {
    let (result, out) = try Self.play(way)
    #expect(result.status == 124 || result.status == 0 || result.status == 130, "\(result.output)")
    let before = try Status(out.appending(path: "before"))
    let away = try Status(out.appending(path: "away"))
    let after = try Status(out.appending(path: "after"))
    #expect(before.phase == "playing" && after.phase == "playing")
    #expect(away.phase == "buffering" && away.warning != nil)
    let trace = try String(contentsOf: out.appending(path: "flips.trace"), encoding: .utf8)
    let back = try #require(trace.firstMatch(of: /([0-9.]+): tracing_mark_write: back/))
    let since = try #require(Double(back.1))
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let first = try #require(times.first { $0 > since })
    let shown = times.count { $0 > since }
    print(
      "\(way): \(before.live?.latency ?? -1) s behind, then \(after.live?.latency ?? -1) s; "
        + "resumed \(first - since) s after its return")
    #expect(first - since < 5)
    #expect(shown > 14 * 25)
    for live in [before.live, after.live] {
      let latency = try #require(live?.latency)
      #expect((0.2...0.6).contains(latency), "\(latency)")
    }
    // A card is shown during the outage: its flip comes ten seconds after the last frame.
    let gone = try #require(trace.firstMatch(of: /([0-9.]+): tracing_mark_write: gone/))
    let lost = try #require(Double(gone.1))
    #expect(times.contains { $0 > lost + 9 && $0 < since })
  }
}
