import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

@testable import VitrineWeb

/// Lists over HTTP.
struct ListTests {
  private func scene() throws -> WebScene {
    let scene = try WebScene { site in
      site.checkList = { path, text in
        text.contains("bad") ? .faults(["week.yaml:1: bad"]) : .good(items: text.utf8.count)
      }
    }
    let files = scene.folder.folder("files")
    try files.write("items: []", to: "week.yaml")
    try files.write("no list", to: "film.mp4")
    return scene
  }

  private func fields(_ scene: WebScene, _ role: Role) throws -> [String] {
    ["Authorization: Bearer \(try #require(scene.tokens[role]))"]
  }

  @Test("Lists are distinguished from other files and read with their result")
  func read() throws {
    let scene = try scene()
    let fields = try fields(scene, .control)
    let all = try scene.ask("GET", "/api/v1/lists", fields)
    #expect(all.json?["lists"]?.array?.compactMap { $0["name"]?.text } == ["week.yaml"])
    let one = try scene.ask("GET", "/api/v1/lists/week.yaml", fields)
    #expect(one.json?["text"]?.text == "items: []" && one.json?["items"] == .number(9))
    #expect(try scene.ask("GET", "/api/v1/lists/none.yaml", fields).status == 404)
    try scene.folder.folder("files").write(String(repeating: "#", count: 50_001), to: "long.m3u")
    let long = try scene.ask("GET", "/api/v1/lists/long.m3u", fields)
    #expect(long.status == 409 && long.json?["error"]?.text?.contains("50000 bytes") == true)
    #expect(try scene.ask("GET", "/api/v1/lists/film.mp4", fields).status == 400)
    #expect(try scene.ask("GET", "/api/v1/lists/..%2Ftokens.json", fields).status == 400)
  }

  @Test("A list can be checked without being written")
  func check() throws {
    let scene = try scene()
    let fields = try fields(scene, .control)
    let path = "/api/v1/lists/new.m3u/check"
    let good = try scene.post(path, #"{"text": "a.mp4"}"#, fields)
    #expect(good.json?["items"] == .number(5) && good.json?["errors"]?.array?.isEmpty == true)
    let bad = try scene.post(path, #"{"text": "bad"}"#, fields)
    #expect(bad.status == 200 && bad.json?["items"] == .null)
    #expect(bad.json?["errors"]?.array?.first?.text == "week.yaml:1: bad")
    let text = String(repeating: "#", count: 50_001)
    let long = try scene.post(path, #"{"text": "\#(text)"}"#, fields)
    #expect(
      long.status == 400 && long.json?["error"]?.text == "text is too long (limit: 50000 bytes)")
    #expect(scene.folder.folder("files").names.sorted() == ["film.mp4", "week.yaml"])
  }

  @Test("An administrator can replace a list with a valid one")
  func change() throws {
    let scene = try scene()
    let path = "/api/v1/lists/week.yaml"
    func put(_ text: String, _ role: Role) throws -> WebClient.Reply {
      try scene.ask(
        "PUT", path, try fields(scene, role), body: "{\"text\": \"\(text)\"}",
        type: "application/json")
    }
    #expect(try put("items: [1]", .control).status == 403)
    let bad = try put("bad", .admin)
    #expect(bad.status == 400 && bad.json?["error"]?.text == "week.yaml:1: bad")
    let files = scene.folder.folder("files")
    func text() throws -> String {
      let file = try FileDescriptor(reading: files.path(of: "week.yaml"))
      return String(decoding: try file.bytes(most: 100), as: UTF8.self)
    }
    #expect(try text() == "items: []")
    let done = try put("items: [1]", .admin)
    #expect(done.status == 200 && done.json?["path"]?.text == files.path(of: "week.yaml"))
    #expect(try text() == "items: [1]")
    #expect(files.names.sorted() == [UploadOwners.file, "film.mp4", "week.yaml"])
  }

  @Test("An operator's list that an administrator replaced belongs to the administrator")
  func owner() throws {
    let scene = try scene()
    let control = try fields(scene, .control)
    let put = { target, fields, body, type in
      try scene.ask("PUT", target, fields, body: body, type: type).status
    }
    #expect(try put("/api/v1/files/a.m3u", control, "a.mp4", nil) == 201)
    let path = "/api/v1/lists/a.m3u"
    #expect(try put(path, fields(scene, .admin), #"{"text": "b.mp4"}"#, "application/json") == 200)
    #expect(try scene.ask("DELETE", "/api/v1/files/a.m3u", control).status == 403)
  }

  @Test("Without uploads there are no lists")
  func none() throws {
    let scene = try WebScene { $0.uploads = nil }
    #expect(try scene.ask("GET", "/api/v1/lists", try fields(scene, .admin)).status == 404)
  }
}
