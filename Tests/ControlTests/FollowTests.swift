import Foundation
import Glibc
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Clients that follow the status, and screenshots.
@Suite(.timeLimit(.minutes(1)))
struct FollowTests {
  private static var fast: ControlLimits {
    var limits = ControlLimits()
    limits.statusInterval = .zero
    return limits
  }

  @Test("A follower receives the state, and then each change")
  func follow() throws {
    let scene = try ServerScene()
    let (follower, other) = (try scene.connect(), try scene.connect())
    #expect(try follower.ask("observe") == "success")
    let first = try follower.line()
    #expect(first?["event"]?.text == "status" && first?["item"]?.text == "a.mp4")
    scene.player.publish { $0.isPaused = true }
    #expect(try follower.line()?["paused"]?.bool == true)
    #expect(try other.ask("version") == "success")
    #expect(try follower.ask("unobserve") == "success")
    scene.player.publish { $0.isPaused = false }
    #expect(try follower.ask("version") == "success")
  }

  @Test("A follower receives each event, and other clients none")
  func events() throws {
    let scene = try ServerScene()
    let (follower, other) = (try scene.connect(), try scene.connect())
    #expect(try follower.ask("observe") == "success")
    #expect(try follower.line()?["event"]?.text == "status")
    #expect(try other.ask("version") == "success")
    scene.player.send(.failed(Item(path: "/a.mp4"), error: "damaged"))
    scene.player.send(.back(reason: "unplugged", missing: 2.5))
    let failed = try follower.line()
    #expect(failed?["event"]?.text == "failed" && failed?["location"]?.text == "/a.mp4")
    #expect(failed?["error"]?.text == "damaged")
    #expect(try follower.line()?["missing"]?.number == 2.5)
    #expect(try other.ask("version") == "success")
  }

  @Test("A follower that does not read misses events, and stays connected")
  func unreadEvents() throws {
    let scene = try ServerScene()
    let (follower, other) = (try scene.connect(), try scene.connect())
    #expect(try follower.ask("observe") == "success")
    let error = String(repeating: "e", count: 1000)
    for number in 1...4000 {
      scene.player.send(.failed(Item(path: "/\(number).mp4"), error: error))
      if number % 20 == 0 { #expect(try other.ask("version") == "success") }
    }
    try follower.send("version\n")
    var count = 0
    while let line = try follower.line(), line["error"]?.text != "success" { count += 1 }
    #expect(count < 1000)
  }

  @Test("A slow follower skips changes and gets the newest")
  func slow() throws {
    let scene = try ServerScene(Self.fast)
    let (follower, other) = (try scene.connect(), try scene.connect())
    #expect(try follower.ask("observe") == "success")
    scene.player.publish { $0.title = String(repeating: "t", count: 1000) }
    for step in 1...4000 {
      scene.player.publish { $0.position = MediaTime(Int64(step), 1) }
      // So that not only the last of them reaches the server.
      if step % 20 == 0 { #expect(try other.ask("version") == "success") }
    }
    var (count, last) = (0, 0.0)
    while last < 4000 {
      let position = try #require(try follower.line())["position"]?.number ?? 0
      #expect(position >= last)
      (count, last) = (count + 1, position)
    }
    #expect(count < 180, "\(count) of 200")
  }

  @Test("A client that sends and does not read is paused and stays within its limit")
  func unread() throws {
    let scene = try ServerScene()
    let (client, other) = (try scene.connect(), try scene.connect())
    let flags = fcntl(client.socket.rawValue, F_GETFL)
    _ = fcntl(client.socket.rawValue, F_SETFL, flags | O_NONBLOCK)
    // Until neither side accepts any more.
    let line = "status" + String(repeating: " ", count: 993) + "\n"
    let lines = Array(String(repeating: line, count: 10).utf8)
    var (sent, refusals) = (0, 0)
    while refusals < 20 {
      if let count = try client.socket.send(lines[(sent % 1000)...]) {
        sent += count
      } else {
        refusals += 1
        #expect(try other.ask("version") == "success")
      }
    }
    #expect(sent < 4 << 20)
    _ = fcntl(client.socket.rawValue, F_SETFL, flags)
    for _ in 0..<(sent / 1000) { #expect(try client.line()?["error"]?.text == "success") }
  }

  @Test("A screenshot arrives as a file descriptor with its response, at any size")
  func picture() throws {
    let scene = try ServerScene()
    let bytes = [UInt8](repeating: 7, count: 599_999) + [8]
    scene.player.change { $0.picture = bytes }
    var client = try ControlClient(path: scene.path)
    for _ in 0..<3 {
      let answer = try client.request(["screenshot"])
      #expect(answer.data?["bytes"]?.integer == 600_000)
      let file = try #require(answer.file)
      #expect(try file.descriptor.bytes(at: 0, count: 700_000) == bytes)
    }
    #expect(throws: (any Error).self) { try client.request(["screenshot", "base64"]) }
  }

  @Test("A small screenshot arrives inline for clients that cannot receive files")
  func base64() throws {
    let scene = try ServerScene()
    scene.player.change { $0.picture = [1, 2, 3] }
    let client = try scene.connect()
    try client.send("screenshot base64\n")
    #expect(try client.line()?["data"]?["base64"]?.text == "AQID")
  }

  @Test("Screenshots do not pile up for a client that does not read")
  func pile() throws {
    let scene = try ServerScene()
    let (client, other) = (try scene.connect(), try scene.connect())
    try client.send("version\nscreenshot\n")
    // Clients get their turn in the order in which they sent.
    #expect(try other.ask("version") == "success")
    #expect(try client.line()?["error"]?.text == "success")
    #expect(try client.line()?["error"]?.text == "read the earlier responses first")
    #expect(try client.ask("screenshot") == "success")
  }
}
