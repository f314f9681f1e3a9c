import Foundation
import Testing
import VitrineStage
import VitrineTiming

@testable import VitrineLists

@Suite("The files of zones")
struct TemplateFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "zones-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: some StringProtocol, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  private static let template = """
    zones:
      menu: {table: menu, columns: [{text: "{name}"}, {text: "{price|0.00}"}]}
    """

  private func files(_ template: String = template) throws -> TemplateFiles {
    try write(template, "t.yaml")
    return TemplateFiles(folder.appending(path: "t.yaml").path, data: folder.path)
  }

  /// Reads in two rounds, since a file must have stopped changing.
  private func settle(_ files: inout TemplateFiles, at second: Int64 = 0) -> [String] {
    let now = HostTime(nanoseconds: second * 1_000_000_000)
    let first = files.read(at: now).faults
    return (first + files.read(at: now).faults).map {
      $0.replacing(folder.path, with: "")
    }
  }

  @Test("Template and data are read again when they change, and the last good version stays")
  func changes() throws {
    defer { remove() }
    var files = try files()
    #expect(
      settle(&files) == [
        "/menu.csv: there is no such file, nor menu.json or menu.url; the template needs one of them"
      ])
    try write("name,price\nTea,3\n", "menu.csv")
    #expect(settle(&files, at: 1) == [])
    #expect(files.contents.tables["menu"]?.table.rows == [["Tea", "3"]])
    #expect(files.contents.tables["menu"]?.since == HostTime(nanoseconds: 1_000_000_000))
    try write("name,price\nTea,3\nCoffee", "menu.csv")
    #expect(
      settle(&files) == [
        "/menu.csv: the last line has no line break, so the file may be half written"
      ])
    #expect(settle(&files) == [], "reported once")
    try write("name\nTea\n", "menu.csv")
    #expect(
      settle(&files) == [
        "/menu.csv: no column price, which the template needs; there are name"
      ])
    #expect(files.contents.tables["menu"]?.table.rows == [["Tea", "3"]])
    try write("zones: {menu: {table: menu, columns: [{text: \"{name}\"}]}}", "t.yaml")
    #expect(settle(&files, at: 2) == [], "a column less is needed")
    #expect(files.contents.tables["menu"]?.table.rows == [["Tea"]])
    try write("zones: {", "t.yaml")
    let faults = settle(&files)
    #expect(faults.count == 1 && faults[0].contains("t.yaml:1: invalid YAML"), "\(faults)")
    #expect(files.contents.template?.zones.count == 1)
    try FileManager.default.removeItem(at: folder.appending(path: "menu.csv"))
    try write("[{\"name\": \"Juice\"}]", "menu.json")
    _ = settle(&files)
    #expect(files.contents.tables["menu"]?.table.rows == [["Juice"]])
    try write("zones: {a: {code: \"Grüße\"}}", "t.yaml")
    #expect(settle(&files) == ["/t.yaml: zone a: the code must be ASCII, at most 500 characters"])
  }

  @Test("A file that could not be read is read as soon as it can be, and a known table can return")
  func returns() throws {
    defer { remove() }
    var files = try files()
    try write("name,price\nTea,3\n", "menu.csv")
    _ = settle(&files)
    try write("[{\"name\": \"Juice\"}]", "menu.json")
    let csv = folder.appending(path: "menu.csv")
    try FileManager.default.moveItem(at: csv, to: folder.appending(path: "away"))
    _ = settle(&files)
    #expect(files.contents.tables["menu"]?.table.rows == [["Juice", ""]])
    try FileManager.default.moveItem(at: folder.appending(path: "away"), to: csv)
    #expect(settle(&files) == [])
    #expect(files.contents.tables["menu"]?.table.rows == [["Tea", "3"]])
    // A folder in its place cannot be read.
    try FileManager.default.removeItem(at: csv)
    try FileManager.default.createDirectory(at: csv, withIntermediateDirectories: false)
    #expect(settle(&files).count == 1)
    try FileManager.default.removeItem(at: csv)
    try write("name,price\nMilk,2\n", "menu.csv")
    #expect(settle(&files) == [])
    #expect(files.contents.tables["menu"]?.table.rows == [["Milk", "2"]])
  }

  /// 10,000 in tools/soak.
  private static let replacements =
    ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" ? 10_000 : 400

  @Test("A data file that is replaced many times, half of them cut, never shows half a row")
  func cuts() throws {
    defer { remove() }
    var files = try files()
    var seed: UInt64 = 7
    func random(_ limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    var shown = 0
    for version in 0..<Self.replacements / 2 {
      let rows = (0..<6).map { "\"Dish \($0), hot\",\(version).5" }
      let whole = "name,price\n" + rows.joined(separator: "\n") + "\n"
      try write(whole.prefix(random(whole.count)), "menu.csv")
      _ = settle(&files)
      try write(whole, "menu.csv")
      // Half of the readings see the file before it has settled.
      if version % 2 == 0 {
        _ = settle(&files)
      } else {
        _ = files.read(at: HostTime(nanoseconds: 0))
      }
      for row in files.contents.tables["menu"]?.table.rows ?? [] {
        shown += 1
        #expect(row[0].hasPrefix("Dish ") && row[0].hasSuffix(", hot") && row[1].hasSuffix(".5"))
      }
    }
    #expect(shown > Self.replacements * 3 / 2)
  }
}
