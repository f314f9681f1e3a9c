import Glibc
import NIOCore
import Testing
import VitrineCryptography
import VitrineLinux
import VitrineTiming

@testable import VitrineWeb

/// File sharing over real sockets, and attacks against it.
@Suite(.timeLimit(.minutes(1)))
struct SharingTests {
  final class Scene {
    let folder: Folder
    let server: SharingServer
    let port: UInt16

    init(rate: Double = 1e9, _ change: (inout WebLimits) -> Void = { _ in }) throws {
      folder = try Folder.temporary("sharing")
      var options = SharingServer.Options(try #require(WebAddress("127.0.0.1:0")))
      options.rate = rate
      change(&options.limits)
      let folder = folder
      server = try SharingServer(options) { folder.path(of: $0.hex) }
      port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    deinit {
      server.close()
      try? folder.removeTree()
    }

    func put(_ text: String) throws -> String {
      let name = Digest(of: text).hex
      try folder.write(text, to: name)
      return name
    }

    func ask(
      _ name: String, _ fields: [String] = [], method: String = "GET", on client: WebClient? = nil
    ) throws -> WebClient.Reply {
      let client = try client ?? WebClient(port)
      let lines = ["\(method) /content/\(name) HTTP/1.1", "Host: foyer"] + fields
      client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
      return try client.reply(hasBody: method != "HEAD")
    }
  }

  @Test("A file is served by its digest, in full or in ranges, on one connection")
  func files() throws {
    let scene = try Scene()
    let text = String((0..<200_000).map { Character(UnicodeScalar(UInt8(33 + $0 % 90))) })
    let name = try scene.put(text)
    let client = try WebClient(scene.port)
    let whole = try scene.ask(name, on: client)
    #expect(whole.status == 200 && whole.body == text)
    #expect(whole.fields["etag"] == "\"\(name)\"" && whole.fields["accept-ranges"] == "bytes")
    let head = try scene.ask(name, method: "HEAD", on: client)
    #expect(head.status == 200 && head.fields["content-length"] == "200000")
    let part = try scene.ask(name, ["Range: bytes=100000-150000"], on: client)
    #expect(part.status == 206 && part.body == String(text.dropFirst(100_000).prefix(50_001)))
    #expect(part.fields["content-range"] == "bytes 100000-150000/200000")
    let same = ["Range: bytes=199990-", "If-Range: \"\(name)\""]
    #expect(try scene.ask(name, same, on: client).body == String(text.suffix(10)))
    let other = ["Range: bytes=199990-", "If-Range: \"another\""]
    #expect(try scene.ask(name, other, on: client).status == 200)
    let beyond = try scene.ask(name, ["Range: bytes=200000-"], on: client)
    #expect(beyond.status == 416 && beyond.fields["content-range"] == "bytes */200000")
    let several = try scene.ask(name, ["Range: bytes=0-1", "Range: bytes=2-3"], on: client)
    #expect(several.status == 200 && several.body == text)
    let empty = try scene.ask(try scene.put(""), on: client)
    #expect(empty.status == 200 && empty.body == "")
  }

  @Test("A request without a file's digest gets 404")
  func nothing() throws {
    let scene = try Scene()
    let name = try scene.put("film")
    let client = try WebClient(scene.port)
    try scene.folder.link(Digest(of: "link").hex, to: name)
    try scene.folder.folder(Digest(of: "folder").hex).make()
    for other in ["other", "link", "folder"].map({ Digest(of: $0).hex }) + [
      "", ".", "..", "../\(name)", "%2e%2e/\(name)", "\(name)/", "\(name)?a", name.uppercased(),
    ] {
      let reply = try scene.ask(other, on: client)
      #expect(reply.status == 404 && !reply.body.contains("film"), "\(other)")
    }
    for target in ["/", "/content", "//content/\(name)", "/metrics", "/api/v1/status", "*"] {
      client.send("GET \(target) HTTP/1.1\r\nHost: foyer\r\n\r\n")
      #expect(try client.reply().status == 404, "\(target)")
    }
    #expect(try scene.ask(name, on: client).body == "film")
  }

  @Test("Other methods and request bodies are refused")
  func methods() throws {
    let scene = try Scene()
    let name = try scene.put("film")
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
      #expect(try scene.ask(name, method: method).status == 405, "\(method)")
    }
    #expect(try scene.ask(name, ["Content-Length: 5"]).status == 400)
    #expect(try scene.ask(name, ["Transfer-Encoding: chunked"]).status == 400)
    #expect(try scene.ask(name).body == "film")
  }

  @Test(
    "Malformed HTTP is refused, and the connection is closed",
    arguments: [
      "GET /content/NAME HTTP/9.9\r\nHost: a\r\n\r\n", "nonsense\r\n\r\n",
      "GET /content/NAME HTTP/1.1\nHost: a\n\n", "\u{16}\u{3}\u{1}\u{2}\u{0}", "GET /cont", "",
      "GET /content/NAME HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
      "GET /content/NAME HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 200_000))\r\n\r\n",
      "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
    ])
  func unclear(_ text: String) throws {
    let scene = try Scene { limits in
      (limits.timeouts.head, limits.timeouts.stall) = (.milliseconds(300), .milliseconds(300))
      limits.timeouts.linger = .milliseconds(50)
    }
    let name = try scene.put("film")
    let client = try WebClient(scene.port)
    client.send(text.replacing("NAME", with: name))
    if let reply = try? client.reply() { #expect((400...499).contains(reply.status)) }
    #expect(client.isCut)
    #expect(try scene.ask(name).status == 200)
  }

  @Test("Connections beyond the limit are closed, and existing ones are served")
  func connections() throws {
    let scene = try Scene()
    let name = try scene.put("film")
    let first = try WebClient(scene.port)
    #expect(try scene.ask(name, on: first).status == 200)
    let others = (0..<100).compactMap { _ in try? WebClient(scene.port) }
    let served = others.count { (try? scene.ask(name, on: $0).status) == 200 }
    #expect(served == 3)
    #expect(try scene.ask(name, on: first).status == 200)
  }

  @Test("A client that reads nothing is cut off, and others are served meanwhile")
  func slowReader() throws {
    let scene = try Scene { $0.timeouts.stall = .milliseconds(400) }
    // A sparse file.
    let name = Digest(of: "large").hex
    try FileDescriptor(making: scene.folder.path(of: name)).write([1], at: 1 << 30)
    let client = try WebClient(scene.port)
    client.send("GET /content/\(name) HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try scene.ask(try scene.put("film")).body == "film")
    let end = try scene.ask(name, ["Range: bytes=-3"])
    #expect(
      end.status == 206 && end.fields["content-range"] == "bytes 1073741822-1073741824/1073741825")
    // Reading would release the server, so the client waits until the server has closed its end.
    for _ in 0..<3000 where client.isServed { usleep(10_000) }
    #expect(!client.isServed)
    #expect(client.isCut && client.held < 1 << 28)
  }

  @Test("Two clients share the rate")
  func rate() throws {
    let scene = try Scene(rate: 2e6)
    let name = try scene.put(String(repeating: "a", count: 500_000))
    let begin = HostTime.now()
    let clients = try (0..<2).map { _ in try WebClient(scene.port) }
    for client in clients { client.send("GET /content/\(name) HTTP/1.1\r\nHost: a\r\n\r\n") }
    for client in clients { #expect(try client.reply().body.utf8.count == 500_000) }
    // The last piece does not delay the end.
    #expect(HostTime.now() - begin > .milliseconds(450))
  }

  @Test("Shutdown cuts off clients, and a truncated file ends its connection")
  func ends() throws {
    let scene = try Scene(rate: 100_000)
    let name = try scene.put(String(repeating: "a", count: 500_000))
    let client = try WebClient(scene.port)
    client.send("GET /content/\(name) HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try client.text(upTo: "\r\n\r\n")
    try FileDescriptor(making: scene.folder.path(of: name)).write([1])
    #expect(client.isCut && client.held < 500_000)
    let other = try WebClient(scene.port)
    other.send("GET /content/\(try scene.put(String(repeating: "b", count: 500_000))) HTTP/1.1\r\n")
    other.send("Host: a\r\n\r\n")
    _ = try other.text(upTo: "\r\n\r\n")
    scene.server.close()
    #expect(other.isCut && other.held < 500_000)
  }
}
