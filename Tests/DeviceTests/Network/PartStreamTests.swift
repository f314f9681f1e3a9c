import Foundation
import Testing

/// Low-latency live streams with partial segments, in time-travel mode.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct PartStreamTests {
  private struct Status: Decodable {
    struct Live: Decodable { let latency, target: Double }
    let phase: String
    let live: Live?
  }

  private static let looks = 6

  /// Plays for 70 s and reads the status every ten seconds.
  private static func play(
    _ name: String, deaf: Bool = false, options: String = "", _ meanwhile: String = ":"
  ) throws -> (Lab.Result, URL) {
    let clip = try Clips.motion(
      "parts-150.mp4", size: "320x240", rate: "25", seconds: 150,
      [
        "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-keyint_min", "25", "-sc_threshold",
        "0", "-bf", "0", "-c:a", "aac",
      ])
    let out = try Lab.folder("parts-\(name)")
    let tools = Lab.root.appending(path: "tools/lab.d").path
    let result = try Lab.guest(
      ["--travel", "--record", "--display", "640x480@50"], out: out,
      """
      . \(tools)/network; network_begin /tmp; network_line delay 20ms rate 8mbit
      cp '\(clip)' /tmp/clip.mp4; printf 'playback:\n  latency: 9.5\n' > /tmp/far.yaml
      ip netns exec server \(tools)/parts-origin /tmp/clip.mp4 8080 $OUT/requests \
        \(deaf ? "deaf" : "") < /dev/null > /tmp/ready & origin=$!
      until grep -q ready /tmp/ready; do sleep 0.2; done
      $VITRINE play --socket /tmp/socket --stats $OUT/stats.json \(options) \
        http://10.9.0.2:8080/live.m3u8 & player=$!
      (\(meanwhile)) &
      for look in $(seq \(looks)); do
        sleep 10; $CTL --socket /tmp/socket --json status > $OUT/status-$look
      done
      sleep 10; kill -INT $player; wait $player; status=$?; kill $origin; exit $status
      """)
    return (result, out)
  }

  @Test(
    "Partial segments play less than 3 s behind live, without a stall",
    arguments: [false, true])
  func heldNear(deaf: Bool) throws {
    let (result, out) = try Self.play(deaf ? "deaf" : "waiting", deaf: deaf)
    #expect(result.status == 130 || result.status == 0, "\(result.output)")
    let latencies = try (1...Self.looks).map { look in
      let file = try Data(contentsOf: out.appending(path: "status-\(look)"))
      let status = try JSONDecoder().decode(Status.self, from: file)
      #expect(status.phase == "playing")
      return try #require(status.live?.latency)
    }
    print("parts\(deaf ? ", polled" : ""): \(latencies) s behind")
    #expect(latencies.allSatisfy { (1...3).contains($0) })
    #expect(latencies.suffix(3).allSatisfy { $0 < 2 })
    try expectAll(out)
    let requests = try String(contentsOf: out.appending(path: "requests"), encoding: .ascii)
      .split(separator: "\n")
    let lists = requests.count { $0.contains("live.m3u8") }
    print("\(lists) playlist requests, \(requests.count - lists) others")
    #expect(lists < (deaf ? 500 : 200))
    // Each playlist request has another query, but all name the same initialization segment.
    #expect(requests.count { $0.contains("head.mp4") } == 1)
  }

  /// Checks that every frame was on time and that there was no silence.
  private func expectAll(_ out: URL) throws {
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented > 67 * 25 && frames.dropped == 0 && frames.late == 0, "\(frames)")
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst()
    #expect(steps.allSatisfy { $0 < 0.061 }, "\(steps.filter { $0 >= 0.061 })")
    let heard = try HeardSound(out)
    #expect(heard.silences == [])
  }

  @Test("A segment started in parts continues as a whole segment after an outage")
  func outage() throws {
    let (result, out) = try Self.play(
      "outage", options: "--config /tmp/far.yaml",
      "sleep 30.7; network_pull; sleep 8; network_plug")
    #expect(result.status == 130 || result.status == 0, "\(result.output)")
    try expectAll(out)
    let requests = try String(contentsOf: out.appending(path: "requests"), encoding: .ascii)
    let whole = requests.matches(of: /([0-9.]+) \/s([0-9]+)\.mp4/)
    let parts = Set(requests.matches(of: /\/p([0-9]+)\.mp4/).compactMap { Int($0.1) })
    print("whole segments: \(whole.map { "\($0.2) at \($0.1)" })")
    // Some parts of one of them had arrived before.
    #expect(whole.contains { parts.contains((Int($0.2) ?? 0) * 4) })
  }
}
