import Testing
import VitrineControl
import VitrineFakes
import VitrinePictures
import VitrinePlayback

@testable import VitrineFleet

@Suite("Documents of desired states")
struct DesiredTests {
  private static let cases: [(String, Result<DesiredDocument, DesiredError>)] = [
    (
      #"{"revision":1,"set":{"volume":0.5}}"#,
      .success(DesiredDocument(revision: 1, values: [.volume: .number(0.5)]))
    ),
    (
      #"{"revision":2,"written":7,"new":1,"set":{"colour":"red","list":null}}"#,
      .success(
        DesiredDocument(
          revision: 2, written: 7, values: [.list: .null], unknown: ["colour", "new"]))
    ),
    (#"{"revision":1,"set":{}}"#, .success(DesiredDocument(revision: 1, values: [:]))),
    ("", .failure(.notJSON)), ("[]", .failure(.notJSON)), ("{", .failure(.notJSON)),
    ("{}", .failure(.noRevision)), (#"{"revision":0,"set":{}}"#, .failure(.noRevision)),
    (#"{"revision":1.5,"set":{}}"#, .failure(.noRevision)),
    (#"{"revision":1e300,"set":{}}"#, .failure(.noRevision)),
    (#"{"revision":"1","set":{}}"#, .failure(.noRevision)),
    (#"{"revision":1}"#, .failure(.noValues)), (#"{"revision":1,"set":[]}"#, .failure(.noValues)),
  ]

  @Test("A document is read, or rejected with the reason", arguments: cases.indices)
  func reading(index: Int) {
    let (text, expected) = Self.cases[index]
    let read = Result { () throws(DesiredError) in try DesiredDocument(Array(text.utf8)) }
    #expect(read == expected, "\(text)")
  }

  @Test("A document is written as it is read")
  func writing() throws {
    for case (_, .success(let document)) in Self.cases where document.unknown.isEmpty {
      #expect(try DesiredDocument(document.bytes) == document)
    }
  }

  @Test("A long document is rejected before it is parsed")
  func long() {
    let bytes = [UInt8](repeating: UInt8(ascii: "["), count: DesiredDocument.longest + 1)
    #expect(throws: DesiredError.tooLong(bytes.count)) { try DesiredDocument(bytes) }
  }

  @Test("Unknown names are few, short and printable")
  func unknown() throws {
    let names = (0..<100).map { "\"n\($0)\\u0007\(String(repeating: "x", count: 99))\":1" }
    let text = #"{"revision":1,"set":{"# + names.joined(separator: ",") + "}}"
    let document = try DesiredDocument(Array(text.utf8))
    #expect(document.unknown.count == 8)
    #expect(document.unknown.allSatisfy { $0.unicodeScalars.count <= 32 && !$0.contains("\u{7}") })
  }

  @Test("Damaged documents never stop the program")
  func damaged() {
    var dice = SeededRandom(seed: 7 + SeededRandom.round)
    let bytes = Array(#"{"revision":3,"set":{"list":["/a","/b"],"volume":0.5,"message":"é"}}"#.utf8)
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0...dice.below(4) { damaged[dice.below(damaged.count)] = UInt8(dice.below(256)) }
      var scene = Scene()
      _ = scene.connect()
      let outputs = scene.receive(
        .message(topic: "vitrine/1/a/desired", damaged, isRetained: dice.below(2) == 0))
      #expect(outputs.count < 20)
    }
  }

  private static let changes: [(DesiredKey, JSONValue?, FleetChange?)] = [
    (.volume, .number(0.5), .request(.command(.setVolume(0.5)))),
    (.volume, .number(1), .request(.command(.setVolume(1)))), (.volume, nil, nil),
    (.brightness, .number(60), .request(.command(.setBrightness(.percent(60))))),
    (.rotation, .number(90), .request(.command(.setRotation(.clockwise)))),
    (.muted, .bool(true), .request(.command(.setMuted(true)))),
    (.fit, .text("cover"), .request(.command(.setFit(.cover)))),
    (.power, .text("off"), .request(.command(.power(.off)))),
    (
      .message, .text("Lift 2 is out of order"),
      .request(.message("Lift 2 is out of order", as: nil, for: .seconds(604_800)))
    ),
    (.message, nil, .request(.message(nil, as: nil, for: .seconds(10)))),
    (.list, .array([.text("/a"), .text("https://b/c")]), .load(["/a", "https://b/c"])),
    (.list, nil, .request(.programme)), (.content, .number(7), .request(.checkForContent)),
  ]

  @Test("A value becomes a request of Control", arguments: changes.indices)
  func change(index: Int) throws {
    let (key, value, expected) = Self.changes[index]
    #expect(try key.change(to: value) == expected)
  }

  private static let refused: [(DesiredKey, JSONValue)] = [
    (.volume, .text("+5%")), (.volume, .number(2)), (.volume, .number(-1)), (.volume, .bool(true)),
    (.brightness, .number(101)), (.brightness, .number(0.5)), (.rotation, .number(45)),
    (.muted, .text("yes")), (.fit, .text("stretchy")), (.fit, .number(1)),
    (.power, .text("toggle")), (.power, .null), (.message, .number(1)),
    (.message, .text(String(repeating: "x", count: 500))), (.list, .text("/a")),
    (.list, .array([])), (.list, .array([.number(1)])), (.content, .text("new")),
    (.schedule, .text("a")), (.software, .text("9.9")),
  ]

  @Test("An invalid or unsupported value is refused by name", arguments: refused.indices)
  func refusal(index: Int) {
    let (key, value) = Self.refused[index]
    #expect(throws: Refusal.self) { try key.change(to: value) }
  }
}
