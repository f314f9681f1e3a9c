import Foundation
import Testing
import VitrinePictures
import VitrineScenes
import VitrineStage

@testable import VitrineSettings

@Suite("Templates of zones")
struct StageTemplateTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "templates")

  @Test("All shipped templates are valid, begin with a sentence, and have room for the film")
  func shipped() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(
      files == [
        "departures.yaml", "l-shape.yaml", "menu-board.yaml", "portrait-thirds.yaml",
        "sidebar.yaml",
      ])
    for file in files {
      let bytes = Array(try Data(contentsOf: Self.folder.appending(path: file)))
      let template = try StageTemplate(yaml: bytes, file: file)
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("# "))
      #expect(template.zones.contains { $0.content == .film }, "\(file)")
    }
  }

  @Test("A template is read with its frames, texts and tables")
  func whole() throws {
    let text = """
      background: "#102030"
      zones:
        film: {film: true, left: 25, width: 75, portrait: {height: 31.6}}
        signed: {sign-language: true, top: 80, height: 10, width: 20}
        menu:
          table: menu
          width: 25
          size: 4
          where: available != no
          sort: name
          group: "{section}"
          highlights: [{where: price < 3, color: "#FF0000"}]
          turn: 8
          columns:
            - {text: "{name}", width: 3}
            - {text: "{price|0.00}", align: end, weight: bold, title: Price}
        code: {code: "https://a.example", left: 90, top: 90}
        board: {page: "https://a.example/board?x=1", touch: true}
        offers: {video: offers.m3u, left: 50, top: 50, width: 20}
        loud: {video: lists/loud, sound: true, top: 95}
        clock: {clock: "%H:%M", time-zone: Asia/Tokyo, language: ja_JP}
      """
    let template = try StageTemplate(yaml: Array(text.utf8), file: "t.yaml")
    #expect(
      template.zones.map(\.name) == [
        "film", "signed", "menu", "code", "board", "offers", "loud", "clock",
      ])
    #expect(
      template.videos.map(\.video)
        == [
          StageTemplate.Video("offers.m3u"), StageTemplate.Video("lists/loud", hasSound: true),
        ])
    #expect(template.zones[0].frame == StageTemplate.Frame(left: 0.25, width: 0.75))
    #expect(
      template.signLanguageArea(on: PixelSize(1000, 500))
        == PixelRect(x: 0, y: 400, width: 200, height: 50))
    #expect(template.zones[0].portrait == StageTemplate.Frame(height: 0.316))
    #expect(
      template.sources == ["menu": ["name", "price", "available", "name", "section", "price"]])
    guard case .table(let table) = template.zones[2].content else {
      Issue.record("not a table")
      return
    }
    #expect(table.columns.count == 2 && table.columns[1].alignment == .trailing)
    #expect(table.turn == .seconds(8) && template.zones[2].size == 0.04)
    let clock = StageTemplate.Clock("%H:%M", in: "Asia/Tokyo", language: "ja_JP")
    #expect(template.page == StageTemplate.Page("https://a.example/board?x=1", isTouched: true))
    #expect(template.zones.last?.content == .clock(clock) && template.isTimed)
  }

  @Test(
    "Each mistake is reported with its line",
    arguments: [
      ("", "t.yaml:1: the file is empty"),
      (
        "background: \"#102030\"",
        "t.yaml:1: missing zones: expected a section with a name for each"
      ),
      (
        "zones:\n  a: {film: true}\n  b: {film: true}",
        "t.yaml:3: zones.b: only one zone can have the film"
      ),
      (
        "zones:\n  a: {sign-language: true}\n  b: {sign-language: true}",
        "t.yaml:3: zones.b: only one zone can have sign language"
      ),
      (
        "zones:\n  a: {sign-language: true, size: 4}",
        "t.yaml:2: zones.a.size: has no effect in this zone"
      ),
      ("zones:\n  a: {text: x, clock: y}", "t.yaml:2: zones.a: expected one of text, clock"),
      (
        "zones:\n  a: {text: \"{x}\"}",
        "t.yaml:2: zones.a.text: has fields, but the zone has no data: name the data file, without extension"
      ),
      (
        "zones:\n  a: {film: true, color: \"#FFF\"}",
        "t.yaml:2: zones.a.color: has no effect in this zone"
      ),
      (
        "zones:\n  a: {left: 60, width: 50}",
        "t.yaml:2: zones.a: left and width are more than 100 % together"
      ),
      (
        "zones:\n  a: {page: \"file:///a\"}\n  b: {page: \"https://b.example\"}",
        "t.yaml:3: zones.b: only one zone can have a page"
      ),
      (
        "zones:\n  a: {page: \"https://a.example/'x\"}",
        "t.yaml:2: zones.a.page: expected an address, https://… or file:///…, with other characters percent-encoded"
      ),
      (
        "zones:\n  a: {video: /srv/side.yaml}",
        "t.yaml:2: zones.a.video: expected a list, folder or file in the template's folder, such as side.yaml"
      ),
      (
        "zones:\n  a: {video: lists/../../side.yaml}",
        "t.yaml:2: zones.a.video: expected a list, folder or file in the template's folder, such as side.yaml"
      ),
      (
        "zones:\n  a: {video: x, sound: true}\n  b: {video: y, sound: true}",
        "t.yaml:3: zones.b: only one video can have sound"
      ),
      (
        "zones:\n  a: {video: x}\n  b: {video: x}\n  c: {video: x}\n  d: {video: x}",
        "t.yaml:5: zones.d: more than 3 zones with videos"
      ),
      (
        "zones:\n  a: {film: true, sound: true}",
        "t.yaml:2: zones.a.sound: has no effect in this zone"
      ),
      (
        "zones:\n  a: {page: \"rtsp://a.example\"}",
        "t.yaml:2: zones.a.page: expected an address, https://… or file:///…, with other characters percent-encoded"
      ),
      (
        "zones:\n  a: {text: x, touch: true}", "t.yaml:2: zones.a.touch: has no effect in this zone"
      ),
      ("zones:\n  a: {text: x, sort: y}", "t.yaml:2: zones.a.sort: has no effect in this zone"),
      (
        "zones:\n  a: {table: menu}",
        "t.yaml:2: zones.a: missing columns: expected a list with a text for each"
      ),
      (
        "zones:\n  a: {table: ../menu, columns: [{text: x}]}",
        "t.yaml:2: zones.a.table: invalid name \"../menu\": expected a name of letters, digits and hyphens"
      ),
      (
        "zones:\n  a: {image: ../x.png}",
        "t.yaml:2: zones.a.image: expected the name of a file in the data folder"
      ),
      ("zones:\n  a: {text: \"{x\"}", "t.yaml:2: zones.a.text: the brace of {x is not closed"),
      (
        "zones:\n  a:\n    table: m\n    columns: [{text: x}]\n    where: a ~ b",
        "t.yaml:5: zones.a.where: expected and, or, or the end, got ~"
      ),
      (
        "zones:\n  a: &x {text: y}\n  b: *x",
        "t.yaml:2: anchors and aliases (& and *) are not supported: repeat the value"
      ),
    ])
  func faults(text: String, message: String) {
    let failure = #expect(throws: ConfigurationFaults.self) {
      try StageTemplate(yaml: Array(text.utf8), file: "t.yaml")
    }
    #expect(failure?.lines == [message])
  }

  @Test("Data in JSON is read with the columns in the order of their first appearance")
  func json() throws {
    let text =
      #"[{"name": "Tea \ud83c\udf75", "price": 3.5}, {"price": "4", "note": null, "hot": true}]"#
    let table = try DataTable(json: Array(text.utf8))
    #expect(table.names == ["name", "price", "note", "hot"])
    #expect(table.rows == [["Tea 🍵", "3.5", "", ""], ["", "4", "", "true"]])
    let empty = try DataTable(json: Array("[]".utf8), expected: ["name", "note"])
    #expect(empty.names == ["name", "note"] && empty.rows == [])
    let sparse = try DataTable(json: Array(#"[{"name": "Tea"}]"#.utf8), expected: ["note", "name"])
    #expect(sparse.rows == [["Tea", ""]])
  }

  @Test(
    "Damaged JSON is refused as a whole",
    arguments: [
      ("", "expected a list of objects, got an empty file"), ("{\"a\": 1}", "got a section"),
      ("[1]", "expected an object, got \"1\""), ("[{\"a\": [1]}]", "a: expected a text or number"),
      ("[{\"a\": 1}, {\"a\": 2", "invalid YAML"), ("[]", "no names of columns"),
    ])
  func damagedJSON(text: String, cause: String) {
    let failure = #expect(throws: DataTable.Failure.self) { try DataTable(json: Array(text.utf8)) }
    #expect(failure?.cause.contains(cause) ?? false, "\(failure?.cause ?? "")")
  }
}
