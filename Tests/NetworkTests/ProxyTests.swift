import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrineTiming

@testable import VitrineNetwork

/// Servers accessed through a proxy.
struct ProxyTests {
  private static func rules(_ text: String, direct: [String] = []) throws -> ProxyRules {
    ProxyRules(try RemoteURL(text), user: ("screen", "word"), direct: direct)
  }

  @Test(
    "This machine and excluded hosts are accessed directly",
    arguments: [
      ("http://tv.example/a", true), ("https://10.0.0.7/a", true), ("http://localhost/a", false),
      ("http://127.1/a", false), ("http://[::1]:8080/a", false), ("http://a.localhost/a", false),
      ("http://intranet.example/a", false), ("http://cms.intranet.example/a", false),
      ("http://otherintranet.example/a", true), ("http://10.0.0.8/a", false),
      ("rtsp://tv.example/a", false),
    ])
  func direct(url: String, isServed: Bool) throws {
    let rules = try Self.rules(
      "http://proxy:3128", direct: [".Intranet.example", "10.0.0.8"])
    #expect(rules.serves(try RemoteURL(url)) == isServed)
  }

  @Test(
    "A proxy exclusion matches every spelling of an address",
    arguments: [
      ("tv.example", AddressScope.world), ("10.0.0.1", .site), ("[fe80::1]", .link),
      ("0x7f.1", .machine), ("2130706433", .machine), ("localhost", .machine),
    ])
  func scopes(host: String, scope: AddressScope) {
    #expect(AddressScope(host: host) == scope)
  }

  private final class Sink: TransferSink {
    let ends = BoundedQueue<NetworkError?>(limit: 1)
    let bytes = Shared([UInt8]())

    func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? { nil }
    func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
      let more = Array(bytes)
      self.bytes.update { $0 += more }
      return .proceed
    }
    func end(_ transfer: TransferID, _ error: NetworkError?) { ends.push(error) }
  }

  /// The result of a request through a scripted proxy, and the proxy's requests.
  private func fetch(
    _ url: String, scope: AddressScope? = nil, _ script: @escaping ScriptedServer.Script
  ) throws -> (NetworkError?, [UInt8], [ScriptedServer.Request]) {
    let proxy = try ScriptedServer(script)
    let loop = try TransferLoop(
      TransferClient(agent: "Vitrine/test", proxy: try Self.rules(proxy.url(""))))
    defer { loop.close() }
    var request = TransferRequest(try RemoteURL(url))
    request.access.credentials = .bearer("token")
    request.scope = scope
    let sink = Sink()
    _ = loop.begin(request, for: sink)
    let end = try #require(sink.ends.pop(until: .now() + .seconds(30)))
    return (end, sink.bytes.value, proxy.requests)
  }

  @Test("The proxy gets the full URL and its own credentials; the server gets the token")
  func plain() throws {
    let (error, bytes, asked) = try fetch("http://tv.example/film.mp4?a=b") { _, line in
      line.answer("200 OK", [], Array("film".utf8))
      return true
    }
    #expect(error == nil && bytes == Array("film".utf8))
    let request = try #require(asked.first)
    #expect(request.path == "http://tv.example/film.mp4?a=b")
    #expect(request.fields["proxy-authorization"] == "Basic c2NyZWVuOndvcmQ=")
    #expect(request.fields["authorization"] == "Bearer token")
  }

  @Test("For TLS, the proxy learns the host, and no token")
  func tunnel() throws {
    let (error, _, asked) = try fetch("https://tv.example/film.mp4") { _, line in
      line.answer("502 Bad Gateway")
      return true
    }
    #expect(error == .proxy(502, "127.0.0.1"))
    #expect(error?.isTransient == true)
    let request = try #require(asked.first)
    #expect(request.path == "tv.example:443")
    #expect(request.fields["proxy-authorization"] != nil)
    #expect(request.fields["authorization"] == nil)
  }

  @Test(
    "A proxy that requires another password is reported",
    arguments: ["http://tv.example/film.mp4", "https://tv.example/film.mp4"])
  func refusal(url: String) throws {
    let (error, _, _) = try fetch(url) { _, line in
      line.answer("407 Proxy Authentication Required", ["Proxy-Authenticate: Basic"])
      return true
    }
    #expect(error == .proxy(407, "127.0.0.1"))
    #expect(error?.description.contains("requires valid credentials") == true)
    #expect(error?.isTransient == false)
  }

  @Test("A list from the internet cannot reach this network, even through a proxy")
  func scope() throws {
    let (error, _, asked) = try fetch("http://10.0.0.1/film.mp4", scope: .world) { _, line in
      line.answer("200 OK")
      return true
    }
    #expect(error == .forbidden("10.0.0.1") && asked.isEmpty)
  }

  @Test("A redirect to another host uses the proxy, and one into this network is refused")
  func redirects() throws {
    let (error, bytes, asked) = try fetch("http://tv.example/a") { request, line in
      if request.number == 0 {
        line.answer("302 Found", ["Location: http://cdn.example/b"])
      } else {
        line.answer("200 OK", [], Array("film".utf8))
      }
      return true
    }
    #expect(error == nil && bytes == Array("film".utf8))
    #expect(asked.map(\.path) == ["http://tv.example/a", "http://cdn.example/b"])
    #expect(asked[1].fields["authorization"] == nil)
    let (inside, _, seen) = try fetch("http://tv.example/a") { _, line in
      line.answer("302 Found", ["Location: http://192.168.1.1/admin"])
      return true
    }
    #expect(inside == .forbidden("192.168.1.1") && seen.count == 1)
  }
}
