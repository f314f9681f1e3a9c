import Foundation
import Testing
import VitrineFakes
import VitrineScenes
import VitrineStage

@testable import VitrineSettings

@Suite("Changes of a template's text")
struct TemplateTextTests {
  /// In the ways in which people write templates.
  private static let texts = [
    """
    # The board of the foyer.
    background: "#101418"   # almost black

    zones:
      # The film.
      film:
        film: true
        width: 72        # per cent

      title:
        text: 'It''s {title}'   # from notices.csv
        data: notices
        left: 72.0
        height: 20
        portrait: {top: 33, height: 10, size: 8}
        color: "#FFD166"

      side:
        table: rows
        left: 72
        top: 20
        columns:
          - text: "{a}"   # the first
            width: 2
          - text: "{b}"
        where: a != b

    """,
    """
    zones:
      film: {film: true, width: 70}   # the film
      line: {text: Hello there, top: 75, size: 12, align: center}
      clock: {clock: "%H:%M", left: 70, height: 20}
    """,
    "{\"zones\": {\"film\": {\"film\": true}, \"a\": {\"text\": \"Hi\", \"left\": 50}}}",
    "zones:\n    film:\n        film: true\n        portrait:\n            height: 40\n"
      + "    note:\n        text: >-\n          several\n          lines\n\n        top: 80 # low\n",
    "\u{FEFF}zones:\r\n  a:\r\n    text: \"x\" # y\r\n    top: 10\r\n  b:\r\n    code: z\r\n    left: 50\r\n",
  ]

  private static let shipped: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "templates")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().compactMap {
      try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }()

  private static func text(
    _ text: String, _ changes: [TemplateChange], isPortrait: Bool = false
  ) throws -> String {
    try TemplateText(text, file: "t.yaml").applying(changes, isPortrait: isPortrait).text
  }

  /// The lines that are only in one of the texts.
  private static func difference(_ old: String, _ new: String) -> (
    removed: [String], added: [String]
  ) {
    func lines(_ text: String) -> [String] {
      text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
        String($0)
      }
    }
    let changes = lines(new).difference(from: lines(old))
    var (removed, added): ([String], [String]) = ([], [])
    for change in changes {
      switch change {
      case .remove(_, let line, _): removed.append(line)
      case .insert(_, let line, _): added.append(line)
      }
    }
    return (removed, added)
  }

  private static func frame(
    _ left: Double, _ top: Double, _ width: Double, _ height: Double
  ) -> StageTemplate.Frame {
    StageTemplate.Frame(
      left: left / 100, top: top / 100, width: width / 100, height: height / 100)
  }

  struct Row: Sendable {
    let text: Int
    let change: TemplateChange
    var isPortrait = false
    let removed, added: [String]
  }

  @Test(
    "Only the changed lines differ, written like those around them",
    arguments: [
      Row(
        text: 0, change: .move("film", frame(0, 0, 68.5, 100)),
        removed: ["    width: 72        # per cent"], added: ["    width: 68.5      # per cent"]),
      Row(
        text: 0, change: .move("film", frame(4, 0, 72, 100)), removed: [],
        added: ["    left: 4"]),
      Row(
        text: 0, change: .move("title", frame(72, 5, 28, 20)), removed: [], added: ["    top: 5"]),
      Row(
        text: 0, change: .move("title", frame(70, 0, 30, 20)), removed: ["    left: 72.0"],
        added: ["    left: 70"]),
      Row(
        text: 0, change: .move("title", frame(0, 30, 100, 10)), isPortrait: true,
        removed: ["    portrait: {top: 33, height: 10, size: 8}"],
        added: ["    portrait: {top: 30, height: 10, size: 8}"]),
      Row(
        text: 0, change: .move("title", frame(5, 33, 90, 10)), isPortrait: true,
        removed: ["    portrait: {top: 33, height: 10, size: 8}"],
        added: ["    portrait: {left: 5, top: 33, width: 90, height: 10, size: 8}"]),
      Row(
        text: 0, change: .set("title", .text, "It's {title}!"),
        removed: ["    text: 'It''s {title}'   # from notices.csv"],
        added: ["    text: 'It''s {title}!'  # from notices.csv"]),
      Row(
        text: 0, change: .set("title", .size, "6.25"), removed: [], added: ["    size: 6.25"]),
      Row(
        text: 0, change: .set("title", .size, "9"), isPortrait: true,
        removed: ["    portrait: {top: 33, height: 10, size: 8}"],
        added: ["    portrait: {top: 33, height: 10, size: 9}"]),
      Row(
        text: 0, change: .set("title", .color, nil), removed: ["    color: \"#FFD166\""], added: []),
      Row(
        text: 0, change: .set("side", .background, "#202020"), removed: [],
        added: ["    background: \"#202020\""]),
      Row(
        text: 0, change: .background("#000000"),
        removed: ["background: \"#101418\"   # almost black"],
        added: ["background: \"#000000\"   # almost black"]),
      Row(
        text: 0, change: .rename("title", to: "heading"), removed: ["  title:"],
        added: ["  heading:"]),
      Row(
        text: 0, change: .add("clock", .clock, value: "%H:%M", frame(70, 88, 30, 12)),
        removed: [],
        added: [
          "", "  clock:", "    clock: \"%H:%M\"", "    left: 70", "    top: 88", "    size: 5",
          "    color: \"#FFD166\"",
        ]),
      Row(
        text: 0, change: .remove("title"),
        removed: [
          "  title:", "    text: 'It''s {title}'   # from notices.csv", "    data: notices",
          "    left: 72.0", "    height: 20", "    portrait: {top: 33, height: 10, size: 8}",
          "    color: \"#FFD166\"", "",
        ], added: []),
      Row(
        text: 1, change: .move("film", frame(10, 0, 70, 100)),
        removed: ["  film: {film: true, width: 70}   # the film"],
        added: ["  film: {film: true, left: 10, width: 70}   # the film"]),
      Row(
        text: 1, change: .set("line", .text, "Hello: there"),
        removed: ["  line: {text: Hello there, top: 75, size: 12, align: center}"],
        added: ["  line: {text: \"Hello: there\", top: 75, size: 12, align: center}"]),
      Row(
        text: 1, change: .set("line", .align, nil),
        removed: ["  line: {text: Hello there, top: 75, size: 12, align: center}"],
        added: ["  line: {text: Hello there, top: 75, size: 12}"]),
      Row(
        text: 1, change: .add("logo", .image, value: "logo.png", frame(80, 80, 20, 20)),
        removed: [], added: ["  logo: {image: logo.png, left: 80, top: 80}"]),
      Row(
        text: 2, change: .set("a", .size, "4"),
        removed: [
          "{\"zones\": {\"film\": {\"film\": true}, \"a\": {\"text\": \"Hi\", \"left\": 50}}}"
        ],
        added: [
          "{\"zones\": {\"film\": {\"film\": true}, \"a\": {\"text\": \"Hi\", \"left\": 50, \"size\": 4}}}"
        ]),
      Row(
        text: 3, change: .move("film", frame(0, 10, 100, 40)), isPortrait: true, removed: [],
        added: ["            top: 10"]),
      Row(
        text: 3, change: .set("note", .text, "one"),
        removed: ["        text: >-", "          several", "          lines"],
        added: ["        text: \"one\""]),
      Row(
        text: 4, change: .move("b", frame(50, 20, 50, 80)), removed: [],
        added: ["    top: 20\r"]),
      Row(
        text: 4, change: .set("a", .text, "Grüße \u{1F44B} \"so\""),
        removed: ["    text: \"x\" # y\r"],
        added: ["    text: \"Grüße \u{1F44B} \\\"so\\\"\" # y\r"]),
    ])
  func lines(row: Row) throws {
    let old = Self.texts[row.text]
    let new = try Self.text(old, [row.change], isPortrait: row.isPortrait)
    let (removed, added) = Self.difference(old, new)
    #expect(removed.sorted() == row.removed.sorted(), "\(new)")
    #expect(added.sorted() == row.added.sorted(), "\(new)")
  }

  @Test("A change to the same value changes nothing")
  func nothing() throws {
    for text in Self.texts + Self.shipped {
      let read = try TemplateText(text, file: "t.yaml")
      for isPortrait in [false, true] {
        for zone in read.outline(isPortrait: isPortrait).zones {
          var changes: [TemplateChange] = [
            .move(zone.name, zone.frame), .rename(zone.name, to: zone.name),
          ]
          changes += zone.fields.map { .set(zone.name, $0, $1) }
          #expect(try Self.text(text, changes, isPortrait: isPortrait) == text)
        }
      }
    }
  }

  // MARK: Random changes

  private static func random(
    _ template: StageTemplate, _ random: inout SeededRandom
  ) -> TemplateChange {
    func number(_ range: ClosedRange<Int>, _ random: inout SeededRandom) -> Double {
      Double(Int.random(in: range, using: &random)) + (Bool.random(using: &random) ? 0.5 : 0)
    }
    let zone = template.zones.randomElement(using: &random)?.name ?? ""
    let (left, top) = (number(0...80, &random), number(0...80, &random))
    let (width, height) = (
      min(number(2...99, &random), 100 - left), min(number(2...99, &random), 100 - top)
    )
    let place = frame(left, top, width, height)
    let letters = Array("aé\u{1F44B}\"'\\#:{{ ,[]-&*!|>%@`\t")
    let word = String((0..<8).map { _ in letters.randomElement(using: &random) ?? "a" })
    let color = ["#102030", "#FFFFFF80", "#AbCdEf"].randomElement(using: &random) ?? ""
    let name = "z\(Int.random(in: 0...999, using: &random))"
    switch Int.random(in: 0...9, using: &random) {
    case 0...3: return .move(zone, place)
    case 4: return .rename(zone, to: name)
    case 5: return .set(zone, .color, Bool.random(using: &random) ? color : nil)
    case 6: return .set(zone, .size, "\(number(1...50, &random))")
    case 7: return .set(zone, .text, "a" + word.replacing("{{", with: "") + "z")
    case 8:
      let kind = TemplateChange.Kind.allCases.randomElement(using: &random) ?? .text
      let values: [TemplateChange.Kind: String] = [
        .text: "a" + word.replacing("{", with: ""), .clock: "%H:%M", .image: "a b.png",
        .code: "https://a.example", .box: color,
      ]
      return .add(name, kind, value: values[kind] ?? "", place)
    default: return .remove(zone)
    }
  }

  /// Applies a change to the values; nil if it is invalid.
  private static func applied(
    _ change: TemplateChange, to template: StageTemplate, isPortrait: Bool
  ) -> [String] {
    var names = template.zones.map(\.name)
    switch change {
    case .rename(let zone, let name): names = names.map { $0 == zone ? name : $0 }
    case .remove(let zone): names.removeAll { $0 == zone }
    case .add(let name, _, _, _): names.append(name)
    case .move, .set, .background: break
    }
    return names
  }

  private static func isNear(_ one: StageTemplate.Frame, _ other: StageTemplate.Frame) -> Bool {
    abs(one.left - other.left) < 1e-4 && abs(one.top - other.top) < 1e-4
      && abs(one.width - other.width) < 1e-4 && abs(one.height - other.height) < 1e-4
  }

  /// The zone as the change should make it; frames are compared separately.
  private static func expected(
    _ change: TemplateChange, of zone: StageTemplate.Zone, isPortrait: Bool
  ) throws -> StageTemplate.Zone {
    var zone = zone
    switch change {
    case .move(_, let frame):
      if isPortrait, zone.portrait != nil { zone.portrait = frame } else { zone.frame = frame }
    case .rename(_, let name): zone.name = name
    case .set(_, .color, let color):
      zone.color = try color.map { try Self.color($0) } ?? Color(0xFFFFFF)
    case .set(_, .size, let size?):
      let share = (Double(size) ?? 0) / 100
      if isPortrait, zone.portraitSize != nil {
        zone.portraitSize = share
      } else {
        zone.size = share
      }
    case .set(_, .text, let text?):
      // A coloured area becomes a text.
      var (source, turn, lines): (String?, Duration?, Int) = (nil, nil, 3)
      if case .text(_, let data, let seconds, let most) = zone.content {
        (source, turn, lines) = (data, seconds, most)
      }
      zone.content = .text(try RowPattern(text), source: source, turn: turn, lines: lines)
    case .set, .add, .remove, .background: break
    }
    return zone
  }

  private static func color(_ text: String) throws -> Color {
    let zones = "background: \"\(text)\"\nzones: {a: {film: true}}"
    return try StageTemplate(yaml: Array(zones.utf8), file: "t").background
  }

  @Test("After random changes, the template is as the changes say, and everything else as before")
  func random() throws {
    var random = SeededRandom(seed: 45)
    var (done, refused) = (0, 0)
    for text in Self.texts + Self.shipped {
      for _ in 0..<40 {
        var current = try TemplateText(text, file: "t.yaml")
        for _ in 0..<8 {
          let isPortrait = Bool.random(using: &random)
          let change = Self.random(current.template, &random)
          let next: TemplateText
          do {
            next = try current.applying([change], isPortrait: isPortrait)
          } catch {
            refused += 1
            let isByHand = error.lines.contains { $0.contains("by hand") }
            #expect(!isByHand, "\(change) \(error.lines)\n\(current.text)")
            continue
          }
          done += 1
          try Self.check(change, current, next, isPortrait: isPortrait)
          current = next
        }
      }
    }
    print("template text: \(done) changes, \(refused) refused")
    #expect(done > 1500)
  }

  private static func check(
    _ change: TemplateChange, _ old: TemplateText, _ new: TemplateText, isPortrait: Bool
  ) throws {
    let names = applied(change, to: old.template, isPortrait: isPortrait)
    #expect(new.template.zones.map(\.name) == names, "\(change)\n\(new.text)")
    for var zone in old.template.zones {
      let isChanged = zone.name == change.zone
      if isChanged, case .remove = change { continue }
      if isChanged { zone = try expected(change, of: zone, isPortrait: isPortrait) }
      var after = try #require(new.template.zones.first { $0.name == zone.name })
      #expect(isNear(after.frame, zone.frame), "\(change)\n\(old.text)\n---\n\(new.text)")
      #expect((after.portrait == nil) == (zone.portrait == nil))
      if let one = after.portrait, let other = zone.portrait {
        #expect(isNear(one, other), "\(change)\n\(old.text)\n---\n\(new.text)")
      }
      (after.frame, after.portrait, after.size) = (zone.frame, zone.portrait, zone.size)
      after.portraitSize = zone.portraitSize
      #expect(after == zone, "\(change)\n\(old.text)\n---\n\(new.text)")
    }
    #expect(new.template.background == old.template.background)
    // Lines without a changed value stay as they are, with their comments and in their order.
    let (removed, added) = difference(old.text, new.text)
    let comments = { (lines: [String]) in
      lines.compactMap {
        $0.firstRange(of: " #").map { [line = $0] range in
          line[range.lowerBound...].trimmingCharacters(in: .whitespaces)
        }
      }
    }
    switch change {
    case .move:
      #expect(removed.count <= 4 && added.count <= 4, "\(change)\n\(removed)\n\(added)")
    case .set, .rename, .background:
      #expect(removed.count <= 3 && added.count <= 1, "\(change)\n\(removed)\n\(added)")
    case .add: #expect(removed.count <= 1, "\(change)\n\(removed)\n\(added)")
    case .remove: #expect(added.count <= 1, "\(change)\n\(removed)\n\(added)")
    }
    if case .remove = change { return }
    let lost = Set(comments(removed)).subtracting(comments(added)).filter { !$0.contains("\"") }
    #expect(lost.isEmpty, "\(change)\n\(removed)\n\(added)")
  }

  // MARK: Refusals

  @Test(
    "Impossible changes name the cause, and the place in the list",
    arguments: [
      (TemplateChange.move("none", frame(0, 0, 50, 50)), "t.yaml:1: there is no zone \"none\""),
      (
        .move("line", frame(60, 0, 50, 50)),
        "t.yaml:3: zones.line: left and width are more than 100 % together"
      ),
      (
        .rename("line", to: "film"),
        "t.yaml:1: there is a zone \"film\" already: choose another name"
      ),
      (
        .rename("line", to: "a: b"),
        "t.yaml:1: invalid name \"a: b\": expected a name of letters, digits and hyphens"
      ),
      (
        .add("film", .box, value: "#000000", frame(0, 0, 9, 9)),
        "t.yaml:1: there is a zone \"film\" already: choose another name"
      ),
      (.set("line", .size, "big"), "t.yaml:3: zones.line.size: expected a number, got \"big\""),
      (
        .set("line", .size, "5\n  evil: x"),
        "t.yaml:3: zones.line.size: expected a number, got \"5?  evil: x\""
      ),
      (
        .set("clock", .touch, "yes"),
        "t.yaml:1: zones.clock.touch: expected true or false, got \"yes\""
      ),
    ])
  func refused(change: TemplateChange, line: String) throws {
    let text = try TemplateText(Self.texts[1], file: "t.yaml")
    let good = TemplateChange.set("line", .size, "11")
    let failure = #expect(throws: TemplateChangeFailure.self) {
      try text.applying([good, change], isPortrait: false)
    }
    #expect(failure == TemplateChangeFailure(1, [line]))
  }

  @Test("The last zone stays, since a template needs one")
  func last() throws {
    let text = try TemplateText("zones: {a: {film: true}}", file: "t.yaml")
    let failure = #expect(throws: TemplateChangeFailure.self) {
      try text.applying([.remove("a")], isPortrait: false)
    }
    #expect(failure?.lines == ["t.yaml:1: a template needs a zone: add another one first"])
  }

  @Test("A malformed or too large template is refused with its line")
  func malformed() {
    for (text, line) in [
      ("zones: [", "t.yaml:1: "), ("zones:\n\ta: 1", "t.yaml:2: "),
      ("zones:\n  a: &x {film: true}", "t.yaml:2: "),
      (String(repeating: "#", count: 300_000), "t.yaml:1: larger"),
    ] {
      let faults = #expect(throws: ConfigurationFaults.self) {
        try TemplateText(text, file: "t.yaml")
      }
      #expect(faults?.lines.first?.hasPrefix(line) == true, "\(faults?.lines ?? [])")
    }
  }

  @Test("A file written in an unusual way is edited correctly or not at all")
  func unusual() throws {
    let texts = [
      "zones:\n  ? film\n  : film: true\n  a: {text: x}",
      "zones: !!map {film: {film: !!bool true}, a: {text: !!str x}}",
      "zones:\r  film: {film: true}\r  a: {text: x}\r",
      "---\nzones:\n  film: {film: true}\n  a:\n    text: |-\n      x\n...\n",
      "zones: {film: {film: true}, # one\n  a: {text: x,}, # two\n}\n",
    ]
    for text in texts {
      let old = try TemplateText(text, file: "t.yaml")
      for change in [
        TemplateChange.set("a", .text, "y"), .set("a", .size, "9"), .rename("film", to: "b"),
        .add("c", .box, value: "#000000", Self.frame(0, 0, 10, 10)), .remove("film"),
      ] {
        do {
          let new = try old.applying([change], isPortrait: false)
          try Self.check(change, old, new, isPortrait: false)
        } catch let failure as TemplateChangeFailure {
          #expect(
            failure.lines.allSatisfy { $0.contains("by hand") }, "\(change) \(failure)\n\(text)")
        }
      }
    }
  }
}
