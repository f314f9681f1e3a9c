import Testing
import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineFakes
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineStreams
import VitrineTiming
import VitrineWeb

@testable import VitrineSignage

/// Screens that fetch from each other and from failing servers, over real sockets.
@Suite("Screens share files with peers", .timeLimit(.minutes(2)))
struct PeerTests {
  /// A server with a manifest and its files, and screens that fetch them.
  final class Scene {
    let place: Folder
    let origin: ScriptedServer
    let files: [String: [UInt8]]

    /// The size of each file in bytes.
    init(_ sizes: [Int]) throws {
      place = try Folder.temporary("peers")
      let files = Dictionary(
        uniqueKeysWithValues: sizes.enumerated().map { index, size in
          ("/film\(index).bin", Self.bytes(size, index))
        })
      self.files = files
      let manifest = try ReleaseManifest(
        number: 1,
        files.map { name, bytes throws(ReleaseError) in
          guard let path = ReleasePath(String(name.dropFirst())) else { throw .unreadable(name) }
          return ReleaseManifest.File(path, size: Int64(bytes.count), Digest(of: bytes))
        }
      ).json
      origin = try ScriptedServer { request, line in
        guard request.path != "/manifest.json" else {
          line.answer("200 OK", [], manifest)
          return true
        }
        guard let bytes = files[request.path] else {
          line.answer("404 Not Found")
          return true
        }
        return ScriptedServer.giving(bytes)(request, line)
      }
    }

    deinit { try? place.removeTree() }

    private static func bytes(_ size: Int, _ index: Int) -> [UInt8] {
      (0..<size).map { place in
        let mixed = (place &* 31) ^ (place >> 8)
        return UInt8(truncatingIfNeeded: mixed ^ index)
      }
    }

    /// The requests to the server except for the manifest: which bytes of which file.
    var asked: [String] {
      origin.requests.filter { $0.path != "/manifest.json" }
        .map { "\($0.path) \($0.range.map { "\($0.first)" } ?? "all")" }.sorted()
    }

    var size: Int64 { files.values.reduce(0) { $0 + Int64($1.count) } }

    /// The bytes of a file, by the target in a peer's request.
    func bytes(_ target: String) -> [UInt8]? {
      files.values.first { target == "/content/\(Digest(of: $0).hex)" }
    }
  }

  final class Screen {
    let store: Folder
    private let news = BoundedQueue<ContentUpdateEvent>(limit: .max)
    private let sources: RemoteSources
    private let supply: ContentUpdater
    private let door = Shared<SharingServer?>(nil)

    init(
      _ name: String, _ scene: Scene, peers: [String] = [],
      rules: [RemoteURL.Origin: AccessRules] = [:],
      _ change: (inout ContentUpdateSettings) -> Void = { _ in }
    ) throws {
      store = scene.place.folder(name)
      sources = RemoteSources(TransferClient(agent: "test"), rules: rules)
      var plan = ContentUpdateSettings(store: store)
      plan.manifest = try RemoteURL(scene.origin.url("/manifest.json"))
      plan.peers = try peers.map { try RemoteURL($0) }
      plan.keepFree = 0
      change(&plan)
      let news = news
      supply = try ContentUpdater(
        plan, ContentUpdater.Dependencies(sources, check: { _ in nil }) { news.force($0) })
    }

    deinit {
      door.value?.close()
      supply.close()
      sources.close()
    }

    /// Starts sharing its files and returns the address.
    func share(_ address: String = "127.0.0.1:0") throws -> String {
      let objects = StoredObjects(in: store)
      let server = try SharingServer(
        SharingServer.Options(try #require(WebAddress(address)))
      ) { objects.path(of: $0) }
      door.update { $0 = server }
      return "http://\(server.address)"
    }

    /// Its reports until its release is shown, and for a moment afterwards, or until it reports what its peers sent.
    func news(within time: Duration = .seconds(60), untilPeers: Bool = false)
      -> [ContentUpdateEvent]
    {
      var all: [ContentUpdateEvent] = []
      var end = HostTime.now() + time
      while let next = news.pop(until: end) {
        all.append(next)
        if case .activated = next { end = .now() + (untilPeers ? time : .milliseconds(200)) }
        if untilPeers, case .downloadedFromPeers = next { break }
      }
      return all
    }

    var fromPeers: Int64 { supply.report.fromPeers }

    func has(_ scene: Scene) -> Bool {
      scene.files.allSatisfy { name, bytes in
        let path = StoredRelease.currentRoot(in: store) + name
        return (try? FileDescriptor(reading: path).bytes(most: bytes.count + 1)) == bytes
      }
    }
  }

  private static func hasShown(_ news: [ContentUpdateEvent]) -> Bool {
    news.contains { if case .activated = $0 { true } else { false } }
  }

  @Test("The second screen gets every file from the first, and only the manifest from the server")
  func second() throws {
    let scene = try Scene([3_000_000, 70_000, 1, 0])
    let first = try Screen("first", scene)
    #expect(Self.hasShown(first.news()) && first.has(scene))
    let before = scene.asked
    #expect(before.count == 3)
    let second = try Screen("second", scene, peers: [try first.share()])
    let news = second.news(untilPeers: true)
    #expect(second.has(scene))
    #expect(scene.asked == before)
    #expect(second.fromPeers == scene.size)
    #expect(news.contains(.downloadedFromPeers(scene.size, of: scene.size)))
  }

  /// How a peer may fail: its behaviour, and how many bytes of two megabytes it sends.
  enum Fault: String, CaseIterable {
    case absent, busy, closed, cut, silent, slow, short, otherPart, sendsOn, limitExceeded, noAnswer

    func script(_ scene: Scene) -> ScriptedServer.Script {
      let files = scene.files
      return { request, line in
        let bytes = files.values.first { request.path == "/content/\(Digest(of: $0).hex)" } ?? []
        let (start, size) = (request.range?.first ?? 0, bytes.count)
        let head =
          "HTTP/1.1 206 Partial Content\r\nContent-Length: \(size - start)\r\n"
          + "Content-Range: bytes \(start)-\(size - 1)/\(size)\r\n\r\n"
        switch self {
        case .absent: line.answer("404 Not Found")
        case .busy: line.answer("503 Service Unavailable")
        case .closed: return false
        case .cut:
          line.send(head)
          line.send(Array(bytes.prefix(500_000)))
          return false
        case .silent:
          line.send(head)
          line.send(Array(bytes.prefix(500_000)))
          line.hold()
        case .slow:
          line.send(head)
          for place in stride(from: 0, to: size, by: 1000) {
            guard line.send(Array(bytes[place..<min(place + 1000, size)])) else { return false }
            _ = BoundedQueue<Int>(limit: 1).pop(until: .now() + .milliseconds(100))
          }
        case .short:
          line.answer(
            "206 Partial Content", ["Content-Range: bytes 0-9/\(size)"], Array(bytes[..<10]))
        case .otherPart:
          line.answer(
            "206 Partial Content", ["Content-Range: bytes 5-9/\(size)"], Array(bytes[5..<10]))
        case .sendsOn:
          line.answer("302 Found", ["Location: http://127.0.0.1:1/"])
        case .limitExceeded:
          line.send("HTTP/1.1 206 Partial Content\r\nContent-Length: 99999999999\r\n")
          line.send("Content-Range: bytes 0-\(size - 1)/\(size)\r\n\r\n")
          line.send(bytes)
          line.hold()
        case .noAnswer: line.hold()
        }
        return true
      }
    }
  }

  @Test(
    "A failing peer costs little time, and its bytes are used", arguments: Fault.allCases)
  func faults(fault: Fault) throws {
    let scene = try Scene([2_000_000])
    let peer = try ScriptedServer(fault.script(scene))
    let begin = HostTime.now()
    let screen = try Screen("screen", scene, peers: [peer.url("")])
    let news = screen.news()
    #expect(Self.hasShown(news) && screen.has(scene))
    #expect(HostTime.now() - begin < .seconds(20))
    #expect(peer.requests.count == 1)
    #expect(!news.contains { if case .distrusted = $0 { true } else { false } })
    switch fault {
    case .cut, .silent: #expect(scene.asked == ["/film0.bin 500000"])
    case .slow, .short:
      // From where it was.
      #expect(scene.asked.count == 1 && scene.asked != ["/film0.bin 0"])
    default: #expect(scene.asked == ["/film0.bin 0"])
    }
  }

  @Test("A peer that sends wrong data is reported once and skipped for the next file")
  func lies() throws {
    let scene = try Scene([300_000, 200_000, 100_000])
    let files = scene.files
    let peer = try ScriptedServer { request, line in
      var bytes = files.values.first { request.path == "/content/\(Digest(of: $0).hex)" } ?? [0]
      bytes[bytes.count / 2] ^= 1
      return ScriptedServer.giving(bytes)(request, line)
    }
    let screen = try Screen("screen", scene, peers: [peer.url("")])
    let news = screen.news()
    #expect(Self.hasShown(news) && screen.has(scene))
    #expect(peer.requests.count == 1)
    #expect(news.filter { $0 == .distrusted(peer: peer.url("")) }.count == 1)
    #expect(scene.asked == ["/film0.bin 0", "/film1.bin 0", "/film2.bin 0"])
  }

  @Test(
    "If part of a wrong file is another peer's, the server sends it, and no peer is blamed"
  )
  func doubt() throws {
    let scene = try Scene([2_000_000])
    let peer = try ScriptedServer { request, line in
      line.send("HTTP/1.1 206 Partial Content\r\nContent-Length: 2000000\r\n")
      line.send("Content-Range: bytes 0-1999999/2000000\r\n\r\n")
      line.send([UInt8](repeating: 7, count: 500_000))
      return false
    }
    let screen = try Screen("screen", scene, peers: [peer.url("")])
    let news = screen.news()
    #expect(Self.hasShown(news) && screen.has(scene))
    #expect(!news.contains { if case .distrusted = $0 { true } else { false } })
    #expect(scene.asked == ["/film0.bin 0", "/film0.bin 500000"])
  }

  @Test("A file that is missing or interrupted at one peer continues at the next one")
  func several() throws {
    let scene = try Scene([2_000_000])
    let first = try Screen("first", scene)
    _ = first.news()
    let before = scene.asked
    let cut = try ScriptedServer(Fault.cut.script(scene))
    let absent = try ScriptedServer(Fault.absent.script(scene))
    // The digest selects the first one. In either case, peers send every file.
    let screen = try Screen(
      "screen", scene, peers: [cut.url(""), absent.url(""), try first.share()])
    #expect(Self.hasShown(screen.news()) && screen.has(scene))
    #expect(scene.asked == before)
    #expect(screen.fromPeers == scene.size)
  }

  @Test("Credentials for the server are never sent to peers")
  func secrets() throws {
    let scene = try Scene([10_000])
    let peer = try ScriptedServer(Fault.absent.script(scene))
    var rules = AccessRules()
    (rules.credentials, rules.fields) = (.bearer("word"), ["X-Screen": "7"])
    let origins = try [scene.origin.url("/"), peer.url("/")].map { try RemoteURL($0).origin }
    let screen = try Screen(
      "screen", scene, peers: [peer.url("")],
      rules: Dictionary(uniqueKeysWithValues: origins.map { ($0, rules) }))
    #expect(Self.hasShown(screen.news()))
    #expect(scene.origin.requests.allSatisfy { $0.fields["authorization"] == "Bearer word" })
    #expect(peer.requests.count == 1)
    for request in peer.requests {
      #expect(request.fields["authorization"] == nil && request.fields["x-screen"] == nil)
    }
  }

  @Test("Two screens that start at the same time do not wait for each other")
  func together() throws {
    let scene = try Scene(Array(repeating: 50_000, count: 40))
    // Each needs the other's address before it listens.
    let ports = try (0..<2).map { _ in try ScriptedServer { _, _ in false } }
    let addresses = ports.map { "127.0.0.1:\($0.port)" }
    for port in ports { port.stop() }
    let begin = HostTime.now()
    let screens = try (0..<2).map { index in
      try Screen("screen\(index)", scene, peers: ["http://\(addresses[1 - index])"])
    }
    let doors = zip(screens, addresses).map { screen, address in try? screen.share(address) }
    for screen in screens { #expect(Self.hasShown(screen.news()) && screen.has(scene)) }
    #expect(HostTime.now() - begin < .seconds(30))
    print("two together: \(screens.map(\.fromPeers)) of \(scene.size) bytes, servers \(doors)")
  }

  @Test("A file larger than the memory limit is transferred piece by piece")
  func large() throws {
    // A sparse file.
    let size = 400 << 20
    let scene = try Scene([1])
    let store = scene.place.folder("first")
    let digest = try zeros(size)
    let path = StoredObjects(in: store).path(of: digest)
    try Folder.holding(path).folder.make()
    try FileDescriptor(making: path).write([0], at: Int64(size) - 1)
    let server = try SharingServer(
      SharingServer.Options(try #require(WebAddress("127.0.0.1:0"))).at(rate: 1e9)
    ) { StoredObjects(in: store).path(of: $0) }
    defer { server.close() }
    let sources = RemoteSources(TransferClient(agent: "test"))
    defer { sources.close() }
    let before = try resident()
    var (most, count) = (before, 0)
    let download = FileDownload(
      try RemoteURL("http://\(server.address)/content/\(digest.hex)"), from: 0, size: Int64(size),
      over: sources, isNearby: true)
    defer { download.cancel() }
    while let piece = download.next(until: .now() + .seconds(10)) {
      guard case .bytes(let bytes) = piece else {
        guard case .finished = piece else { Issue.record("\(piece)"); break }
        break
      }
      count += bytes.count
      if count % (32 << 20) < bytes.count { most = max(most, try resident()) }
    }
    #expect(count == size)
    // Other tests run at the same time and also use memory.
    #expect(most - before < 150 << 20, "\((most - before) >> 20) MiB")
  }

  private func zeros(_ count: Int) throws -> Digest {
    var digest = IncrementalDigest()
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<(count >> 20) { digest.add(piece) }
    return digest.digest()
  }

  private func resident() throws -> Int {
    let text = try #require(firstLine(of: "/proc/self/statm"))
    return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
  }
}

extension SharingServer.Options {
  fileprivate func at(rate: Double) -> Self {
    var options = self
    options.rate = rate
    return options
  }
}
