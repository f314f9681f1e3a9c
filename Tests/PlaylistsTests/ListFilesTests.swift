import Testing
import VitrinePlaylists
import VitrineTiming

@Suite("The parts of lists")
struct ListFilesTests {
  @Test(
    "Names are sorted in natural order",
    arguments: [
      ["2.mp4", "10.mp4"], ["a.mp4", "B.mp4", "c.mp4"], ["a1b2", "a1b10", "a2b1"],
      ["01", "1", "1a", "2"], ["file 9", "file 10", "file 100"], ["", "a"],
      ["99999999999999999999998", "99999999999999999999999"], ["A", "a", "b"], ["a", "a1", "aa"],
      ["0", "00", "1"],
    ])
  func order(names: [String]) {
    #expect(names.reversed().sorted(by: comesBefore) == names)
    #expect(names.allSatisfy { !comesBefore($0, $0) })
  }

  @Test(
    "Times are seconds, minutes and hours",
    arguments: [
      ("0", 0), ("12", 12), ("12.5", 12.5), ("1:30", 90), ("1:02:03.25", 3723.25), ("90:00", 5400),
      ("0.123456789123", 0.123456789), ("31536000", 31_536_000),
    ])
  func times(text: String, seconds: Double) throws {
    #expect(abs(try #require(MediaTime(listText: text)).seconds - seconds) < 1e-6)
  }

  @Test(
    "Invalid times are rejected",
    arguments: [
      "", " ", "-1", "+1", "1e3", "nan", "inf", "0x10", ".", "1.", ".5", "1:", ":1", "1:2:3:4",
      "1,5",
      "31536001", "99999999999999999999", "1.2.3", "١", "1 ", "999999999:999999999:999999999",
    ])
  func noTimes(text: String) { #expect(MediaTime(listText: text) == nil) }

  @Test(
    "A format is recognised by its extension, otherwise by its first bytes",
    arguments: [
      ("a.M3U", ListFormat.m3u), ("a.m3u8", .m3u8), ("x/a.PLS", .pls), ("a.xspf", .xspf),
      ("a.yml", .yaml), ("a.b.yaml", .yaml), ("a.json", .yaml), (".m3u", nil), ("m3u", nil),
      ("a.m3u/b", nil),
      ("a.mp4", nil), ("", nil), ("a.", nil),
    ])
  func endings(path: String, format: ListFormat?) { #expect(ListFormat(ending: path) == format) }

  @Test(
    "The start of a file identifies its format",
    arguments: [
      ("#EXTM3U\n", ListFormat.m3u), ("\u{FEFF}\n #extm3u8", .m3u), ("\r\n[Playlist]\r\n", .pls),
      ("<?xml version='1.0'?>", .xspf), ("\n<playlist>", .xspf), ("title: x\nitems:\n", .yaml),
      ("{\n  \"items\": []\n}", .yaml), ("{\"title\":\"T\",\"items\":[]}", .yaml),
      ("{\"a\": 1}", nil), ("", nil), ("hello", nil), ("\u{0}\u{1}", nil),
    ])
  func beginnings(text: String, format: ListFormat?) {
    #expect(ListFormat(beginning: Array(text.utf8)) == format)
  }

  @Test(
    "Videos and images are recognised by their extensions",
    arguments: [
      ("a.mp4", FileKind.video), ("x/A.MKV", .video), ("a.jpeg", .picture), (".a.mp4", nil),
      ("x/.mp4", nil), ("a.txt", nil), ("a", nil), ("", nil), ("a.mp4.part", nil),
    ])
  func kinds(path: String, kind: FileKind?) { #expect(FileKind(path: path) == kind) }

  @Test(
    "References are decoded, and relative to their base",
    arguments: [
      ("a%20b.mp4", "", "/tv/a b.mp4"), ("../a", "", "/tv/../a"), ("/x", "", "/x"),
      ("a", "sub/", "/tv/sub/a"), ("a", "file:///x/y/", "/x/y/a"), ("a", "/x/list.xspf", "/x/a"),
      ("file:///x", "sub/", "/x"), ("a#1", "", "/tv/a#1"),
    ])
  func references(reference: String, base: String, path: String) throws {
    let location = try ListLocation(list: "/tv/menu.xspf").based(on: base)
    #expect(try location.path(reference: reference) == path)
  }

  @Test(
    "References to elsewhere are refused",
    arguments: [
      "http://x", "urn:x:y", "//nas/x", "mailto:a", "%", "%GG", "", "%00", "C:\\a", "file:///C:/a",
    ])
  func badReferences(reference: String) {
    #expect(throws: ListLocation.Refusal.self) {
      try ListLocation(list: "a").path(reference: reference)
    }
  }

  @Test(
    "Paths are normalised from their text alone",
    arguments: [
      ("a", "a"), ("./a", "a"), ("x/../a", "a"), ("/x//a/", "/x/a"), ("../a", "../a"),
      ("/../a", "/a"), ("x/..", "."), ("../../a", "../../a"), ("", "."),
    ])
  func plain(path: String, expected: String) { #expect(plainPath(path) == expected) }

  @Test("Quoted list text is short and free of control characters")
  func repeated() {
    #expect(quoted("a\u{1B}\u{7F}\u{9B}\u{2028}\u{2029}ü\n") == "\"a?????ü?\"")
    #expect(quoted(String(repeating: "x", count: 60)).count == 62)
    #expect(printable(String(repeating: "x", count: 61)) == String(repeating: "x", count: 60) + "…")
    #expect(printable(String(repeating: "\u{2029}", count: 99), most: .max).count == 99)
  }

  @Test("A list's settings apply to its entries, except for names and positions")
  func fields() {
    var fields = ItemFields()
    (fields.presentation.title, fields.part.start, fields.volume, fields.repeatCount) = (
      "T", .zero, 0.5, 2
    )
    fields.part.runTime = MediaTime(3, 1)
    var own = ItemFields()
    own.volume = 1
    let merged = own.completed(by: fields.forContents(of: "list", name: "list"))
    #expect(merged.presentation.title == nil && merged.part.start == nil)
    #expect(merged.volume == 1 && merged.repeatCount == 2)
    #expect(merged.part.runTime == nil && own.completed(by: fields).part.runTime == MediaTime(3, 1))
    own.part.end = MediaTime(1, 1)
    #expect(own.completed(by: fields).part.runTime == nil)
  }
}
