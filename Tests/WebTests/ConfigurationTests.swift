import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

@testable import VitrineWeb

/// The configuration over HTTP.
struct ConfigurationTests {
  /// Accepts any configuration without a line that begins with `bad`.
  private final class FakeConfiguration: RemoteConfiguration {
    let own = Shared("audio: {volume: 0.5}\n")

    func read(_ done: @escaping @Sendable (Result<ConfigurationText, Refusal>) -> Void) {
      done(.success(ConfigurationText(effective: "all", own: own.value, sections: ["audio"])))
    }

    func check(_ own: String, _ done: @escaping @Sendable ([String]) -> Void) {
      done(own.hasPrefix("bad") ? ["own:1: bad"] : [])
    }

    func change(to own: String, _ done: @escaping @Sendable (Result<[String], Refusal>) -> Void) {
      if own.hasPrefix("bad") { return done(.failure(Refusal("own:1: bad", .invalid))) }
      self.own.update { $0 = own }
      done(.success(["audio"]))
    }
  }

  private func asAdmin(_ scene: WebScene) throws -> [String] {
    ["Authorization: Bearer \(try #require(scene.tokens[.admin]))"]
  }

  @Test("Administrators read, check and change the configuration")
  func admin() throws {
    let configuration = FakeConfiguration()
    let scene = try WebScene { $0.configuration = configuration }
    let fields = try asAdmin(scene)
    let path = "/api/v1/configuration"
    let read = try scene.ask("GET", path, fields)
    #expect(
      read.json?["own"]?.text == "audio: {volume: 0.5}\n" && read.json?["effective"]?.text == "all")
    let good = try scene.post("\(path)/check", #"{"own": "audio: {}"}"#, fields)
    #expect(good.status == 200 && good.json?["errors"]?.array?.isEmpty == true)
    let bad = try scene.post("\(path)/check", #"{"own": "bad"}"#, fields)
    #expect(bad.status == 200 && bad.json?["errors"]?.array?.first?.text == "own:1: bad")
    func put(_ body: String) throws -> WebClient.Reply {
      try scene.ask("PUT", path, fields, body: body, type: "application/json")
    }
    #expect(try put(#"{"own": "bad"}"#).status == 400)
    #expect(try put(#"{"own": 5}"#).status == 400)
    #expect(try put("[]").status == 400)
    #expect(configuration.own.value == "audio: {volume: 0.5}\n")
    let done = try put(#"{"own": "audio: {volume: 1}"}"#)
    #expect(done.status == 200 && done.json?["waiting"]?.array?.first?.text == "audio")
    #expect(configuration.own.value == "audio: {volume: 1}")
    let told = scene.events.value.map(\.description)
    #expect(told.contains { $0.contains("the configuration") })
    #expect(!told.contains { $0.contains("volume") }, "values are not logged")
  }

  @Test(
    "Other roles may not read or change it, even from the machine itself",
    arguments: [Role.view, .control, nil])
  func others(role: Role?) throws {
    let configuration = FakeConfiguration()
    let scene = try WebScene { $0.configuration = configuration }
    let fields = role.flatMap { scene.tokens[$0] }.map { ["Authorization: Bearer \($0)"] } ?? []
    let path = "/api/v1/configuration"
    #expect(try scene.ask("GET", path, fields).status == 403)
    #expect(try scene.post("\(path)/check", #"{"own": ""}"#, fields).status == 403)
    let put = try scene.ask("PUT", path, fields, body: #"{"own": ""}"#, type: "application/json")
    #expect(put.status == 403 && !configuration.own.value.isEmpty)
  }

  @Test("A program that is not a service refuses")
  func none() throws {
    let scene = try WebScene()
    let reply = try scene.ask("GET", "/api/v1/configuration", try asAdmin(scene))
    #expect(reply.status == 409 && reply.json?["error"]?.text?.contains("service") == true)
  }
}
