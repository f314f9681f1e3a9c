import Testing
import VitrineControl
import VitrineLinux

@testable import VitrineWeb

/// Uploads over real sockets.
@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
  private func names(_ scene: WebScene) -> [String] {
    scene.folder.folder("files").names.filter { $0 != UploadOwners.file }.sorted()
  }

  @Test("An uploaded file is complete under its name")
  func brought() throws {
    let scene = try WebScene()
    let body = String(repeating: "film", count: 300_000)
    let reply = try scene.ask("PUT", "/api/v1/files/Ein%20Film.mp4", body: body)
    #expect(reply.status == 201 && reply.json?["bytes"]?.integer == body.utf8.count)
    let path = try #require(reply.json?["path"]?.text)
    #expect(try FileStatus(of: path).size == body.utf8.count)
    let files = try scene.ask("GET", "/api/v1/files").json?["files"]?.array
    #expect(files?.first?["name"]?.text == "Ein Film.mp4")
    #expect(try scene.ask("PUT", "/api/v1/files/Ein%20Film.mp4", body: "x").status == 409)
    #expect(try FileStatus(of: path).size == body.utf8.count)
    let admin = "Authorization: Bearer \(scene.tokens[.admin]!)"
    #expect(try scene.ask("DELETE", "/api/v1/files/Ein%20Film.mp4", [admin]).status == 200)
    #expect(names(scene).isEmpty)
  }

  @Test("Operators replace and delete their own uploads, administrators any")
  func owned() throws {
    let scene = try WebScene()
    var file = TokenFile(scene.folder.path(of: "tokens.json"))
    var randomness = SystemRandomNumberGenerator()
    let other = try file.change { store throws(TokenStore.Failure) in
      try store.add(name: "a control", role: .control, at: 0, randomness: &randomness)
    }
    let tokens = [try #require(scene.tokens[.control]), other, try #require(scene.tokens[.admin])]
    func ask(_ who: Int, _ method: String, _ query: String = "", _ body: String = "") throws
      -> WebClient.Reply
    {
      try scene.ask(
        method, "/api/v1/files/a.mp4" + query, ["Authorization: Bearer \(tokens[who])"], body: body)
    }
    func isOwn(_ who: Int) throws -> Bool? {
      let files = try scene.ask("GET", "/api/v1/files", ["Authorization: Bearer \(tokens[who])"])
      return files.json?["files"]?.array?.first?["own"]?.bool
    }
    #expect(try ask(0, "PUT", "", "one").status == 201)
    #expect(try (0..<3).map { try isOwn($0) } == [true, false, true])
    let taken = try (0..<3).map { try ask($0, "PUT", "", "two") }
    #expect(taken.map(\.status) == [409, 409, 409])
    #expect(taken.map { $0.json?["replaceable"]?.bool } == [true, false, true])
    #expect(try ask(0, "PUT", "?replace=", "two").status == 400)
    #expect(try ask(1, "PUT", "?replace=true", "two").status == 403)
    #expect(try ask(1, "DELETE").status == 403)
    #expect(try ask(0, "PUT", "?replace=true", "three").status == 201)
    let path = scene.folder.folder("files").path(of: "a.mp4")
    #expect(try FileDescriptor(reading: path).bytes(most: 10) == Array("three".utf8))
    #expect(try ask(0, "DELETE").status == 200)
    // An administrator's replacement belongs to the administrator.
    #expect(try ask(0, "PUT", "", "four").status == 201)
    #expect(try ask(2, "PUT", "?replace=true", "five").status == 201)
    #expect(try ask(0, "DELETE").status == 403)
    #expect(try ask(2, "DELETE").status == 200)
    // A file that was there before has no owner.
    try scene.folder.folder("files").write("six", to: "a.mp4")
    #expect(try ask(0, "DELETE").status == 403)
    #expect(try scene.ask("GET", "/api/v1/files/.owners").status != 200)
  }

  @Test("A name equal to another file's in any Unicode normalisation counts as taken")
  func twins() throws {
    let scene = try WebScene()
    let files = scene.folder.folder("files")
    let marks = String(repeating: "%CC%81", count: 40)
    let control = "Authorization: Bearer \(scene.tokens[.control]!)"
    func ask(_ method: String, _ name: String, _ fields: [String] = []) throws -> Int {
      try scene.ask(method, "/api/v1/files/\(name)?replace=true", fields, body: "x").status
    }
    func delete(_ name: String) throws -> Int {
      try scene.ask("DELETE", "/api/v1/files/\(name)", [control]).status
    }
    #expect(try ask("PUT", "%C3%A9.mp4") == 201)
    #expect(try ask("PUT", "e%CC%81.mp4", [control]) == 409)
    #expect(try names(scene).count == 1 && delete("%C3%A9.mp4") == 403)
    // Uploaded by other means, neither belongs to the client.
    #expect(try ask("PUT", "%C3%B6.mp4", [control]) == 201)
    try files.write("x", to: "o\u{308}.mp4")
    #expect(try delete("o%CC%88.mp4") == 403)
    try files.remove("o\u{308}.mp4")
    #expect(try delete("%C3%B6.mp4") == 200)
    // More marks than JSON returns unchanged.
    #expect(try ask("PUT", "a\(marks).mp4", [control]) == 201)
    #expect(try delete("a\(marks).mp4") == 200)
  }

  @Test("A damaged ownership file is not overwritten, and the client gets an error")
  func damagedOwners() throws {
    let scene = try WebScene()
    let files = scene.folder.folder("files")
    #expect(try scene.ask("PUT", "/api/v1/files/a.mp4", body: "x").status == 201)
    for damaged in ["{", "[]", #"{"a.mp4":1}"#] {
      try files.write(damaged, to: UploadOwners.file)
      let put = try scene.ask("PUT", "/api/v1/files/b.mp4", body: "x")
      #expect(put.status == 409 && put.json?["error"]?.text?.contains(".owners is damaged") == true)
      #expect(try scene.ask("DELETE", "/api/v1/files/a.mp4").status == 409)
      let all = try scene.ask("GET", "/api/v1/files").json?["files"]?.array
      #expect(all?.count == 1 && all?.first?["own"] == .bool(false))
      #expect(scene.events.value.contains { $0.description.contains(".owners is damaged") })
      #expect(try files.contents(of: UploadOwners.file, most: 99) == Array(damaged.utf8))
    }
    #expect(names(scene) == ["a.mp4"])
  }

  @Test("A trusted program's files belong to the machine, whatever its address")
  func machine() throws {
    let scene = try WebScene()
    #expect(try scene.ask("PUT", "/api/v1/files/a.mp4", body: "x").status == 201)
    let owners = try scene.folder.folder("files").contents(of: UploadOwners.file, most: 99)
    #expect(owners == Array("{\"a.mp4\":\"machine\"}\n".utf8))
  }

  @Test("An upload without a length is accepted, and one that expects 100-continue gets it")
  func chunked() throws {
    let scene = try WebScene()
    let client = try scene.client()
    client.send(
      "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nHost: foyer\r\nTransfer-Encoding: chunked\r\n"
        + "Expect: 100-continue\r\n\r\n")
    #expect(try client.text(upTo: "\r\n\r\n").contains("100"))
    client.send("5\r\nhello\r\n0\r\n\r\n")
    #expect(try client.reply().status == 201)
    // The connection continues.
    client.send("GET /healthz HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try client.reply().status == 200)
    #expect(names(scene) == ["a.mp4"])
  }

  @Test("An upload may arrive in pieces of any size")
  func crumbs() throws {
    let scene = try WebScene()
    let client = try scene.client()
    let chunks = (0..<300).map {
      "\(String($0 % 15 + 1, radix: 16))\r\n\(String(repeating: "x", count: $0 % 15 + 1))\r\n"
    }
    let text =
      "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nHost: foyer\r\nTransfer-Encoding: chunked\r\n\r\n"
      + chunks.joined() + "0\r\n\r\n"
    for byte in text.utf8 { client.send([byte]) }
    #expect(try client.reply().json?["bytes"]?.integer == 2400)
  }

  @Test(
    "Names that lead elsewhere are refused",
    arguments: [
      "..%2F..%2Fetc%2Fpasswd.mp4", "%2Fetc%2Fa.mp4", ".a.mp4", "a%00.mp4", "..", "-a.mp4", "a",
    ])
  func traversal(_ name: String) throws {
    let scene = try WebScene()
    let reply = try scene.ask("PUT", "/api/v1/files/\(name)", body: "x")
    #expect(reply.status == 400 || reply.status == 404)
    #expect(names(scene).isEmpty)
    // As path segments they match no file route.
    #expect(try scene.ask("PUT", "/api/v1/files/../../etc/a.mp4", body: "x").status == 404)
  }

  @Test("An oversized upload is refused, at once or while it arrives, and leaves nothing")
  func tooLarge() throws {
    let scene = try WebScene { $0.largestUpload = 1000 }
    #expect(
      try scene.ask("PUT", "/api/v1/files/a.mp4", body: String(repeating: "x", count: 2000)).status
        == 413)
    let client = try scene.client()
    client.send(
      "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nHost: foyer\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "7d0\r\n\(String(repeating: "x", count: 2000))\r\n")
    #expect(try client.reply().status == 413)
    #expect(client.isCut)
    #expect(names(scene).isEmpty)
  }

  @Test("An interrupted upload leaves nothing, and remains of a power cut are removed")
  func brokenOff() throws {
    let scene = try WebScene()
    do {
      let client = try scene.client()
      client.send(
        "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nHost: foyer\r\nContent-Length: 1000\r\n\r\nabc")
    }
    // The next one is written after it, on the same thread.
    #expect(try scene.ask("PUT", "/api/v1/files/b.mp4", body: "x").status == 201)
    try FileDescriptor(making: scene.folder.path(of: "files/.upload-7")).write([1])
    let thread = try UploadThread(scene.folder.path(of: "files"), largest: 10)
    thread.close()
    #expect(names(scene).filter { $0 != "b.mp4" }.count <= 1)
    scene.server.close()
    #expect(names(scene) == ["b.mp4"])
  }

  @Test("A server without uploads returns 404")
  func none() throws {
    let scene = try WebScene { $0.uploads = nil }
    #expect(try scene.ask("GET", "/api/v1/files").status == 404)
    #expect(try scene.ask("PUT", "/api/v1/files/a.mp4", body: "x").status == 404)
  }
}
