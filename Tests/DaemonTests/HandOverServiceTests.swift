import Glibc
import Testing
import VitrineAddresses
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineMachine
import VitrineNetwork
import VitrineOperations
import VitrinePlayback
import VitrineTiming
import VitrineWeb

@testable import VitrineDaemon

/// A service on a display in memory, with its sockets in a folder.
private final class HeadlessService {
  private let controlSocket: String
  private let log = Log()
  private let thread: NamedThread
  /// The address of its HTTP server.
  let address: String

  /// The threads of a service accept a service that another thread has made.
  private struct Box: @unchecked Sendable {
    let service: Service
  }

  init(_ name: String, _ configuration: String, in folder: Folder) throws {
    controlSocket = folder.path(of: "\(name).sock")
    let file = folder.path(of: "\(name).yaml")
    let place = "127.0.0.1:\(try Self.freePort())"
    let text = """
      audio: {device: none}
      cache: {size: 0}
      control: {http: "\(place)", trust-machine: false, mpris: false}
      \(configuration)
      """
    try FileDescriptor(making: file).write(Array(text.utf8))
    let state = folder.folder("\(name)-state")
    try state.make()
    let options = ServiceOptions(
      places: ConfigurationSources(files: [file]), playlists: [], socket: controlSocket,
      display: DisplayChoice(word: "headless:64x36@60"), audio: nil, stateFolder: state.path,
      givenStateFolder: nil, runtimeFolder: nil, isSafe: false)
    let box = Box(
      service: try Service(options, Signals.forShutdown(), StartTimeline(loaded: .now()), log))
    thread = try NamedThread(name) { _ = try? box.service.run() }
    address = "http://\(place)"
  }

  /// A port that no program uses at the moment.
  private static func freePort() throws -> UInt16 {
    let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { Glibc.close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(socket, raw, size) == 0 && getsockname(socket, raw, &size) == 0
      }
    }
    guard isBound else { throw Errno.last }
    return UInt16(bigEndian: address.sin_port)
  }

  func close() {
    _ = try? ask("quit")
    thread.join()
  }

  @discardableResult
  func ask(_ words: String...) throws -> JSONValue? {
    var client = try ControlClient(path: controlSocket)
    return try client.request(words).data
  }

  /// The refusal of a hand-over.
  func refusal(_ target: String) -> Refusal? {
    do {
      try ask("hand-over", target)
      return nil
    } catch ControlClientError.refused(let refusal) {
      return refusal
    } catch {
      return Refusal("\(error)", .invalid)
    }
  }

  /// Waits for a status.
  @discardableResult
  func wait(_ isWanted: (JSONValue) -> Bool) throws -> JSONValue {
    var client = try ControlClient(path: controlSocket)
    _ = try client.request(["observe"])
    var isReceiving = false
    while true {
      for status in try client.nextEvents(receiving: isReceiving) where isWanted(status) {
        return status
      }
      isReceiving = true
    }
  }

  /// Whether it plays this file, unpaused.
  func plays(_ item: String) -> (JSONValue) -> Bool {
    {
      $0["item"]?.text == item && $0["phase"]?.text == "playing" && $0["paused"]?.bool == false
        && $0["position"]?.number ?? 0 > 0
    }
  }
}

/// Two services that hand over to each other.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct HandOverServiceTests {
  private static func clip(_ name: String, in folder: Folder) throws {
    try GeneratedMedia.write(
      folder.path(of: name),
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=60", "-f", "lavfi", "-i", "sine=d=60:r=8000",
        "-f", "lavfi", "-i", "sine=f=900:d=60:r=8000", "-map", "0", "-map", "1", "-map", "2",
        "-metadata:s:a:0", "language=ger", "-metadata:s:a:1", "language=eng", "-g", "50",
        "-pix_fmt", "yuv420p",
      ])
  }

  private static func token(_ state: Folder, _ role: Role) throws -> String {
    try state.make()
    var file = TokenFile(state.path(of: "tokens.json"))
    var randomness = SystemRandomNumberGenerator()
    return try file.change { store throws(TokenStore.Failure) in
      try store.add(name: "sender", role: role, at: 0, randomness: &randomness)
    }
  }

  /// The section `access` for these origins.
  private static func access(_ tokens: [String: String], in folder: Folder) throws -> String {
    var lines = ["access:"]
    for (number, (origin, token)) in tokens.enumerated() {
      let path = folder.path(of: "token-\(number)")
      try FileDescriptor(making: path).write(Array(token.utf8))
      lines.append("  \"\(origin)\": {token-file: \(path)}")
    }
    return lines.joined(separator: "\n")
  }

  private static func language(_ status: JSONValue) -> String? {
    status["selected"]?.array?.first { $0["kind"]?.text == "audio" }?["language"]?.text
  }

  @Test("A film moves to the other display with its position and language, and leads back there")
  func moves() throws {
    let folder = try TestFolder("hand-over")
    for name in ["a.mkv", "b.mkv"] { try Self.clip(name, in: folder.folder) }
    let path = folder.folder.path
    let list = try folder.write("\(path)/b.mkv\n\(path)/a.mkv\n", to: "list.m3u")
    let token = try Self.token(folder.folder.folder("lobby-state"), .control)
    let lobby = try HeadlessService("lobby", "playlist: \(list)", in: folder.folder)
    defer { lobby.close() }
    let hall = try HeadlessService(
      "hall",
      "playlist: \(path)/a.mkv\n" + (try Self.access([lobby.address: token], in: folder.folder)),
      in: folder.folder)
    defer { hall.close() }
    try lobby.wait(lobby.plays("b.mkv"))
    try lobby.ask("volume", "0.3")
    try hall.wait(hall.plays("a.mkv"))
    try hall.ask("audio", "2")
    // The first picture shown there can be one picture, 0.1 s, earlier.
    try hall.ask("seek", "20.15")
    try hall.wait { hall.plays("a.mkv")($0) && $0["position"]?.number ?? 0 > 20.1 }

    let reply = try hall.ask("hand-over", lobby.address)
    #expect(reply?["player"]?.text == "127.0.0.1")
    // The status has the position of the first picture a moment later.
    let shown = try lobby.wait {
      lobby.plays("a.mkv")($0) && $0["position"]?.number ?? 0 > 20
    }
    let position = try #require(shown["position"]?.number)
    #expect(position > 20 && position < 30)
    #expect(Self.language(shown) == "eng" && shown["volume"]?.number == 0.3)
    let left = try hall.wait { $0["paused"]?.bool == true }
    #expect(left["item"]?.text == "a.mkv" && left["position"]?.number ?? 0 > 20)

    try lobby.ask("seek", "59.5")
    let back = try lobby.wait(lobby.plays("b.mkv"))
    #expect(Self.language(back) == "ger")
  }

  @Test("If the other player refuses, fails or does not answer, the film continues here")
  func failures() throws {
    let folder = try TestFolder("hand-over-failures")
    for name in ["a.mkv", "b.mkv"] { try Self.clip(name, in: folder.folder) }
    let path = folder.folder.path
    let film = try FileDescriptor(reading: "\(path)/a.mkv").bytes(most: 1 << 24)
    let giving = ScriptedServer.giving(film)
    let store = try ScriptedServer { request, line in
      guard request.fields["authorization"] != nil else {
        line.answer("401 Unauthorized")
        return false
      }
      return giving(request, line)
    }
    let garbage = try ScriptedServer { _, line in
      line.send([0, 0xFF] + Array("nonsense\r\n\r\n".utf8))
      return false
    }
    let page = try ScriptedServer { _, line in
      line.answer("200 OK", [], Array("<html>".utf8))
      return false
    }
    let huge = try ScriptedServer { _, line in
      line.send("HTTP/1.1 200 OK\r\n\r\n")
      while line.send([UInt8](repeating: 32, count: 1 << 16)) {}
      return false
    }
    let elsewhere = try ScriptedServer { [port = store.port] _, line in
      line.answer("307 Temporary Redirect", ["Location: http://127.0.0.1:\(port)/"])
      return false
    }
    let token = try Self.token(folder.folder.folder("lobby-state"), .control)
    let lobby = try HeadlessService("lobby", "playlist: \(path)/b.mkv", in: folder.folder)
    defer { lobby.close() }
    let local = lobby.address.replacing("127.0.0.1", with: "localhost")
    let servers = [garbage, page, huge, elsewhere].map { $0.url("") }
    var tokens = Dictionary(servers.map { ($0, "token") }) { first, _ in first }
    tokens[lobby.address] = token
    tokens[local] = "wrong"
    let unused = try ScriptedServer { _, _ in false }
    tokens[unused.url("")] = "token"
    unused.stop()
    let hall = try HeadlessService(
      "hall", "playlist: \(path)/a.mkv\n" + (try Self.access(tokens, in: folder.folder)),
      in: folder.folder)
    defer { hall.close() }
    try hall.wait(hall.plays("a.mkv"))
    try lobby.wait(lobby.plays("b.mkv"))

    let attempts: [(target: String, part: String)] = [
      (lobby.address, "has no a.mkv"), (local, "does not accept the token"),
      ("http://127.0.0.1:1", "no token"), (unused.url(""), "refused the connection"),
      (garbage.url(""), "invalid response"), (page.url(""), "is it a player"),
      (huge.url(""), "too large"), (elsewhere.url(""), "is it a player"),
      ("ftp://127.0.0.1", "invalid address"),
    ]
    for (target, part) in attempts {
      let refusal = hall.refusal(target)
      #expect(refusal?.description.contains(part) == true, "\(target): \(refusal as Any)")
      let status = try #require(try hall.ask("status"))
      #expect(status["item"]?.text == "a.mkv" && status["paused"]?.bool == false, "\(status)")
      try hall.wait(hall.plays("a.mkv"))
    }
    #expect(store.requests.isEmpty, "a redirect was followed")

    // The receiver accepts the item, but cannot play it without the sender's password.
    try hall.ask("load", "http://me:secret@127.0.0.1:\(store.port)/a.mkv")
    try hall.wait { hall.plays("a.mkv")($0) && $0["location"]?.text?.hasPrefix("http") == true }
    let refusal = hall.refusal(lobby.address)
    #expect(refusal?.description.contains("401") == true, "\(refusal as Any)")
    let status = try #require(try hall.ask("status"))
    #expect(status["item"]?.text == "a.mkv" && status["paused"]?.bool == false, "\(status)")
    try hall.wait(hall.plays("a.mkv"))
    try lobby.wait(lobby.plays("b.mkv"))
  }

  @Test("Another version of a file is refused, and a silent player is given up in time")
  func versions() throws {
    let folder = try TestFolder("hand-over-versions")
    try Self.clip("a.mkv", in: folder.folder)
    let path = folder.folder.path(of: "a.mkv")
    let token = try Self.token(folder.folder.folder("lobby-state"), .control)
    let lobby = try HeadlessService("lobby", "playlist: \(path)", in: folder.folder)
    defer { lobby.close() }
    let silent = try ScriptedServer { _, line in
      line.hold()
      return false
    }
    var rules = AccessRules()
    rules.credentials = .bearer(token)
    let urls = try [lobby.address, silent.url("")].map { try RemoteURL($0) }
    let remotes = RemoteSources(
      TransferClient(agent: "test"), rules: Dictionary(urls.map { ($0.origin, rules) }) { $1 })
    defer { remotes.close() }
    func refusal(_ url: RemoteURL, within time: Duration, _ handOver: HandOver? = nil) -> Refusal? {
      do throws(Refusal) {
        try HandOverRequest.send(
          handOver ?? HandOver(.file(path, size: 1)), to: PlayerSearch.Found("Lobby", url),
          over: remotes, until: .now() + time)
        return nil
      } catch { return error }
    }
    try lobby.wait(lobby.plays("a.mkv"))
    #expect(
      refusal(urls[0], within: .seconds(8))?.description.contains("another version") == true)
    let late = refusal(urls[1], within: .milliseconds(200))
    #expect(late?.code == .timeout, "\(late as Any)")
    try lobby.wait(lobby.plays("a.mkv"))
    // The receiver waits for a silent server when the sender gives up.
    let begin = HostTime.now()
    let abandoned = refusal(
      urls[0], within: .seconds(1), HandOver(.url(silent.url("/b.mkv"))))
    #expect(abandoned?.code == .timeout, "\(abandoned as Any)")
    try lobby.wait(lobby.plays("a.mkv"))
    #expect(HostTime.now() - begin < .seconds(5))
  }
}
