import Foundation
import Testing

/// Files on a server behind a slow, lossy or unplugged connection: nginx in a network namespace, in time-travel mode.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct NetworkTests {
  /// Thirty seconds at a constant 4 Mbit/s.
  private static func film() throws -> URL {
    URL(
      filePath: try Clips.motion(
        "steady.mp4", size: "320x240", rate: "25", seconds: 30,
        [
          "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-b:v", "4M", "-minrate", "4M",
          "-maxrate", "4M", "-bufsize", "1M", "-x264-params", "nal-hrd=cbr",
        ]))
  }

  private static let frames = 750

  private static func play(
    _ name: String, line: String, _ meanwhile: String = ":", options: String = ""
  ) throws -> (Lab.Result, URL) {
    let film = try film()
    let out = try Lab.folder("network-\(name)")
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      . \(script); network_begin '\(film.deletingLastPathComponent().path)'; network_line \(line)
      (\(meanwhile)) &
      timeout 170 $VITRINE play --stats $OUT/stats.json \(options) \
        http://10.9.0.2/\(film.lastPathComponent)
      status=$?; cp /run/nginx/log $OUT/requests; exit $status
      """)
    return (result, out)
  }

  @Test("With 40 ms of latency, a file plays as from a disk")
  func slowConnection() throws {
    let (result, out) = try Self.play("slow", line: "delay 20ms rate 20mbit")
    #expect(result.status == 0, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented == Self.frames && frames.late == 0 && frames.dropped == 0, "\(frames)")
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst()
    #expect(steps.allSatisfy { $0 < 0.051 }, "\(steps.filter { $0 >= 0.051 })")
  }

  @Test("Lost packets cost no frame", arguments: ["loss 3%", "delay 30ms 10ms reorder 5%"])
  func losses(line: String) throws {
    let (result, out) = try Self.play(
      "loss-\(line.filter(\.isNumber))", line: "\(line) rate 20mbit")
    #expect(result.status == 0, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented == Self.frames && frames.dropped == 0, "\(frames)")
  }

  @Test("A proxy is used, and missing proxy credentials are reported")
  func proxy() throws {
    let film = try Self.film()
    let out = try Lab.folder("network-proxy")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      . \(Lab.root.path)/tools/lab.d/network
      network_begin '\(film.deletingLastPathComponent().path)'; network_line delay 20ms
      ip -n server addr add 10.77.0.1/32 dev lo
      network_proxy 3128 screen word
      echo 'network: {proxy: "http://10.9.0.2:3128"}' > /tmp/bare.yaml
      $VITRINE play --config /tmp/bare.yaml http://10.77.0.1/\(film.lastPathComponent) && exit 1
      echo word > /tmp/password
      cat > /tmp/proxy.yaml <<END
      network:
        proxy: http://10.9.0.2:3128
        proxy-user: screen
        proxy-password-file: /tmp/password
      END
      exec $VITRINE play --config /tmp/proxy.yaml --stats $OUT/stats.json \
        http://10.77.0.1/\(film.lastPathComponent)
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("the proxy 10.9.0.2 requires valid credentials"))
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented == Self.frames && frames.dropped == 0, "\(frames)")
  }

  @Test("A slow connection is reported with the required and the actual bit rate")
  func slowness() throws {
    let (result, _) = try Self.play("slowness", line: "delay 20ms rate 2mbit")
    #expect(result.status == 0, "\(result.output)")
    let told = /needs ([0-9]+\.[0-9]+) Mbit\/s, gets ([0-9]+\.[0-9]+)/
    let words = try #require(result.output.firstMatch(of: told), "\(result.output)")
    let (needed, got) = (Double(words.1) ?? 0, Double(words.2) ?? 0)
    #expect((3.9...4.3).contains(needed) && (1.5...2.0).contains(got), "\(words.0)")
  }

  @Test("A service without its server is ready and alive, and plays later")
  func service() throws {
    let film = try Self.film()
    let out = try Lab.folder("network-service")
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      . \(script); network_begin '\(film.deletingLastPathComponent().path)'; network_line delay 20ms
      network_pull
      (sleep 200; network_plug; echo back > /sys/kernel/tracing/trace_marker; sleep 50; network_pull) &
      tools/lab.d/serve wait 400 1 $OUT/log $VITRINE run --audio none \
        --playlist http://10.9.0.2/\(film.lastPathComponent)
      """)
    #expect(result.status == 0, "\(result.output)")
    let log = try ServiceLog(out)
    // Three minutes without a picture, and two during the film: systemd would kill a service without watchdog
    // notifications.
    #expect(log.readiness.count == 1 && log.readiness[0] < 20, "\(log.readiness)")
    #expect(log.longestSilence < 20, "\(log.longestSilence)")
    let trace = try String(contentsOf: out.appending(path: "flips.trace"), encoding: .utf8)
    let mark = try #require(trace.firstMatch(of: /([0-9.]+): tracing_mark_write: back/))
    let back = try #require(Double(mark.1))
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.filter { $0.time > back }
    let first = try #require(flips.first).time - back
    print("ready after \(log.readiness[0]) s; first picture \(first) s after the server started")
    #expect(first < 5 && flips.count > 1000, "\(first), \(flips.count)")
  }

  @Test("A corrected list takes effect while an unreachable item is being retried")
  func listPutRight() throws {
    let clip = try Clips.motion("service-2.mp4", size: "160x120", seconds: 2)
    let out = try Lab.folder("network-list")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      echo http://10.9.9.9/nowhere.mp4 > /tmp/menu.m3u
      (sleep 20; echo '\(clip)' > /tmp/menu.m3u) &
      tools/lab.d/serve wait 40 1 $OUT/log $VITRINE run --audio none --playlist /tmp/menu.m3u
      """)
    #expect(result.status == 0, "\(result.output)")
    let items = try ServiceLog(out).items
    #expect(items.contains { $0.name == "service-2.mp4" }, "\(items)")
  }

  @Test("Playback resumes within 5 s after a 60 s outage")
  func cable() throws {
    // At 6 Mbit/s, some seconds are buffered when the cable is unplugged.
    let (result, out) = try Self.play(
      "cable", line: "delay 20ms rate 6mbit",
      "sleep 6; network_pull; sleep 60; network_plug; echo back > /sys/kernel/tracing/trace_marker")
    #expect(result.status == 0, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    // After ten seconds, a card replaces the last picture. It does not count as a frame.
    #expect(frames.presented == Self.frames && frames.dropped == 0, "\(frames)")
    let trace = try String(contentsOf: out.appending(path: "flips.trace"), encoding: .utf8)
    let mark = try #require(trace.firstMatch(of: /([0-9.]+): tracing_mark_write: back/))
    let back = try #require(Double(mark.1))
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let stops = zip(times, times.dropFirst()).filter { $1 - $0 > 0.1 }
    let last = try #require(stops.last).1
    print("plugged in at \(back) s, picture after \(last - back) s")
    #expect(last > back && last - back < 5, "\(stops)")
  }
}
