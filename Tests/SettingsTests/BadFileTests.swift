import Testing

@testable import VitrineSettings

@Suite("Files that are not a configuration")
struct BadFileTests {
  @Test(
    "Invalid YAML is reported with its line",
    arguments: [
      ("keys:\n  KEY_A: [ok\n", 3, "invalid YAML"), ("a: b: c\n", 1, "invalid YAML"),
      ("input:\n\tgrab: true\n", 2, "line begins with a tab: indent with spaces"),
      ("input:\n\t# a comment\n", 2, "begins with a tab"),
      ("input:\n  grab: \"true\n", 3, "invalid YAML"), ("\n%\n", 2, "invalid YAML"),
      ("input: @\n", 1, "invalid YAML"), ("input:\n  grab: true\n grab: true\n", 3, "invalid YAML"),
      ("a: 1\n---\nb: 1\n", 2, "more than one YAML document"), ("a: \u{1}\n", 1, "invalid YAML"),
      (
        "- a\n- b\n", 1,
        "expected a section (interface, playback, audio, subtitles, display, zones, input"
      ),
      ("hello\n", 1, "got \"hello\""), ("42", 1, "got \"42\""),
      ("\n? [a, b]\n: c\n", 2, "a key must be a single word"),
      ("{[a]: b}", 1, "a key must be a single word"),
      ("{{a: b}: c}", 1, "a key must be a single word"),
    ])
  func broken(text: String, line: Int, cause: String) {
    let found = faults(text)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("kiosk.yaml:\(line): ") == true
        && found.first?.contains(cause) == true, "\(found)")
  }

  @Test("Invalid UTF-8 is reported with its line")
  func encoding() {
    let latin = Array("interface:\n  heading: F".utf8) + [0xFC] + Array("r\n".utf8)
    #expect(faults(latin) == ["kiosk.yaml:2: not valid UTF-8: save the file as UTF-8"])
    #expect(
      faults([0xFF, 0xFE, 0x61, 0]) == ["kiosk.yaml:1: not valid UTF-8: save the file as UTF-8"])
    #expect(
      faults([0x23, 0xE2, 0x82]) == ["kiosk.yaml:1: not valid UTF-8: save the file as UTF-8"])
  }

  @Test(
    "Anchors and aliases are refused",
    arguments: [
      ("input: &a\n  grab: true\n", 1), ("interface:\n  heading: &a A\n  wording: *a\n", 2),
      ("a: &a [x]\nb: [*a, *a]\n", 1), ("a: *a\n", 1),
    ])
  func aliases(text: String, line: Int) {
    #expect(faults(text).first?.hasPrefix("kiosk.yaml:\(line): ") == true)
  }

  @Test("Words with & and * are plain words, and comments may contain any number of them")
  func stars() {
    #expect(faults("interface:\n  heading: R&B * Soul *\n") == [])
    #expect(faults(String(repeating: "# * item &a\n", count: 500)) == [])
  }

  @Test("A billion-laughs file is refused without expansion", .timeLimit(.minutes(1)))
  func laughs() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<30 {
      let names = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(names)]\n"
    }
    #expect(timed(text) < .seconds(1))
    let few = "a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n{*c : d}: e\n"
    #expect(timed(few) < .seconds(1))
  }

  @Test("A huge, wide or deep file is refused immediately", arguments: HugeFile.allCases)
  func huge(file: HugeFile) {
    #expect(timed(file.text) < .seconds(1))
  }

  @Test("The largest valid file is read, and one byte more is refused")
  func size() {
    let comment = "#" + String(repeating: "x", count: Configuration.largestFile - 1)
    #expect(faults(comment) == [])
    #expect(faults(comment + "x") == ["kiosk.yaml:1: larger than 256 KiB"])
  }

  /// How long it takes to refuse `text`.
  private func timed(_ text: String) -> Duration {
    ContinuousClock().measure { #expect(!faults(text).isEmpty) }
  }
}

/// Small files with large contents.
enum HugeFile: CaseIterable {
  case lists, deepLists, maps, deepMaps, dashes, words, questions, lines, wideList, wideMap
  case deepKeys, wideLines, indentations, longValue, longName, tooLong

  var text: String {
    switch self {
    case .lists: times(100_000, "[")
    case .deepLists: times(100, "[")
    case .maps: times(60_000, "{a: ")
    case .deepMaps: times(100, "{a: ")
    case .dashes: times(100_000, "- ")
    case .words: times(100_000, "a,")
    case .questions: times(100_000, "? ")
    case .lines: times(100_000, "a\n")
    case .wideList: "[" + times(2000, "x,") + "]"
    case .wideMap: "{" + (0..<2000).map { "k\($0)," }.joined() + "}"
    case .deepKeys: "\(times(100, "{? "))[\(times(2000, "x,"))]\(times(100, " : a}"))"
    case .wideLines: (0..<1000).map { "k\($0): 1\n" }.joined()
    case .indentations: (0..<900).map { "\(times($0 / 4, " "))k\($0 % 4):\n" }.joined()
    case .longValue: "input: " + times(200_000, "a")
    case .longName: times(200_000, "a") + ": 1"
    case .tooLong: times(Configuration.largestFile + 1, " ")
    }
  }

  private func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }
}
