import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineSchedules

@testable import VitrineWeb

/// Overrides over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct OverrideTests {
  @Test("Controllers begin and end an override as on the socket, and the log names them")
  func whole() throws {
    let scene = try WebScene()
    func put(_ body: String) throws -> Int {
      try scene.ask("PUT", "/api/v1/override", [], body: body, type: "application/json").status
    }
    #expect(
      try put(#"{"id":"fire","for":"30m","title":"Leave","text":"Now"}"#) == 200)
    #expect(try put(#"{"id":"a","for":90,"source":"/srv/a b.mp4"}"#) == 200)
    #expect(try put(#"{"id":"a","until":"2026-12-24T18:00+01:00","source":"/a.mp4"}"#) == 200)
    #expect(try scene.ask("DELETE", "/api/v1/override?id=a").status == 200)
    #expect(try scene.ask("DELETE", "/api/v1/override").status == 200)
    let moment = try #require(Moment(text: "2026-12-24T18:00+01:00"))
    #expect(
      try scene.player.now.overrides == [
        .begin(OverrideRequest(id: "fire", .card(title: "Leave", text: "Now"), .after(1800))),
        .begin(OverrideRequest(id: "a", .source("/srv/a b.mp4"), .after(90))),
        .begin(OverrideRequest(id: "a", .source("/a.mp4"), .at(moment))),
        .end(id: "a"), .end(id: nil),
      ])
    let said = scene.events.value.map { "\($0)" }
    #expect(said.contains { $0.contains("override begin fire") })
    #expect(said.contains { $0.contains("override end") })
    let told = try scene.ask("GET", "/api/v1/override")
    #expect(told.status == 200 && told.json?["data"]?["override"] == .null)
    // The same override, as a command.
    #expect(
      try scene.post("/api/v1/commands", #"{"command":["override","end","b"]}"#).status == 200)
    #expect(scene.player.now.overrides.last == .end(id: "b"))
  }

  @Test(
    "Invalid overrides are refused",
    arguments: [
      "{}", #"{"id":"a"}"#, #"{"id":"a","for":"30m"}"#, #"{"id":"a","for":"30m","source":"a.mp4"}"#,
      #"{"id":"a","for":1e9,"source":"/a"}"#, #"{"id":"a","for":"30m","until":"x","source":"/a"}"#,
      #"{"id":"a b","for":"30m","source":"/a"}"#, #"{"id":"a","for":-1,"source":"/a"}"#,
      #"{"id":"a","for":"30m","source":"/a","title":"b"}"#, "[]", "{",
    ])
  func wrong(body: String) throws {
    let scene = try WebScene()
    #expect(
      try scene.ask("PUT", "/api/v1/override", [], body: body, type: "application/json").status
        == 400)
    #expect(scene.player.now.overrides.isEmpty)
  }

  @Test("Viewers may only read the current override")
  func roles() throws {
    let scene = try WebScene()
    let foreign = "X-Forwarded-For: 192.0.2.1"
    func status(_ method: String, _ role: Role?) throws -> Int {
      let token = role.map { ["Authorization: Bearer \(scene.tokens[$0]!)"] } ?? []
      let body = method == "PUT" ? #"{"id":"a","for":60,"title":"b"}"# : ""
      return try scene.ask(
        method, "/api/v1/override", [foreign] + token, body: body,
        type: body.isEmpty ? nil : "application/json"
      ).status
    }
    let rows: [(String, [Int])] = [
      ("GET", [401, 200, 200]), ("PUT", [401, 403, 200]), ("DELETE", [401, 403, 200]),
    ]
    for (method, wanted) in rows {
      #expect(try [nil, Role.view, .control].map { try status(method, $0) } == wanted, "\(method)")
    }
  }
}
