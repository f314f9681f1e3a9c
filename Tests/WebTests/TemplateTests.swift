import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineStage

@testable import VitrineWeb

/// The template of the zones over HTTP.
struct TemplateTests {
  /// Accepts changes of the revision `r1`, but none of the zone `bad`.
  private final class FakeTemplate: RemoteTemplate {
    let changes = Shared<[TemplateChange]>([])
    let undone = Shared(0)

    private var edited: EditedTemplate {
      let title = TemplateOutline.Zone(
        "title", "text", StageTemplate.Frame(left: 0.725, top: 0, width: 0.275, height: 1.0 / 3),
        [.text: "{title}", .size: "5"])
      var edited = EditedTemplate(
        "sidebar", path: "/srv/board/sidebar.yaml", revision: "r1", text: "zones: …",
        TemplateOutline(background: "#101418", [title]), width: 1080, height: 1920)
      edited.tables = ["notices": ["title", "text"], "empty": []]
      edited.images = ["logo.png"]
      return edited
    }

    func read(_ done: @escaping @Sendable (Result<EditedTemplate, Refusal>) -> Void) {
      done(.success(edited))
    }

    func change(
      _ changes: [TemplateChange], of revision: String,
      _ done: @escaping @Sendable (Result<EditedTemplate, TemplateRefusal>) -> Void
    ) {
      if revision != "r1" { return done(.failure(.outdated)) }
      if let bad = changes.firstIndex(where: { $0.zone == "bad" }) {
        return done(.failure(.invalid(TemplateChangeFailure(bad, ["sidebar.yaml:3: bad"]))))
      }
      self.changes.update { $0 += changes }
      done(.success(edited))
    }

    func undo(
      _ revision: String,
      _ done: @escaping @Sendable (Result<EditedTemplate, TemplateRefusal>) -> Void
    ) {
      if revision != "r1" { return done(.failure(.outdated)) }
      undone.update { $0 += 1 }
      done(
        undone.value > 1 ? .failure(.refused(Refusal("nothing to undo"))) : .success(edited))
    }

    func draw(width: Int, _ done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void) {
      done(
        Result { () throws(Refusal) in
          do throws(Errno) {
            let file = try FileDescriptor(inMemory: "test")
            try file.write(Array("PNG \(width)".utf8))
            return CapturedPicture(file, origin: "preview")
          } catch {
            throw Refusal("\(error)")
          }
        })
    }
  }

  private static let path = "/api/v1/template"

  private func scene(_ template: FakeTemplate) throws -> WebScene {
    try WebScene { $0.template = template }
  }

  private func asAdmin(_ scene: WebScene) throws -> [String] {
    ["Authorization: Bearer \(try #require(scene.tokens[.admin]))"]
  }

  @Test("Administrators read the zones in per cent, and a picture of them")
  func read() throws {
    let scene = try scene(FakeTemplate())
    let fields = try asAdmin(scene)
    let json = try #require(try scene.ask("GET", Self.path, fields).json)
    #expect(json["revision"]?.text == "r1" && json["width"]?.number == 1080)
    let zone = try #require(json["zones"]?.array?.first)
    #expect(zone["name"]?.text == "title" && zone["kind"]?.text == "text")
    #expect(
      ["left", "top", "width", "height"].map { zone[$0]?.number } == [72.5, 0, 27.5, 33.33])
    #expect(zone["fields"]?["text"]?.text == "{title}")
    #expect(json["tables"]?.array?.first?["name"]?.text == "empty")
    #expect(json["obstacle"] == .null && json["undo"] == .bool(false))
    let picture = try scene.ask("GET", "\(Self.path)/picture?width=640", fields)
    #expect(picture.fields["content-type"] == "image/png" && picture.body == "PNG 640")
    #expect(try scene.ask("GET", "\(Self.path)/picture?width=9000", fields).status == 400)
  }

  @Test("All kinds of changes are passed on, and their values are not logged")
  func changes() throws {
    let template = FakeTemplate()
    let scene = try scene(template)
    let body = """
      {"revision": "r1", "changes": [
        {"action": "move", "zone": "a", "left": 10, "top": 0, "width": 33.4, "height": 100},
        {"action": "rename", "zone": "a", "name": "b"},
        {"action": "set", "zone": "b", "key": "time-zone", "value": "Asia/Tokyo"},
        {"action": "set", "zone": "b", "key": "color", "value": null},
        {"action": "add", "zone": "c", "kind": "clock", "value": "%H:%M", "left": 0, "top": 0, "width": 10, "height": 10},
        {"action": "remove", "zone": "b"},
        {"action": "background", "value": "#000000"}]}
      """.replacing("\n", with: "")
    let reply = try scene.post("\(Self.path)/changes", body, try asAdmin(scene))
    #expect(reply.status == 200 && reply.json?["revision"]?.text == "r1", "\(reply.body)")
    #expect(
      template.changes.value == [
        .move("a", StageTemplate.Frame(left: 0.1, width: 33.4 / 100, height: 1)),
        .rename("a", to: "b"), .set("b", .timeZone, "Asia/Tokyo"), .set("b", .color, nil),
        .add("c", .clock, value: "%H:%M", StageTemplate.Frame(width: 0.1, height: 0.1)),
        .remove("b"), .background("#000000"),
      ])
    let log = scene.events.value.map(\.description)
    #expect(
      log.contains { $0.contains("zones: 7 changes") } && !log.contains { $0.contains("Tokyo") })
  }

  @Test("An outdated revision is a failed precondition, and an invalid change names its place")
  func conflicts() throws {
    let template = FakeTemplate()
    let scene = try scene(template)
    let fields = try asAdmin(scene)
    let remove = #"{"action": "remove", "zone": "bad"}"#
    let old = try scene.post(
      "\(Self.path)/changes", #"{"revision": "r0", "changes": [\#(remove)]}"#, fields)
    #expect(old.status == 412 && old.json?["code"]?.text == "refused")
    let good = remove.replacing("bad", with: "a")
    let bad = try scene.post(
      "\(Self.path)/changes", #"{"revision": "r1", "changes": [\#(good), \#(remove)]}"#, fields)
    #expect(bad.status == 400 && bad.json?["change"]?.number == 1)
    #expect(bad.json?["error"]?.text == "sidebar.yaml:3: bad" && template.changes.value.isEmpty)
    let undo = { (revision: String) in
      try scene.post("\(Self.path)/undo", #"{"revision": "\#(revision)"}"#, fields).status
    }
    #expect(try [undo("r0"), undo("r1"), undo("r1")] == [412, 200, 409])
    let log = scene.events.value.map(\.description)
    #expect(log.count { $0.hasSuffix("refused") } == 4)
  }

  @Test(
    "Malformed and oversized requests are rejected before the template sees them",
    arguments: [
      "[]", "{}", #"{"revision": 1, "changes": []}"#, #"{"revision": "r1", "changes": []}"#,
      #"{"revision": "r1", "changes": [{"action": "burn", "zone": "a"}]}"#,
      #"{"revision": "r1", "changes": [{"action": "remove"}]}"#,
      #"{"revision": "r1", "changes": [{"action": "set", "zone": "a", "key": "columns", "value": ""}]}"#,
      #"{"revision": "r1", "changes": [{"action": "set", "zone": "a", "key": "size", "value": 5}]}"#,
      #"{"revision": "r1", "changes": [{"action": "move", "zone": "a", "left": -1, "top": 0, "width": 9, "height": 9}]}"#,
      #"{"revision": "r1", "changes": [{"action": "move", "zone": "a", "left": 1e99, "top": 0, "width": 9, "height": 9}]}"#,
      #"{"revision": "r1", "changes": [{"action": "move", "zone": "a", "left": 0, "top": 0, "width": 9}]}"#,
      #"{"revision": "r1", "changes": [{"action": "add", "zone": "a", "kind": "table", "left": 0, "top": 0, "width": 9, "height": 9}]}"#,
      #"{"revision": "r1", "changes": [\#(Array(repeating: #"{"action": "remove", "zone": "a"}"#, count: 65).joined(separator: ","))]}"#,
      #"{"revision": "r1", "changes": [{"action": "set", "zone": "a", "key": "text", "value": "\#(String(repeating: "x", count: 2001))"}]}"#,
      #"{"revision": "r1", "changes": [{"action": "remove", "zone": "\#(String(repeating: "x", count: 201))"}]}"#,
    ])
  func malformed(body: String) throws {
    let template = FakeTemplate()
    let scene = try scene(template)
    let fields = try asAdmin(scene)
    let reply = try scene.post("\(Self.path)/changes", body, fields)
    #expect(reply.status == 400 && template.changes.value.isEmpty, "\(reply.status) \(reply.body)")
  }

  @Test("A body above 64 KB is rejected")
  func large() throws {
    let scene = try scene(FakeTemplate())
    let body = #"{"revision": "\#(String(repeating: "x", count: 70_000))", "changes": []}"#
    #expect(try scene.post("\(Self.path)/changes", body, try asAdmin(scene)).status == 413)
  }

  @Test(
    "Other roles may neither read nor change it, even from the machine itself",
    arguments: [Role.view, .control, nil])
  func others(role: Role?) throws {
    let template = FakeTemplate()
    let scene = try scene(template)
    let fields = role.flatMap { scene.tokens[$0] }.map { ["Authorization: Bearer \($0)"] } ?? []
    let body = #"{"revision": "r1", "changes": [{"action": "remove", "zone": "a"}]}"#
    #expect(try scene.ask("GET", Self.path, fields).status == 403)
    #expect(try scene.ask("GET", "\(Self.path)/picture", fields).status == 403)
    #expect(try scene.post("\(Self.path)/changes", body, fields).status == 403)
    #expect(try scene.post("\(Self.path)/undo", #"{"revision": "r1"}"#, fields).status == 403)
    #expect(template.changes.value.isEmpty && template.undone.value == 0)
  }

  @Test(
    "A page of another origin cannot change it",
    arguments: ["Origin: http://evil.example", "Sec-Fetch-Site: cross-site"])
  func crossSite(field: String) throws {
    let template = FakeTemplate()
    let scene = try scene(template)
    let body = #"{"revision": "r1", "changes": [{"action": "remove", "zone": "a"}]}"#
    let fields = try asAdmin(scene) + [field]
    #expect(try scene.post("\(Self.path)/changes", body, fields).status == 403)
    #expect(try scene.post("\(Self.path)/undo", #"{"revision": "r1"}"#, fields).status == 403)
    // A form cannot send this type.
    let form = try scene.ask(
      "POST", "\(Self.path)/changes", try asAdmin(scene), body: body, type: "text/plain")
    #expect(form.status == 415 && template.changes.value.isEmpty)
  }

  @Test("A player without zones says how to get them")
  func none() throws {
    let scene = try WebScene()
    let reply = try scene.ask("GET", Self.path, try asAdmin(scene))
    #expect(reply.status == 404 && reply.json?["error"]?.text?.contains("zones.template") == true)
  }
}
