import Foundation
import Testing
import VitrineAddresses
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineFleet

/// A screen with a fake player on a real broker.
private struct Screen {
  let player = FakeControlled()
  let log: FleetLog
  let service: FleetService

  init(
    _ broker: BrokerAddress, id: String = "screen-1", groups: [String] = [], state: String? = nil,
    _ change: (inout BrokerCredentials) -> Void = { _ in }
  ) throws {
    let log = try FleetLog()
    self.log = log
    var plan = FleetPlan(
      FleetAgent.Identity(id: id, groups: groups, boot: "b-\(id)", version: "1"), broker)
    change(&plan.credentials)
    plan.startSpread = 0
    plan.store = FleetStore(folder: state)
    player.publish { $0.isShown = true }
    service = try FleetService(plan, ControlledFleetPlayer(player)) { log.append($0) }
  }

  var isConnected: Bool { log.wait { if case .connected = $0 { true } else { false } } }

  var unreachable: String? {
    _ = log.wait { if case .unreachable = $0 { true } else { false } }
    for case .unreachable(let cause) in log.all { return cause }
    return nil
  }
}

@Suite(
  "A screen on a mosquitto", .serialized,
  .enabled(if: Mosquitto.isThere, "mosquitto, its clients or openssl are not installed"))
struct BrokerTests {
  @Test("It reports its state, retained, and is offline after it has left")
  func reporting() throws {
    let broker = try Mosquitto()
    let screen = try Screen(broker.address)
    #expect(screen.isConnected)
    let message = try #require(try broker.messages("vitrine/1/screen-1/reported").first)
    #expect(message.hasPrefix("1 vitrine/1/screen-1/reported {") || message.hasPrefix("0 "))
    let report = try #require(
      ReportedState(Array(message.utf8.drop { $0 != UInt8(ascii: "{") })))
    #expect(report.playing.item == "a.mp4" && report.version == "1")
    // A second client gets it from the broker.
    #expect(try broker.messages("vitrine/1/screen-1/reported").first?.first == "1")
    #expect(
      try broker.messages("vitrine/1/+/presence")
        == [#"1 vitrine/1/screen-1/presence {"boot":"b-screen-1","state":"online"}"#])
    screen.service.close()
    #expect(
      try broker.messages("vitrine/1/+/presence")
        == [#"1 vitrine/1/screen-1/presence {"boot":"b-screen-1","state":"offline"}"#])
  }

  @Test("A desired state is applied, at the item's edge if it would disturb the picture")
  func desired() throws {
    let broker = try Mosquitto()
    let screen = try Screen(broker.address, groups: ["lobby"])
    defer { screen.service.close() }
    try broker.publish(
      .groupDesired("lobby"),
      #"{"revision":1,"set":{"volume":0.25,"rotation":90,"list":["/b.mp4"]}}"#)
    #expect(screen.log.wait { $0 == .applied(name: "volume") })
    #expect(screen.log.wait { $0 == .applied(name: "list") })
    #expect(screen.player.now.loaded == ["/b.mp4"] && screen.player.now.queueStart == .atEdge)
    #expect(screen.player.now.commands == [.setVolume(0.25)])
    try broker.wait(for: #""behind":["volume","rotation"]"#, on: "vitrine/1/screen-1/reported")
    screen.player.publish { $0.volume = 0.25 }
    screen.player.send(.shown(Item(path: "/b.mp4")))
    #expect(screen.log.wait { $0 == .applied(name: "rotation") })
    #expect(screen.player.now.commands.last == .setRotation(.clockwise))
    screen.player.publish { $0.rotation = .clockwise }
    try broker.wait(for: #""behind":[]"#, on: "vitrine/1/screen-1/reported")
  }

  @Test("A desired state from before the start is applied after it")
  func earlier() throws {
    let broker = try Mosquitto()
    try broker.publish(.desired(id: "screen-1"), #"{"revision":7,"set":{"volume":0.5}}"#)
    let screen = try Screen(broker.address)
    defer { screen.service.close() }
    #expect(screen.log.wait { $0 == .applied(name: "volume") })
    try broker.wait(for: #""revisions":{"device":7}"#, on: "vitrine/1/screen-1/reported")
  }

  @Test("After the broker was killed, the screen is back within ten seconds and reports again")
  func killed() throws {
    let broker = try Mosquitto()
    let folder = try TestFolder("fleet")
    let screen = try Screen(broker.address, state: folder.folder.path)
    defer { screen.service.close() }
    try broker.publish(.desired(id: "screen-1"), #"{"revision":7,"set":{"volume":0.5}}"#)
    #expect(screen.log.wait { $0 == .applied(name: "volume") })
    broker.stop()
    try broker.start()
    let start = HostTime.now()
    // The broker has forgotten everything; the screen has not.
    try broker.wait(for: #""revisions":{"device":7}"#, on: "vitrine/1/screen-1/reported")
    #expect(HostTime.now() - start < .seconds(12))
    #expect(screen.player.now.commands == [.setVolume(0.5)])
    // So does its next start.
    let later = try Screen(broker.address, id: "screen-1", state: folder.folder.path)
    defer { later.service.close() }
    #expect(later.log.wait { $0 == .applied(name: "volume") })
  }

  @Test("The last will of a screen that vanishes says that it is offline")
  func will() throws {
    let broker = try Mosquitto()
    let library = try MQTTLibrary()
    var connection: MQTTConnection? = try MQTTConnection(
      library,
      MQTTConnection.Options(
        clientID: "x", broker: broker.address, version: .five, credentials: BrokerCredentials(),
        will: (FleetTopic.presence(id: "x").text, Presence(boot: "b", isOnline: false).bytes)))
    try pump(connection) { $0 == .connected }
    connection = nil
    try broker.wait(for: #""state":"offline""#, on: "vitrine/1/x/presence")
  }

  /// Lets a connection work until an event fits.
  private func pump(_ connection: MQTTConnection?, until wanted: (MQTTEvent) -> Bool) throws {
    let loop = try EventLoop()
    try connection?.withDescriptor { descriptor throws(Errno) in try loop.add(descriptor, token: 1)
    }
    while let connection {
      if connection.process(.readable).contains(where: wanted) { return }
      try loop.wait { _ in }
    }
  }

  @Test("A certificate identifies the screen")
  func certificates() throws {
    let broker = try Mosquitto(hasTLS: true)
    let screen = try Screen(broker.secureAddress) { credentials in
      credentials.authorities = broker.path("ca.pem")
      credentials.certificate = broker.path("screen.pem")
      credentials.key = broker.path("screen.key")
    }
    defer { screen.service.close() }
    #expect(screen.isConnected)
    try broker.wait(for: "b-screen-1", on: "vitrine/1/screen-1/reported")
  }

  @Test("Wrong certificates are reported with their cause, and nothing is sent")
  func wrongCertificates() throws {
    let broker = try Mosquitto(hasTLS: true)
    func cause(_ authorities: String, _ certificate: String?) throws -> String? {
      let screen = try Screen(broker.secureAddress) { credentials in
        credentials.authorities = broker.path(authorities)
        credentials.certificate = certificate.map { broker.path($0 + ".pem") }
        credentials.key = certificate.map { broker.path($0 + ".key") }
      }
      defer { screen.service.close() }
      return screen.unreachable
    }
    #expect(
      try cause("ca.pem", "expired")?.contains("the certificate of this screen has expired") == true
    )
    #expect(try cause("ca.pem", nil)?.contains("TLS") == true)
    #expect(try cause("other.pem", "screen")?.contains("certificate verify failed") == true)
    #expect(try cause("missing.pem", "screen")?.contains("cannot read the certificates") == true)
  }

  @Test("A rejected user name is reported, without its password")
  func rejected() throws {
    let broker = try Mosquitto("allow_anonymous false")
    let screen = try Screen(broker.address) { ($0.user, $0.password) = ("screen", "secret") }
    defer { screen.service.close() }
    let cause = try #require(screen.unreachable)
    #expect(cause.contains("the broker rejects") || cause.contains("does not permit"), "\(cause)")
    #expect(!cause.contains("secret"))
  }

  @Test("Hostile messages of the broker change nothing, and the connection stays")
  func hostile() throws {
    let broker = try Mosquitto("message_size_limit 0")
    let screen = try Screen(broker.address)
    defer { screen.service.close() }
    #expect(screen.isConnected)
    let topic = FleetTopic.desired(id: "screen-1")
    for text in [
      "{", String(repeating: "[", count: 10_000), #"{"revision":1,"set":{"volume":1e999}}"#,
      String(repeating: "x", count: 200_000), #"{"revision":1,"set":{"power":{"a":[]}}}"#,
    ] {
      try broker.publish(topic, text)
    }
    // More than the limit of a message: the broker withholds it.
    try broker.publish(topic, String(repeating: "y", count: 2 << 20))
    try broker.publish(.command(id: "screen-1"), "quit", isRetained: false)
    try broker.publish(topic, #"{"revision":2,"set":{"volume":0.5}}"#)
    #expect(screen.log.wait { $0 == .applied(name: "volume") })
    #expect(screen.player.now.commands == [.setVolume(0.5)] && !screen.player.now.hasQuit)
    let connections = screen.log.all.filter { if case .connected = $0 { true } else { false } }
    #expect(connections.count == 1)
  }

  @Test("Two screens with one identity find each other")
  func twins() throws {
    let broker = try Mosquitto()
    let log = try FleetLog()
    let players = (FakeControlled(), FakeControlled())
    func join(_ boot: String, _ player: FakeControlled) throws -> FleetService {
      var plan = FleetPlan(
        FleetAgent.Identity(id: "clone", boot: boot, version: "1"), try broker.address)
      plan.startSpread = 0
      return try FleetService(plan, ControlledFleetPlayer(player)) { log.append($0) }
    }
    let first = try join("one", players.0)
    defer { first.close() }
    try broker.wait(for: "one", on: "vitrine/1/clone/presence")
    let second = try join("two", players.1)
    defer { second.close() }
    #expect(log.wait { $0 == .duplicate })
    try broker.wait(for: "another screen has the same identity", on: "vitrine/1/clone/reported")
  }
}

@Suite(
  "A screen on a NATS server, which refuses MQTT 5",
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nats-server")
      || FileManager.default.isExecutableFile(atPath: "/usr/bin/nats-server"),
    "nats-server is not installed"))
struct NATSTests {
  @Test("It falls back to MQTT 3.1.1, and reports")
  func fallback() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nats-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (port, clientPort) = try Mosquitto.freePorts()
    let text = """
      server_name: fleet
      listen: 127.0.0.1:\(clientPort)
      jetstream { store_dir: "\(folder.path)/js" }
      mqtt { host: 127.0.0.1, port: \(port) }

      """
    try Data(text.utf8).write(to: folder.appending(path: "nats.conf"))
    let process = Foundation.Process()
    process.executableURL = URL(
      filePath: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nats-server")
        ? "/usr/sbin/nats-server" : "/usr/bin/nats-server")
    process.arguments = ["-c", folder.appending(path: "nats.conf").path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let screen = try Screen(try Mosquitto.address("mqtt://127.0.0.1:\(port)"))
    defer { screen.service.close() }
    #expect(
      screen.log.wait {
        if case .connected(_, let version) = $0 { version == "MQTT 3.1.1" } else { false }
      })
  }
}
