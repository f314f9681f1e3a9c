import NIOCore
import Testing
import VitrineLinux

@testable import VitrineWeb

/// Tokens that are revoked while their clients are connected, over real sockets.
@Suite(.timeLimit(.minutes(1)))
struct RevocationTests {
  @Test(
    "A revoked token's connection is cut in any state",
    arguments: [
      "GET /api/v1/events HTTP/1.1\r\n",
      "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nContent-Length: 9\r\n",
      "POST /api/v1/commands HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n",
    ])
  func revoked(_ request: String) throws {
    var limits = WebLimits()
    limits.revocation = .milliseconds(10)
    let scene = try WebScene(limits)
    let (revoked, other) = (try scene.client(), try scene.client())
    for (client, role) in [(revoked, Role.control), (other, .admin)] {
      client.send(
        request.replacing("a.mp4", with: "\(role).mp4")
          + "Host: foyer\r\nAuthorization: Bearer \(scene.tokens[role]!)\r\n\r\n")
      if request.hasPrefix("GET") { _ = try client.text(upTo: "event: queue") }
      if request.hasPrefix("PUT") { client.send("a") }
    }
    var file = TokenFile(scene.folder.path(of: "tokens.json"))
    let removed = try file.change { $0.remove(name: "a control") }
    #expect(removed == 1 && revoked.isCut)
    #expect(try scene.ask("GET", "/api/v1/status").status == 200, "the server keeps responding")
    if request.hasPrefix("PUT") {
      other.send("bcdefghi")
      #expect(try other.reply().status == 201)
      #expect(scene.folder.folder("files").names.contains("admin.mp4"))
      #expect(!scene.folder.folder("files").names.contains("control.mp4"))
    } else if request.hasPrefix("POST") {
      other.send("[\"pause\"]")
      #expect(try other.reply().status == 400)
    }
  }
}
