import Foundation
import NIOCore
import Testing
import VitrineCryptography
import VitrineFakes
import VitrineLinux

@testable import VitrineWeb

/// HTTP over TLS, as spoken by OpenSSL's client.
@Suite(.timeLimit(.minutes(1)))
struct TLSTests {
  private func openssl(_ arguments: [String], input: String = "") throws -> (
    status: Int32, text: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    let (give, take) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (give, take)
    process.standardError = take
    try process.run()
    // A client that was refused has ended already; its output says why.
    try? give.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try give.fileHandleForWriting.close()
    let data = take.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// A server with a generated certificate, and its folder.
  private final class Scene {
    let folder: Folder
    let server: WebServer
    let identity: TLSIdentity

    init(clients: ((Folder) throws -> String)? = nil) throws {
      folder = try Folder.temporary("tls")
      // As made by a machine whose clock has not been set.
      let made = try SelfSignedCertificate(names: ["foyer", "localhost"], at: 0)
      try FileDescriptor(making: folder.path(of: "c.pem")).write(made.certificate)
      try FileDescriptor(making: folder.path(of: "c.key")).write(made.key)
      identity = try TLSIdentity(
        certificate: folder.path(of: "c.pem"), key: folder.path(of: "c.key"),
        clients: try clients?(folder))
      var options = WebServer.Options(try #require(WebAddress("127.0.0.1:0")))
      (options.identity, options.certified) = (identity, .admin)
      var site = Site("foyer", [Site.Output("main", FakeControlled())])
      site.uploads = folder.path(of: "files")
      server = try WebServer(options, site) { _ in }
    }

    deinit {
      server.close()
      try? folder.folder("files").remove()
      try? folder.remove()
    }

    func client(_ more: [String]) -> [String] {
      ["s_client", "-connect", server.address, "-quiet", "-verify_return_error"]
        + ["-CAfile", folder.path(of: "c.pem"), "-verify_hostname", "localhost"] + more
    }
  }

  private func request(_ path: String, _ fields: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: foyer\r\nConnection: close\r\n\(fields)\r\n"
  }

  @Test("Responses use TLS 1.2 or 1.3, from the certificate's host")
  func answers() throws {
    let scene = try Scene()
    for version in ["-tls1_2", "-tls1_3"] {
      let (_, text) = try openssl(scene.client([version]), input: request("/api/v1/version"))
      #expect(text.contains("HTTP/1.1 200 OK") && text.contains(#""name":"foyer""#), "\(text)")
    }
    let (_, text) = try openssl(scene.client(["-tls1_3"]), input: request("/main.js"))
    #expect(text.contains("HTTP/1.1 200 OK") && text.utf8.count > 3000)
    let body = String(repeating: "film", count: 250_000)
    let (_, put) = try openssl(
      scene.client([]),
      input: "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nHost: foyer\r\nConnection: close\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(put.contains("201 Created") && put.contains("1000000"), "\(put)")
    let (_, print) = try openssl(
      ["x509", "-in", scene.folder.path(of: "c.pem"), "-noout", "-fingerprint", "-sha256"])
    let digits = print.split(separator: "=").last?.filter(\.isHexDigit).lowercased()
    #expect(digits == scene.identity.fingerprint.hex)
  }

  @Test("Older versions, plain HTTP and noise are disconnected, and the next client is served")
  func refused() throws {
    let scene = try Scene()
    let (_, old) = try openssl(
      scene.client(["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]), input: request("/healthz"))
    #expect(!old.contains("200 OK"))
    let port = try #require(scene.server.address.split(separator: ":").last.flatMap { UInt16($0) })
    for text in [
      request("/healthz"), "\u{16}\u{3}\u{1}\u{0}\u{5}hello", String(repeating: "x", count: 70_000),
    ] {
      let client = try WebClient(port)
      client.send(text)
      #expect(client.isCut)
    }
    let (_, text) = try openssl(scene.client([]), input: request("/healthz"))
    #expect(text.contains("200 OK"))
  }

  @Test("A client certificate of ours replaces a token, and a foreign one is rejected")
  func certificates() throws {
    let scene = try Scene { folder in
      let ca = folder.path(of: "ca")
      for (name, issuer) in [("ca", nil), ("other", nil), ("robot", "ca"), ("thief", "other")]
        as [(String, String?)]
      {
        let file = folder.path(of: name)
        let signing =
          issuer.map {
            ["-CA", folder.path(of: $0) + ".pem", "-CAkey", folder.path(of: $0) + ".key"]
          } ?? []
        let made = try openssl(
          [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days", "2",
          ]
            + ["-subj", "/CN=\(name)", "-keyout", file + ".key", "-out", file + ".pem"] + signing)
        #expect(made.status == 0, "\(made.text)")
      }
      return ca + ".pem"
    }
    func ask(_ name: String?) throws -> String {
      let shown = name.map {
        ["-cert", scene.folder.path(of: $0) + ".pem", "-key", scene.folder.path(of: $0) + ".key"]
      }
      return try openssl(
        scene.client(shown ?? []), input: request("/api/v1/log", "X-Forwarded-For: 192.0.2.1\r\n")
      ).text
    }
    #expect(try ask("robot").contains("200 OK"))
    #expect(try ask(nil).contains("401 Unauthorized"))
    #expect(try !ask("thief").contains("200 OK"))
  }

  @Test("An invalid certificate and a mismatched key are reported with their files")
  func files() throws {
    let folder = try Folder.temporary("tls")
    defer { try? folder.remove() }
    let (one, other) = (
      try SelfSignedCertificate(names: ["a"], at: 0), try SelfSignedCertificate(names: ["b"], at: 0)
    )
    let (certificate, key) = (folder.path(of: "c.pem"), folder.path(of: "c.key"))
    try FileDescriptor(making: certificate).write(one.certificate)
    try FileDescriptor(making: key).write(other.key)
    for (certificate, key, wrong) in [
      (certificate, key, "c.key"), (key, key, "c.key"), ("/nowhere.pem", key, "/nowhere.pem"),
    ] {
      do throws(TLSError) {
        _ = try TLSIdentity(certificate: certificate, key: key)
        Issue.record("the files were accepted")
      } catch {
        #expect(error.description.contains(wrong), "\(error)")
      }
    }
  }
}
