import Testing
import VitrineFakes
import VitrineStreams

@testable import VitrineRemoteMedia

/// TTML, and IMSC in streams.
struct TimedTextTests {
  private static func file(_ body: String, _ root: String = "", head: String = "") -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"
        xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \(root)><head>\(head)</head>
      <body><div>\(body)</div></body></tt>
      """.utf8)
  }

  @Test(
    "Times of every kind are parsed",
    arguments: [
      ("begin='00:00:01.5' end='00:01:00'", "", Int64(1500), Int64(60_000)),
      ("begin='1.5s' dur='500ms'", "", 1500, 2000),
      ("begin='1m' end='1h'", "", 60_000, 3_600_000),
      ("begin='00:00:01:15' end='00:00:02:00'", "ttp:frameRate='30'", 1500, 2000),
      (
        "begin='25f' end='50f'", "ttp:frameRate='25' ttp:frameRateMultiplier='1000 1001'", 1001,
        2002
      ),
      ("begin='10000000t' end='25000000t'", "ttp:tickRate='10000000'", 1000, 2500),
      ("begin='1s' dur='10s' end='3s'", "", 1000, 3000),
      ("begin='nonsense' end='-3s'", "", 0, 86_400_000), ("begin='1e300s'", "", 0, 86_400_000),
    ])
  func times(attributes: String, root: String, start: Int64, end: Int64) throws {
    let cues = try TimedTextReader.read(Self.file("<p \(attributes)>text</p>", root))
    #expect(cues == [TextCue(start: start, end: end, text: "text")])
  }

  @Test(
    "Texts keep all their characters",
    arguments: [
      ("<p begin='0s' end='1s'>  one \n  two<br/>  three </p>", ["one two\nthree "]),
      (
        "<p begin='0s' end='1s'>a <span tts:fontStyle='italic'>b</span> &lt;c&gt; &amp;</p>",
        ["a <i>b</i> &lt;c&gt; &amp;"]
      ),
      ("<p begin='0s' end='1s' style='loud'>x</p>", ["<b><u>x</u></b>"]),
      ("<p begin='0s' end='1s'><metadata>not this</metadata>this</p>", ["this"]),
      ("<p begin='0s' end='1s'> \n </p><p begin='0s' end='1s'>y</p>", ["y"]),
    ])
  func texts(body: String, texts: [String]) throws {
    let head =
      "<styling><style xml:id='loud' tts:fontWeight='bold' tts:textDecoration='underline'/></styling>"
    let cues = try TimedTextReader.read(Self.file(body, head: head))
    #expect(cues.map(\.text) == texts)
  }

  @Test("Nested times count from their parent's start and end with it")
  func nested() throws {
    let cues = try TimedTextReader.read(
      Self.file(
        """
        </div><div begin='10s' end='20s'><p begin='1s' dur='3s'>one</p><p begin='8s' end='15s'>two
        <span begin='1s' end='2s'>three</span></p>
        """))
    #expect(
      cues == [
        TextCue(start: 11_000, end: 14_000, text: "one"),
        TextCue(start: 19_000, end: 20_000, text: "three"),
        TextCue(start: 18_000, end: 20_000, text: "two "),
      ])
  }

  @Test(
    "A file that is not TTML is refused",
    arguments: ["", "<html/>", "<tt xmlns='http://www.w3.org/ns/ttml'>", "<!DOCTYPE tt><tt/>"])
  func refused(text: String) {
    #expect(throws: (any Error).self) { try TimedTextReader.read(Array(text.utf8)) }
  }

  @Test("A file in a sample shows no longer than the sample")
  func sample() throws {
    let track = TextFragment("stpp", timescale: 10)
    let text = Self.file("<p begin='9s' end='30s'>a</p><p begin='12s' end='13s'>b</p>")
    let segment = try TextSegment(track.segment(at: 100, [(50, text)]), head: track.head)
    #expect(segment.clock == .stamps(offset: 0, period: nil))
    let expected = TextCue.file([
      TextCue(start: 10_000, end: 15_000, text: "a"),
      TextCue(start: 12_000, end: 13_000, text: "b"),
    ])
    #expect(segment.file == expected)
  }
}
