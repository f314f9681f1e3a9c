import Foundation
import Synchronization
import Testing
import VitrineBus
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineMPRIS
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// A fake player with MPRIS, on its own bus.
private final class Scene {
  static let playerctl = "/usr/bin/playerctl"
  static var canBe: Bool { PrivateBus.isThere && FileAccess.allows(X_OK, playerctl) }

  let bus: PrivateBus
  let player = FakeControlled()
  let server: MPRISServer
  let events = EventList()

  final class EventList: Sendable {
    private let list = Waitable<[MPRISEvent]>([])
    var all: [MPRISEvent] { list.value }
    func add(_ event: MPRISEvent) { list.update { $0.append(event) } }
    func wait(for wanted: @escaping (MPRISEvent) -> Bool, times: Int = 1) {
      _ = list.wait { $0.count(where: wanted) >= times ? true : nil }
    }
  }

  /// If `isAwaited`, the player is on the bus when this returns.
  init(
    instance: String? = nil, policy: PeerPolicy? = nil, busPolicy: String? = nil,
    isAwaited: Bool = true
  ) throws {
    bus = try PrivateBus(policy: busPolicy)
    player.change { state in
      (state.status.duration, state.status.position) = (MediaTime(10, 1), MediaTime(5, 2))
      state.status.title = "The film"
    }
    server = try MPRISServer(
      controlled: player, instance: instance, address: bus.address, policy: policy
    ) { [events] in events.add($0) }
    if isAwaited { events.wait(for: \.isKnown) }
  }

  deinit { server.close() }

  var commands: [Command] { player.now.commands }
  var loaded: [String] { player.now.loaded }

  /// playerctl's output and exit status.
  func playerctl(_ words: String...) throws -> (text: String, status: Int32) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: Self.playerctl)
    process.arguments = words
    process.environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
      "LC_ALL": "C.UTF-8",
    ]
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines),
      process.terminationStatus
    )
  }

  func say(_ words: String...) throws -> String {
    switch words.count {
    case 1: try playerctl(words[0]).text
    case 2: try playerctl(words[0], words[1]).text
    default: try playerctl(words[0], words[1], words[2]).text
    }
  }
}

extension MPRISEvent {
  fileprivate var isKnown: Bool {
    if case .known = self { true } else { false }
  }

  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}

@Suite(
  "playerctl", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Scene.canBe, "playerctl or dbus-daemon is not installed"))
struct PlayerctlTests {
  @Test("playerctl finds the player and reads its state")
  func reads() throws {
    let scene = try Scene()
    // Once for each bus, which is the same.
    #expect(try scene.say("-l") == "vitrine\nvitrine")
    #expect(try scene.say("status") == "Playing")
    // playerctl adds the microseconds since its request.
    #expect(try scene.say("position").hasPrefix("2.5"))
    #expect(try scene.say("volume") == "1.000000")
    #expect(try scene.say("loop") == "None")
    #expect(try scene.say("shuffle") == "Off")
    #expect(try scene.say("metadata", "xesam:title") == "The film")
    #expect(try scene.say("metadata", "xesam:url") == "file:///a.mp4")
    #expect(try scene.say("metadata", "mpris:length") == "10000000")
    #expect(try scene.say("metadata", "mpris:trackid") == "'/vitrine/entry/1'")
    scene.player.publish { $0.isPaused = true }
    #expect(try scene.say("status") == "Paused")
  }

  private static let commands: [([String], Command)] = [
    (["play"], .play), (["pause"], .pause), (["play-pause"], .toggle), (["stop"], .stop),
    (["next"], .next), (["previous"], .previous),
    (["position", "4"], .seek(.init(to: MediaTime(4, 1)))),
    (["position", "1.5+"], .skip(by: MediaTime(3, 2))),
    (["position", "1-"], .skip(by: MediaTime(-1, 1))), (["volume", "0.5"], .setVolume(0.5)),
    (["volume", "0.25-"], .setVolume(0.75)), (["loop", "Track"], .edit(.loop(.item))),
    (["loop", "Playlist"], .edit(.loop(.queue))), (["shuffle", "Off"], .edit(.shuffle(seed: nil))),
  ]

  @Test("playerctl controls the player")
  func commands() throws {
    let scene = try Scene()
    for (words, command) in Self.commands {
      scene.player.change { $0.commands = [] }
      let (text, status) =
        words.count == 1 ? try scene.playerctl(words[0]) : try scene.playerctl(words[0], words[1])
      #expect(status == 0, "\(words): \(text)")
      #expect(scene.commands == [command], "\(words)")
    }
    scene.player.change { $0.commands = [] }
    _ = try scene.say("shuffle", "On")
    guard case .edit(.shuffle(seed: .some)) = scene.commands.first else {
      Issue.record("\(scene.commands)")
      return
    }
  }

  @Test("playerctl opens files and URLs, and reports invalid ones")
  func opens() throws {
    let scene = try Scene()
    #expect(try scene.playerctl("open", "file:///films/a%20b.mp4").status == 0)
    #expect(scene.loaded == ["/films/a b.mp4"])
    // It was playing: the opened item starts over.
    #expect(scene.commands.contains(.jump(to: 1)))
    #expect(try scene.playerctl("open", "https://a.example/x.mp4").status == 0)
    #expect(scene.loaded == ["https://a.example/x.mp4"])
    let refused = try scene.playerctl("open", "ftp://a.example/x.mp4")
    #expect(refused.status != 0)
    #expect(refused.text.contains("unsupported URL scheme"))
    #expect(scene.loaded == ["https://a.example/x.mp4"])
  }

  @Test("playerctl names each player of a program")
  func instances() throws {
    let scene = try Scene(instance: "HDMI-A-2")
    #expect(try scene.say("-l") == "vitrine.instanceHDMI-A-2\nvitrine.instanceHDMI-A-2")
    #expect(try scene.say("-p", "vitrine", "status") == "Playing")
  }

  @Test(
    "playerctl has access only if its user may control the player",
    .enabled(if: geteuid() != 0, "root always has access"))
  func rejects() throws {
    let scene = try Scene(policy: PeerPolicy(owner: geteuid() + 1, group: .max))
    #expect(try scene.playerctl("play").status != 0)
    scene.events.wait { $0 == .rejected(user: geteuid()) }
    #expect(scene.commands.isEmpty)
  }

  @Test("playerctl finds the player again after the bus restarted")
  func comesBack() throws {
    let scene = try Scene()
    scene.bus.stop()
    scene.events.wait(for: \.isFailure)
    try scene.bus.start()
    scene.events.wait(for: \.isKnown, times: 2)
    #expect(try scene.say("status") == "Playing")
  }

  @Test("playerctl finds no player if the bus refuses the name, which is logged")
  func refusedName() throws {
    let policy = """
      <policy context="default">
        <allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><deny own="*"/>
      </policy>
      """
    let scene = try Scene(busPolicy: policy, isAwaited: false)
    scene.events.wait(for: \.isFailure)
    #expect(scene.events.all.first?.description.contains("vitrine-mpris.conf") == true)
    #expect(try scene.playerctl("status").text == "No players found")
  }
}

@Suite(
  "Clients", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct ClientTests {
  /// A client that has called `member` on the player, and the signals it received by then.
  private func ask(
    _ scene: Scene, _ calls: [(interface: String, member: String, arguments: [BusValue])],
    signals: Int = 0, meanwhile: () -> Void = {}
  ) throws -> (replies: [BusReply], signals: [BusSignal]) {
    let connection = try BusConnection(to: scene.bus.address)
    var (replies, heard): ([BusReply], [BusSignal]) = ([], [])
    let name = "org.mpris.MediaPlayer2.vitrine"
    try connection.observe("type='signal',path='/org/mpris/MediaPlayer2'") { heard.append($0) }
    for call in calls {
      try connection.call(
        BusCall(name, "/org/mpris/MediaPlayer2", call.interface, call.member, call.arguments)
      ) { replies.append($0) }
    }
    try process([connection]) { replies.count == calls.count }
    meanwhile()
    try process([connection]) { heard.count >= signals }
    return (replies, heard)
  }

  private static let player = "org.mpris.MediaPlayer2.Player"
  private static let properties = "org.freedesktop.DBus.Properties"

  @Test("Clients are notified of changes and seeks")
  func signals() throws {
    let scene = try Scene()
    let (_, signals) = try ask(
      scene, [(Self.properties, "GetAll", [.string(Self.player)])], signals: 2
    ) {
      // Back from 2.5 s, because a step ahead may be playback if the machine is slow.
      scene.player.publish { ($0.isPaused, $0.position) = (true, MediaTime(1, 1)) }
    }
    #expect(
      signals == [
        BusSignal("/org/mpris/MediaPlayer2", Self.player, "Seeked", [.int64(1_000_000)]),
        BusSignal(
          "/org/mpris/MediaPlayer2", Self.properties, "PropertiesChanged",
          [
            .string(Self.player), .properties(["PlaybackStatus": .string("Paused")]), .strings([]),
          ]),
      ])
  }

  @Test("Clients can quit the player, which responds first")
  func quit() throws {
    let scene = try Scene()
    let (replies, _) = try ask(scene, [("org.mpris.MediaPlayer2", "Quit", [])])
    #expect(replies == [.success([])])
    // The quit command follows the response.
    scene.server.close()
    let hasQuit = scene.player.now.hasQuit
    #expect(hasQuit)
  }

  @Test("Excess requests of a client are refused, and the rest is executed")
  func flood() throws {
    let scene = try Scene()
    let call = (interface: Self.player, member: "Play", arguments: [BusValue]())
    let (answers, _) = try ask(scene, Array(repeating: call, count: 100))
    let refused = answers.count { if case .failure(.busy) = $0 { true } else { false } }
    #expect(answers.count == 100)
    #expect(refused + scene.commands.count == 100)
    // The requests that arrived before the bus had identified the client.
    #expect(scene.commands.count >= 64)
  }
}
