import Testing
import VitrineFakes
import VitrinePlaylists

@testable import VitrineSettings

@Suite("Vitrine's own lists")
struct YAMLListTests {
  private func contents(_ text: String) -> ListContents {
    YAMLList.contents(of: Array(text.utf8), path: "/tv/menu.yaml")
  }

  private func read(_ text: String) -> [String] { summary(contents(text)) }

  /// The entry of a list with only one, with these properties.
  private func entry(_ lines: String) -> [String] {
    read("items:\n- file: a\n  " + lines.replacing("\n", with: "\n  "))
  }

  @Test(
    "Entries are files or colours",
    arguments: [
      ("", []), ("# nothing", []), ("items:", []), ("items: []", []), ("items: ~", []),
      ("items: [a.mp4, /x/b.mp4]", ["1 /tv/a.mp4", "1 /x/b.mp4"]),
      ("items:\n- a b.mp4\n- \"c: d.mp4\"", ["2 /tv/a b.mp4", "3 /tv/c: d.mp4"]),
      ("\u{FEFF}items:\n- a", ["2 /tv/a"]), ("items:\r\n- a\r\n", ["2 /tv/a"]),
      ("items:\n- file: a", ["2 /tv/a"]), ("items:\n-\n  title: T\n  file: a", ["4 /tv/a title=T"]),
      ("items: [file:///x/a%20b]", ["1 /x/a b"]),
      ("items: [42, true, \"\\u00fc\"]", ["1 /tv/42", "1 /tv/true", "1 /tv/ü"]),
      ("items: [{color: black}, {color: white}]", ["1 color:#000000", "1 color:#ffffff"]),
      ("items: [{color: \"#0A84FF\"}, {color: \"#FFF\"}]", ["1 color:#0a84ff", "1 color:#ffffff"]),
      ("title: Evening\nitems: [a]", ["title=Evening", "2 /tv/a"]),
      (
        #"{"title":"Evening","items":["a.mp4",{"file":"b \u00fc","repeat":2}]}"#,
        ["title=Evening", "1 /tv/a.mp4", "1 /tv/b ü repeat=2"]
      ),
      (
        "{\n\t\"title\": \"\\ud83c\\udfac Films\",\n\t\"items\": [\n\t\t\"\\/a\"\n\t]\n}",
        ["title=🎬 Films", "4 /a"]
      ),
    ])
  func entries(text: String, expected: [String]) { #expect(read(text) == expected) }

  @Test(
    "An entry accepts every property of an item",
    arguments: [
      ("title: T", "title=T"), ("subtitle: S", "subtitle=S"), ("description: D", "description=D"),
      ("description: |\n  D\n  E\n", "description=D E"),
      ("description: >\n  D\n  E\n", "description=D E"),
      ("poster: p.jpg", "poster=/tv/p.jpg"),
      ("link: \"https://m.example/a\"", "link=https://m.example/a"),
      ("cover: /c.png", "cover=/c.png"),
      ("categories: [A, B]", "categories=A+B"), ("duration: 2.5", "duration=2.5"),
      ("start: 1:30", "start=90.0"), ("end: 1:00:00", "end=3600.0"), ("start: 0", "start=0.0"),
      ("repeat: 3", "repeat=3"), ("volume: 0.25", "volume=0.25"), ("fit: cover", "fit=cover"),
      ("rotation: 90", "rotation=90"), ("transition: fade 2", "transition=fade 2.0 seconds"),
      ("subtitles: [a.srt, /b.ass]", "subtitles=/tv/a.srt+/b.ass"),
      ("sign-language: s.mp4", "sign-language=/tv/s.mp4"),
      ("overlays: [clock, site]", "overlays=clock+site"), ("overlays: []", "overlays=none"),
      ("title: \"42\"", "title=42"), ("duration: \"2\"", "duration=2.0"),
      ("duration: 10", "duration=10.0"),
      ("repeat: 2.0", "repeat=2"),
    ])
  func words(lines: String, expected: String) { #expect(entry(lines) == ["2 /tv/a \(expected)"]) }

  @Test("Texts in other languages belong to the item, and unknown languages and keys are errors")
  func translations() throws {
    let list = contents(
      "items:\n- file: a\n  title: Sea\n  translations:\n    de: {title: Meer, description: Tief}\n    ja: {subtitle: 海}\n"
    )
    let item = try #require(list.entries.first).fields.item(.file("/tv/a"))
    #expect(
      item.translations == [
        "de": Item.Texts(title: "Meer", description: "Tief"), "ja": Item.Texts(subtitle: "海"),
      ])
    for (lines, cause) in [
      ("translations: {xx: {title: A}}", "unknown language \"xx\""),
      ("translations: {de: {tilte: A}}", "did you mean title?"),
      ("translations: [de]", "expected sections by language"),
      ("translations: {de: A}", "expected a section (title, subtitle, description)"),
    ] {
      let faults = contents("items:\n- {file: a, \(lines)}").faults
      #expect(faults.count == 1 && faults[0].cause.contains(cause), "\(faults)")
    }
  }

  @Test("Defaults apply to entries without their own setting, wherever they are written")
  func defaults() {
    #expect(
      read(
        "items:\n- a\n- {file: b, volume: 1, fit: stretch}\ndefault: {volume: 0, fit: cover, start: 2}"
      )
        == ["2 /tv/a start=2.0 volume=0.0 fit=cover", "3 /tv/b start=2.0 fit=stretch"])
  }

  @Test("The list sets looping and shuffling")
  func list() {
    #expect(contents("loop: queue\nshuffle: true").loop == .queue)
    #expect(contents("loop: none\nshuffle: false").isShuffled == false)
    #expect(contents("items: []").loop == nil && contents("items: []").isShuffled == nil)
  }

  @Test(
    "Impossible values are reported with their line",
    arguments: [
      ("items: a", "!1 items: expected a list such as - file: clip.mp4, got \"a\""),
      ("- a", "!1 put the entries under items:"),
      ("hello", "!1 expected a section (title, loop, shuffle, default, items"),
      (
        "items:\n- file: a\n  link: https://m.example/ä",
        "!3 items.1.link: percent-encode spaces, quotes and characters beyond ASCII in the URL"
      ),
      (
        "items:\n- file: a\n  link: https://m.example/\(String(repeating: "a", count: 300))",
        "!3 items.1.link: URL of more than 300 bytes"
      ),
      ("itmes: []", "!1 itmes: unknown key: did you mean items?"),
      ("items: [a]\nitems: [b]", "!2 items: duplicate key, already set in line 1"),
      ("items: [[a]]", "!1 items.1: expected a file"),
      (
        "items:\n-\n- a",
        "!2 items.1: expected a file, or a section with file or color; got no value"
      ),
      ("items:\n- title: T", "!2 items.1: missing file or color"),
      ("items: [{file: a, color: black}]", "!1 items.1: expected file or color, got both"),
      ("items: [{file: }]", "!1 items.1.file: missing value"),
      (
        "items:\n- color: #000",
        "!2 items.1.color: missing value: expected a colour in quotes; # outside quotes begins a comment"
      ),
      ("items: [{color: red}]", "!1 items.1.color: invalid colour \"red\""),
      ("items: [{color: \"#12345678\"}]", "!1 items.1.color: invalid colour \"#12345678\""),
      ("items: [{file: a, volumme: 1}]", "!1 items.1.volumme: unknown key: did you mean volume?"),
      ("items:\n- a\n- file: b\n  volume: 2", "!4 items.2.volume: 2 is out of range"),
      ("items: [{file: a, volume: .nan}]", "!1 items.1.volume: invalid value \".nan\""),
      (
        "items: [{file: a, repeat: 1.5}]",
        "!1 items.1.repeat: invalid value 1.5: expected an integer"
      ),
      ("items: [{file: a, repeat: 1e9}]", "!1 items.1.repeat: 1e9 is out of range"),
      (
        "items: [{file: a, duration: 0}]",
        "!1 items.1.duration: invalid time \"0\": expected more than 0"
      ),
      ("items: [{file: a, start: -1}]", "!1 items.1.start: invalid time \"-1\": expected seconds"),
      ("items: [{file: a, start: 5, end: 5}]", "!1 items.1.file: the end is before the start"),
      (
        "items: [{file: a, fit: fill}]",
        "!1 items.1.fit: unknown value \"fill\": expected contain, cover or stretch"
      ),
      ("items: [{file: a, rotation: 45}]", "!1 items.1.rotation: unknown rotation \"45\""),
      (
        "items: [{file: a, poster: \"rtsp://x\"}]",
        "!1 items.1.poster: rtsp: images and subtitles"
      ),
      (
        "items: [{file: a, cover: \"http://x\"}]", "!1 items.1.cover: http: this image"
      ),
      ("items: [{file: a, subtitles: b}]", "!1 items.1.subtitles: expected a list"),
      ("items: [\"ftp://x\"]", "!1 items.1: ftp: is not supported"),
      ("items: [\"a\\0b\"]", "!1 items.1: a NUL byte"),
      ("items: [\"\"]", "!1 items.1: empty file name"),
      ("loop: forever", "!1 loop: unknown value \"forever\": expected none, item or queue"),
      ("shuffle: 1", "!1 shuffle: invalid value \"1\": expected true"),
      ("default: {file: a}", "!1 default.file: unknown key"),
      ("default: 3", "!1 default: expected a section (title, subtitle"),
      ("items: [&a b, *a]", "!1 anchors and aliases"), ("items: [a", "!1 invalid YAML"),
      ("title: \"a\\nb\"", "!1 title: text contains a line break"),
      ("items:\n\t- a", "!2 line begins with a tab"),
      ("a: \tb\n \n  \tc", "!3 line begins with a tab"),
      ("\u{FEFF}\titems: []", "!1 line begins with a tab"),
      ("a: 1\n---\nb: 1", "!2 more than one YAML document"),
    ])
  func faults(text: String, cause: String) {
    let found = read(text).filter { $0.hasPrefix("!") }
    #expect(found.count == 1 && found[0].hasPrefix(cause), "\(found)")
  }

  @Test("All faults of a file are reported at once")
  func allFaults() {
    #expect(
      contents("loop: x\nitems:\n- file: a\n  fit: x\n- b: c").faults.map(\.line) == [1, 4, 5, 5])
  }

  @Test("As many entries as the limit are read, and one more is refused")
  func limits() {
    var limits = ListLimits()
    limits.entries = 1000
    let read = { (text: String) in
      YAMLList.contents(of: Array(text.utf8), path: "/tv/menu.yaml", limits)
    }
    let most = "items:\n" + String(repeating: "- {file: a, title: T, volume: 1}\n", count: 1000)
    #expect(read(most).entries.count == 1000 && read(most).faults == [])
    #expect(summary(read(most + "- b\n")).last == "!1002 more than 1000 entries")
  }
}
