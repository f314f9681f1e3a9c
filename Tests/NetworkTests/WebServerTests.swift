import Foundation
import Testing
import VitrineAddresses
import VitrineLinux
import VitrineTiming

@testable import VitrineNetwork

/// Against nginx: TLS with certificates of every kind, HTTP/2, user names and passwords.
@Suite(.serialized, .enabled(if: WebServer.isThere))
final class WebServerTests {
  private let server: WebServer
  private let loop: TransferLoop
  private static let film = Data(ByteStoreTests.file)

  init() throws {
    server = try WebServer()
    loop = try TransferLoop(TransferClient(agent: "Vitrine/test"))
    try Self.film.write(to: server.folder.appending(path: "files/film.mp4"))
  }

  deinit { loop.close() }

  /// Collects one complete response.
  private final class Sink: TransferSink {
    let ends = BoundedQueue<NetworkError?>(limit: 1)
    let head = Shared<ResponseHead?>(nil)
    let bytes = Shared([UInt8]())

    func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
      self.head.update { $0 = head }
      return nil
    }
    func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
      let more = Array(bytes)
      self.bytes.update { $0 += more }
      return .proceed
    }
    func end(_ transfer: TransferID, _ error: NetworkError?) { ends.push(error) }
  }

  /// Retries while nginx is not up yet.
  private func fetch(
    _ url: String, packedUpTo limit: Int64? = nil,
    _ change: (inout AccessRules) -> Void = { _ in }
  ) throws -> (NetworkError?, Sink) {
    var request = TransferRequest(try RemoteURL(url))
    request.access.authorities = server.path("ca.pem")
    change(&request.access)
    if let limit { (request.allowsCompression, request.limits.bytes) = (true, limit) }
    let deadline = HostTime.now() + .seconds(30)
    var pause = HostTime.now()
    while true {
      let sink = Sink()
      request.notBefore = pause
      _ = loop.begin(request, for: sink)
      let end = try #require(sink.ends.pop(until: deadline))
      guard case .refused? = end else { return (end, sink) }
      pause = .now() + .milliseconds(50)
    }
  }

  @Test("A certificate of a configured authority is accepted")
  func good() throws {
    let (error, sink) = try fetch(server.url("good", "/film.mp4"))
    #expect(error == nil, "\(error?.description ?? "")")
    #expect(Data(sink.bytes.value) == Self.film)
    #expect(sink.head.value?.validators.strongTag != nil)
  }

  @Test(
    "A rejected certificate is reported with its fault",
    arguments: [
      ("expired", "expired on"), ("foreign", "for another name"),
      ("alone", "self-signed"),
    ])
  func bad(kind: String, words: String) throws {
    let (error, sink) = try fetch(server.url(kind, "/film.mp4"))
    let text = try #require(error).description
    #expect(text.contains(words))
    if kind == "expired" { #expect(try text.contains(server.lastDay(kind))) }
    #expect(sink.bytes.value.isEmpty && sink.head.value == nil)
  }

  @Test(
    "An unknown authority and a key that differs from the pinned one are rejected"
  )
  func trust() throws {
    let (unknown, _) = try fetch(server.url("good", "/film.mp4")) { $0.authorities = nil }
    #expect(try #require(unknown).description.contains("unknown issuer"))
    let pin = "sha256//" + (try server.pin("good"))
    let (pinned, _) = try fetch(server.url("good", "/film.mp4")) { $0.pinnedKey = pin }
    #expect(pinned == nil)
    let (other, _) = try fetch(server.url("asking", "/film.mp4")) {
      $0.pinnedKey = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    }
    #expect(other == .certificate(.keyMismatch, "localhost"))
  }

  @Test("A server that requests a client certificate gets ours")
  func clientCertificate() throws {
    let (without, _) = try fetch(server.url("asking", "/film.mp4"))
    #expect(without != nil)
    let (with, _) = try fetch(server.url("asking", "/film.mp4")) {
      ($0.certificate, $0.key) = (server.path("client.pem"), server.path("client.key"))
    }
    #expect(with == nil)
  }

  @Test("A user name and password are sent if required")
  func credentials() throws {
    let place = server.url("good", "/guarded/film.mp4")
    let (without, _) = try fetch(place)
    #expect(without == .status(401, "localhost"))
    let (wrong, _) = try fetch(place) { $0.credentials = .basic(name: "screen", password: "x") }
    #expect(wrong == .status(401, "localhost"))
    let (right, _) = try fetch(place) { $0.credentials = .basic(name: "screen", password: "word") }
    #expect(right == nil)
    let (inAddress, _) = try fetch(place.replacing("https://", with: "https://screen:word@"))
    #expect(inAddress == nil)
  }

  @Test("A compressed response is limited by its decompressed size")
  func packed() throws {
    try Data(count: 20 << 20).write(to: server.folder.appending(path: "files/zeros"))
    let (bomb, sink) = try fetch(server.url("plain", "/packed/zeros"), packedUpTo: 1 << 20)
    #expect(try #require(bomb).description.contains("limit: 1048576 bytes"))
    #expect(sink.bytes.value.count <= 1 << 20)
    #expect(sink.head.value?.fields["content-encoding"] == "gzip")
    let (whole, all) = try fetch(server.url("plain", "/packed/zeros"), packedUpTo: 32 << 20)
    #expect(whole == nil && all.bytes.value.count == 20 << 20)
  }

  @Test("A redirect may upgrade to TLS but not downgrade from it")
  func redirects() throws {
    let (up, sink) = try fetch(server.url("plain", "/secure/film.mp4"))
    #expect(up == nil && sink.head.value?.url.scheme == .https)
    let (down, _) = try fetch(server.url("good", "/open/film.mp4"))
    #expect(try #require(down).description.contains("not encrypted"))
  }

  @Test("A film is read in ranges over HTTP/2, from any position")
  func parts() throws {
    var rules = AccessRules()
    rules.authorities = server.path("ca.pem")
    _ = try fetch(server.url("good", "/film.mp4"))
    let file = RemoteFile(
      try RemoteURL(server.url("good", "/film.mp4")), access: rules, over: loop)
    defer { file.interrupt() }
    #expect(try file.describe().isSeekable)
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = try bytes.withUnsafeMutableBytes { try file.read(at: 3_000_000, into: $0) }
    #expect(
      count > 0
        && Array(bytes.prefix(count)) == Array(ByteStoreTests.file[3_000_000...].prefix(count)))
  }
}
