import Foundation
import Testing

/// The control interfaces on real devices: clients never disturb the picture.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct WebDoorTests {
  /// The output of `tools/lab.d/web-load`.
  private struct Load: Decodable {
    let asked, answered, orders, done, wrong, followers: Int
    let slowestMs: Double
    let toldLeast: Int
  }

  /// Some fields of `vitrine ctl statistics`.
  private struct Lateness: Decodable { let late, dropped: Int }

  /// The most frames at `rate` per second that can be late because the whole guest stood still: the output of
  /// `tools/lab.d/watch-stalls`.
  private func excused(_ folder: URL, _ name: String = "stalls", rate: Double) throws -> Int {
    try text(folder, name).split(separator: "\n").compactMap { Double($0) }
      .reduce(0) { $0 + Int($1 * rate) + 1 }
  }

  private func load(_ folder: URL, _ name: String = "load") throws -> Load {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Load.self, from: Data(contentsOf: folder.appending(path: name)))
  }

  private func text(_ folder: URL, _ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Starts a player with all control interfaces, and ends it after `during`, or once everything has played.
  private func script(_ clip: String, _ during: String, isWhole: Bool = true) -> String {
    """
    ip link set lo up
    $VITRINE play --http 127.0.0.1:8080 --socket /run/v.sock --mpv-socket /run/m.sock \
      --audio hw:CARD=Loopback,DEV=0 --stats $OUT/stats.json '\(clip)' 2> $OUT/log &
    player=$!
    until curl -sf http://127.0.0.1:8080/readyz > /dev/null; do sleep 0.1; done
    \(during)
    grep VmHWM /proc/$player/status > $OUT/memory
    \(isWhole ? #"until echo status | socat - UNIX-CONNECT:/run/v.sock | grep -q '"phase":"ended"'; do sleep 1; done"# : "")
    $CTL --socket /run/v.sock quit
    wait $player
    """
  }

  @Test("Attacks and load delay no frame, and memory is bounded")
  func attacked() throws {
    let clip = try Clips.motion("web-attack.mp4", size: "640x360", seconds: 30)
    let out = try Lab.folder("web-attack")
    let result = try Lab.guest(
      ["--travel"], out: out,
      script(
        clip,
        """
        tools/lab.d/web-load 127.0.0.1:8080 8 200 20 50 > $OUT/load || echo load >> $OUT/failed
        tools/lab.d/web-attack 127.0.0.1:8080 \(Lab.isSoak ? 10_000 : 3000) > $OUT/attack || echo attack >> $OUT/failed
        """))
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let attack = try text(out, "attack")
    #expect(!attack.isEmpty && !attack.contains("FAILED"), "\(attack)")
    let load = try load(out)
    #expect(load.answered == load.asked && load.done == load.orders && load.wrong == 0)
    #expect(load.asked >= 1590 && load.orders >= 159)
    #expect(load.followers == 50 && load.toldLeast >= 70)
    #expect(!FileManager.default.fileExists(atPath: out.appending(path: "failed").path))
    let trace = try FlipTrace(out.appending(path: "flips.trace"))
    let mismatch = trace.mismatch(with: try frameTimes(of: clip), period: 1 / 60.0)
    #expect(mismatch == nil, "\(mismatch ?? "")")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.late == 0 && frames.dropped == 0 && frames.repeated == 0)
    let memory = try text(out, "memory").split(separator: " ").compactMap { Int($0) }.first ?? .max
    print("web: \(frames.presented) of 900 frames, none late; at most \(memory / 1024) MiB")
    #expect(memory < 300 << 10)
  }

  @Test("A tap over HTTP is answered as fast as one on the touchscreen")
  func tapped() throws {
    let tap =
      "@run curl -sf -H 'Content-Type: application/json' -d '{\"x\": 0.5, \"y\": 0.3}' "
      + "http://127.0.0.1:8080/api/v1/touch > /dev/null"
    let taps = 5
    let scene = try TouchScene(
      "web-tap", "--http 127.0.0.1:8080 '\(TouchClips.calm())'", before: "ip link set lo up",
      ["@wait playing", "@sleep 3"]
        // The bars hide themselves before the next tap.
        + (0..<taps).flatMap { _ in ["# tap", tap, "# answered", "@sleep 6"] })
    let asked = scene.conversation.sent("#").filter { $0.line == "# answered" }.map(\.time)
    let shown = scene.conversation.entries.filter { $0.event == "interface" && $0.visible == true }
    #expect(asked.count == taps)
    for time in asked {
      // The player handles the touch before it responds, so the picture follows at once.
      let answer = try #require(shown.first { $0.time > time - 0.1 })
      #expect(answer.time - time < 0.05, "\(answer.time - time) s")
      #expect(scene.flips.contains { abs($0 - answer.time) < 0.001 })
    }
  }

  @Test(
    "Frames are on time under 220 requests a second and 50 event streams")
  func loadedRealTime() throws {
    let seconds = Lab.isSoak ? 300 : 6
    let clip = try Clips.motion(
      "web-load-\(3 * seconds + 30).mp4", size: "640x360", seconds: 3 * seconds + 30)
    let (out, isFit) = try GuestPace.around {
      let out = try Lab.folder("web-load")
      let result = try Lab.guest(
        ["--display", "640x480@60"], out: out,
        script(
          clip,
          """
          cost() { for t in /proc/$player/task/*; do [ "$(cat $t/comm)" = $1 ] && awk '{print $14 + $15}' $t/stat; done; }
          note() { $CTL --socket /run/v.sock --json statistics > $OUT/at-$1; }
          tools/lab.d/watch-stalls > $OUT/stalls & stalls=$!
          sleep 3; note begin; sleep \(seconds); note calm
          tools/lab.d/web-load 127.0.0.1:8080 \(seconds) 200 20 50 > $OUT/load || echo load >> $OUT/failed
          cost web > $OUT/web-ticks; note web
          tools/lab.d/web-load /run/m.sock \(seconds) 200 20 50 > $OUT/load-mpv || echo mpv >> $OUT/failed
          cost mpv > $OUT/mpv-ticks; note mpv; kill $stalls
          """, isWhole: false))
      #expect(result.status == 0, "\(result.output.suffix(2000))")
      return out
    }
    let (web, mpv) = (try load(out), try load(out, "load-mpv"))
    #expect(web.wrong == 0 && web.answered == web.asked && web.done == web.orders)
    #expect(mpv.wrong == 0 && mpv.answered == mpv.asked)
    // Requests delay no frame: only the guest's own stalls do.
    let stalls = try excused(out, rate: 30)
    let counts = try ["begin", "calm", "web", "mpv"].map {
      try JSONDecoder().decode(
        Lateness.self, from: Data(contentsOf: out.appending(path: "at-\($0)")))
    }
    let lost = zip(counts.dropFirst(), counts).map { $0.late + $0.dropped - $1.late - $1.dropped }
    func milliseconds(_ name: String, _ load: Load) throws -> Double {
      let ticks =
        Double(try text(out, name).trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
      return ticks * 10 / Double(load.answered + load.done)
    }
    print(
      """
      web: \(web.answered + web.done) requests in \(seconds) s with \(web.followers) who follow, slowest \
      \(web.slowestMs) ms; thread's CPU \(try milliseconds("web-ticks", web)) ms each, mpv's socket \
      \(try milliseconds("mpv-ticks", mpv)) ms; late or dropped of \(30 * seconds) frames: \
      \(lost[0]) without a question, \(lost[1]) with those over HTTP, \(lost[2]) over mpv's socket; \
      at most \(stalls) excused by stalls of the whole guest
      """)
    if isFit { #expect(lost.reduce(0, +) <= stalls) }
  }
}

/// Third-party clients and protocol conformance tests, against a player with a headless display.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct DoorClientTests {
  private final class Scene {
    let folder: URL
    private let process = Process()

    init(_ name: String, _ arguments: [String]) throws {
      folder = try Lab.folder(name)
      process.executableURL = URL(filePath: Lab.player)
      process.arguments =
        ["play", "--display", "headless:640x360@60", "--audio", "none"] + arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }
  }

  private var python: String {
    let cache =
      ProcessInfo.processInfo.environment["XDG_CACHE_HOME"]
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache").path
    return "\(cache)/vitrine-python/bin/python"
  }

  private func tool(_ name: String) -> String {
    Lab.root.appending(path: "tools/test.d/\(name)").path
  }

  @Test("Unmodified mpv clients control the player")
  func mpv() throws {
    let socket = FileManager.default.temporaryDirectory
      .appending(path: "vm-\(ProcessInfo.processInfo.processIdentifier)").path
    let clips = try (0..<3).map {
      try Clips.motion("mpv-\($0).mp4", size: "320x180", seconds: 20 + $0)
    }
    let scene = try Scene("mpv-clients", ["--mpv-socket", socket])
    let result = try Lab.run(
      "bash",
      [
        "-c", "until [ -S \(socket) ]; do sleep 0.05; done; exec \"$@\"", "bash", python,
        tool("mpv-clients"), socket,
      ]
        + clips)
    #expect(result.status == 0, "\(result.output)")
    print(
      "mpv: \(result.output.split(separator: "\n").count { $0.hasPrefix("ok") }) client steps")
    _ = scene
  }

  @Test("The API conforms to its OpenAPI document, and its metrics to Prometheus")
  func conformance() throws {
    let clip = try Clips.motion("mpv-0.mp4", size: "320x180", seconds: 20)
    let state = try Lab.folder("web-conformance-state")
    let configuration = state.appending(path: "c.yaml")
    try Data(
      """
      control: { uploads: \(state.appending(path: "files").path) }
      service: { state: \(state.path), thumbnails: \(state.appending(path: "thumbs").path) }
      interface: { interactive: true }
      cache: { size: 0 }
      """.utf8
    ).write(to: configuration)
    let token = try Lab.run(
      Lab.player, ["token", "add", "test", "--role", "admin", "--state", state.path]
    )
    .output.trimmingCharacters(in: .whitespacesAndNewlines)
    let port = 20_000 + Int(ProcessInfo.processInfo.processIdentifier) % 20_000
    let scene = try Scene(
      "web-conformance",
      ["--config", configuration.path, "--http", "127.0.0.1:\(port)", "--loop", "queue", clip])
    let result = try Lab.run(
      "bash",
      [
        "-c",
        "until curl -sf http://127.0.0.1:\(port)/readyz >/dev/null; do sleep 0.05; done; "
          + "TOKEN=\(token) exec \(tool("web-conformance")) http://127.0.0.1:\(port) \(Lab.isSoak ? 300 : 15)",
      ])
    #expect(result.status == 0, "\(result.output.suffix(4000))")
    print("web: \(result.output.split(separator: "\n").last { $0.contains("generated") } ?? "")")
    _ = scene
  }
}
