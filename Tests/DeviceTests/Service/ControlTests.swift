import Foundation
import Testing

/// `vitrine ctl` and a running player with a headless display.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ControlTests {
  /// The fields of `status --json` that the tests use.
  private struct Status: Decodable {
    let phase: String
    let paused, muted: Bool
    let item: String?
    let entry: Int?
    let position, duration: Double?
    let rate, volume: Double
    let rotation: Int
    let gravity, power: String
    let tracks, selected: [Track]
    let presented: Int

    struct Track: Decodable, Equatable {
      let kind: String
      let index: Int
    }
  }

  /// A player with a control socket, terminated with the scene.
  private final class Scene {
    let folder: URL
    let socket: String
    private let process = Process()

    init(_ name: String, _ arguments: [String]) throws {
      folder = try Lab.folder(name)
      // Socket paths are limited in length.
      socket =
        FileManager.default.temporaryDirectory
        .appending(path: "vc-\(name)-\(ProcessInfo.processInfo.processIdentifier)").path
      process.executableURL = URL(filePath: Lab.player)
      process.arguments =
        ["play", "--display", "headless:640x360@60", "--audio", "none", "--socket", socket]
        + arguments
      process.standardError = FileHandle.nullDevice
      try process.run()
      try wait("something plays") { $0.phase == "playing" }
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    func end() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }

    func ctl(_ words: String...) throws -> Lab.Result {
      try Lab.run(Lab.player, ["ctl", "--socket", socket] + words)
    }

    /// Runs a command that must succeed.
    func tell(_ words: String...) throws {
      let result = try Lab.run(Lab.player, ["ctl", "--socket", socket] + words)
      #expect(result.status == 0 && result.output.isEmpty, "\(words): \(result.output)")
    }

    var status: Status {
      get throws {
        let result = try ctl("status", "--json")
        return try JSONDecoder().decode(Status.self, from: Data(result.output.utf8))
      }
    }

    /// Polls the status until `isSo` returns true, for at most 15 seconds.
    @discardableResult
    func wait(_ what: Comment, _ isSo: (Status) -> Bool) throws -> Status? {
      let limit = Date() + 15
      while Date() < limit {
        if let status = try? status, isSo(status) { return status }
        // Each poll starts a program.
        usleep(50_000)
      }
      Issue.record(what)
      return nil
    }
  }

  private func film() throws -> String {
    try Clips.make(
      "two-sounds.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=60", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=60", "-f", "lavfi", "-i", "sine=f=880:r=48000:d=60", "-map", "0",
        "-map", "1", "-map", "2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset",
        "veryfast", "-c:a", "aac",
      ])
  }

  @Test("Each playback command has its effect")
  func commands() throws {
    let scene = try Scene("ctl", [try film()])
    try scene.tell("pause")
    let first = try scene.status
    #expect(first.paused && first.item == "two-sounds.mkv" && first.entry == 1)
    #expect(try #require(first.duration) > 59 && first.presented > 0)
    #expect(first.tracks.count == 3)
    try scene.tell("seek", "50%")
    try scene.wait("in the middle") { abs(($0.position ?? 0) - 30) < 0.1 }
    try scene.tell("skip", "-10")
    try scene.wait("10 s back") { abs(($0.position ?? 0) - 20) < 0.1 }
    try scene.tell("seek", "+5")
    try scene.wait("5 s on") { abs(($0.position ?? 0) - 25) < 0.1 }
    try scene.tell("seek", "0:40.5")
    try scene.wait("at a time") { abs(($0.position ?? 0) - 40.5) < 0.1 }

    try scene.tell("volume", "50%")
    try scene.tell("volume", "-5%")
    try scene.tell("mute")
    try scene.tell("rate", "1.5")
    try scene.tell("rotate", "90")
    try scene.tell("gravity", "cover")
    let changed = try scene.status
    #expect(abs(changed.volume - 0.45) < 0.001 && changed.muted && changed.rate == 1.5)
    #expect(changed.rotation == 90 && changed.gravity == "cover")
    try scene.tell("audio", "next")
    try scene.wait("the second sound") { $0.selected.contains { $0.index == 2 } }
    try scene.tell("display", "off")
    #expect(try scene.status.power == "off")
    try scene.tell("display", "on")
    #expect(try scene.status.power == "on")
    try scene.tell("toggle")
    try scene.wait("plays on") { $0.phase == "playing" && !$0.paused }
    try scene.tell("stop")
    #expect(try scene.status.phase == "idle")
    try scene.tell("quit")
    #expect(scene.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: scene.socket))
  }

  @Test("Commands replace, extend and navigate the queue")
  func queue() throws {
    let (one, two) = (try film(), try Clips.motion("good.mkv", seconds: 1))
    let scene = try Scene("ctl-queue", [one])
    try scene.tell("load", two, "color:black")
    try scene.wait("another file") { $0.item == "good.mkv" || $0.item == "color:#000000" }
    try scene.tell("append", one)
    let list = try scene.ctl("list").output
    #expect(list.split(separator: "\n").count == 3 && list.contains("two-sounds.mkv"), "\(list)")
    let number = try #require(list.split(separator: "\n").last?.split(separator: " ").first)
    try scene.tell("jump", String(number))
    try scene.wait("the last") { $0.item == "two-sounds.mkv" }
    try scene.tell("previous")
    try scene.wait("the previous entry") { $0.item == "color:#000000" }
    try scene.tell("next")
    try scene.wait("the last again") { $0.item == "two-sounds.mkv" }
    try scene.tell("stop")
    try scene.tell("load", two)
    try scene.wait("playback after load") { $0.item == "good.mkv" && $0.phase == "playing" }
  }

  @Test("Loading a playlist loads its entries")
  func list() throws {
    let scene = try Scene("ctl-list", ["color:black"])
    let list = scene.folder.appending(path: "menu.m3u")
    try "\(try film())\n\(try Clips.motion("good.mkv", seconds: 1))\n"
      .write(to: list, atomically: true, encoding: .utf8)
    try scene.tell("load", list.path)
    try scene.wait("the first of the list") { $0.item == "two-sounds.mkv" }
    #expect(try scene.ctl("list").output.split(separator: "\n").count == 2)
    try scene.tell("append", list.path)
    #expect(try scene.ctl("list").output.split(separator: "\n").count == 4)
  }

  @Test("A failed command prints its error and exits with its status")
  func refusals() throws {
    let scene = try Scene("ctl-refusals", [try film()])
    for (words, status, text) in [
      (["load", "/no/such.mp4"], 65, "No such file"), (["jump", "77"], 65, "no entry 77"),
      (["reload"], 65, "nothing to reload"), (["fly"], 64, #"unknown command "fly""#),
      (["volume", "50"], 64, #"invalid value "50" for volume"#),
      (["seek"], 64, "seek needs an argument"),
      (["screenshot", "/no/such/folder.png"], 73, "No such file"),
    ] as [([String], Int32, String)] {
      let result = try Lab.run(Lab.player, ["ctl", "--socket", scene.socket] + words)
      #expect(result.status == status && result.output.contains(text), "\(result.output)")
    }
    let absent = try Lab.run(Lab.player, ["ctl", "--socket", "/tmp/nobody.sock", "status"])
    #expect(absent.status == 69 && absent.output.contains("systemctl status vitrine"))
    let second = try Lab.run(
      Lab.player, ["play", "--display", "headless", "--socket", scene.socket, "color:black"])
    #expect(second.status == 69 && second.output.contains("in use by another player"))
  }

  @Test("The client writes the screenshot and replaces an existing file")
  func screenshot() throws {
    let scene = try Scene("ctl-screenshot", [try film()])
    let file = scene.folder.appending(path: "a b.png")
    try Data("old".utf8).write(to: file)
    try scene.tell("screenshot", file.path)
    let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path)
    #expect(names == ["a b.png"])
    let picture = try Pixels(png: file)
    #expect(picture.width == 640 && picture.height == 360)
  }

  @Test("A follower receives changes and ends with its reader or on a signal")
  func follow() throws {
    let scene = try Scene("ctl-follow", [try film()])
    let command = "'\(Lab.player)' ctl --socket '\(scene.socket)' status --follow"
    let reader = try Lab.run("bash", ["-c", "set -o pipefail; timeout 20 \(command) | head -n 3"])
    #expect(reader.status == 0 && reader.output.split(separator: "\n").count == 3)
    let signalled = try Lab.run(
      "timeout", ["--preserve-status", "-s", "INT", "3", "bash", "-c", "exec \(command) --json"])
    #expect(signalled.status == 0)
    for line in signalled.output.split(separator: "\n") {
      #expect(try JSONDecoder().decode(Status.self, from: Data(line.utf8)).phase == "playing")
    }
    #expect(signalled.output.split(separator: "\n").count < 40)
  }
}
