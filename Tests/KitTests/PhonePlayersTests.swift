import Foundation
import Testing

/// Checks the tables of the article "Coming from AVPlayer" against the public API and the tests.
struct PhonePlayersTests {
  /// A row that maps names of a library built on AVPlayer.
  private struct Row {
    let line: Substring
    /// Such as `Player.seek(to:_:)`.
    let names: [Substring]
    /// Such as `FamiliarPlayingTests.seek`.
    let tests: [Substring]

    /// Returns nil if the line is no such row.
    init?(_ line: Substring) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 7, cells[3].contains("`") else { return nil }
      self.line = line
      (names, tests) = (Self.quoted(cells[3]), Self.quoted(cells[5]))
    }

    /// The text between each pair of backticks.
    private static func quoted(_ cell: Substring) -> [Substring] {
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private let page: String
  private let rows: [Row]
  /// The members that each test uses: the words after dots in the test, and before the first test of its suite.
  private var uses: [String: Set<Substring>] = [:]

  init() throws {
    page = try Self.text("Sources/VitrineKit/VitrineKit.docc/ComingFromAVPlayer.md")
    rows = page.split(separator: "\n").compactMap(Row.init)
    for folder in ["Tests/KitTests", "Tests/VitrineTestingTests"] {
      let path = Self.root.appending(path: folder).path
      for file in try FileManager.default.contentsOfDirectory(atPath: path)
      where file.hasSuffix("Tests.swift") {
        try record(Self.text("\(folder)/\(file)"), of: String(file.dropLast(".swift".count)))
      }
    }
  }

  /// The suite has the name of its file.
  private mutating func record(_ text: String, of suite: String) {
    let parts = text.components(separatedBy: "\n  @Test")
    guard parts[0].contains("struct \(suite) {") else { return }
    for part in parts.dropFirst() {
      let declaration = part.components(separatedBy: "\n  func ").dropFirst().first ?? ""
      let name = declaration.prefix { $0 != "(" }
      uses["\(suite).\(name)"] = Self.words(behindDotsIn: parts[0] + part)
    }
  }

  private static func words(behindDotsIn text: String) -> Set<Substring> {
    Set(text.split(separator: ".").dropFirst().map { $0.prefix { $0.isLetter || $0.isNumber } })
  }

  @Test("There are enough rows, and each has names and tests")
  func whole() {
    #expect(rows.count > 60)
    for row in rows { #expect(!row.names.isEmpty && !row.tests.isEmpty, "\(row.line)") }
  }

  @Test("Each name is public API")
  func offered() throws {
    let lines = try Self.text("docs/develop/api/VitrineKit.txt").split(separator: "\n")
    let offered = Set(lines.compactMap { $0.split(separator: "  ", maxSplits: 1).first })
    #expect(rows.flatMap(\.names).filter { !offered.contains($0) }.isEmpty)
  }

  @Test("Each test exists, and a row's tests use each of its names")
  func tested() {
    for row in rows {
      for test in row.tests { #expect(uses[String(test)] != nil, "\(test) does not exist") }
      let used = row.tests.reduce(into: Set()) { $0.formUnion(uses[String($1)] ?? []) }
      for name in row.names {
        let last = name.prefix { $0 != "(" }.split(separator: ".").last ?? name
        #expect(used.contains(last), "\(name) is not used: \(row.line)")
      }
    }
  }

  @Test("Each linked name is used by a test")
  func familiar() {
    // tools/docc finds links that do not resolve.
    let names = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { $0.matches(of: #/``\w+\/(\w+)[^`]*``/#).map(\.1) }.filter { $0 != "init" }
    let used = uses.values.reduce(into: Set()) { $0.formUnion($1) }
    #expect(names.count > 50 && names.filter { !used.contains($0) }.isEmpty)
  }
}
