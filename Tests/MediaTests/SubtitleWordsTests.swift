import Testing

@testable import VitrineMedia

@Suite("The text of subtitles to read aloud")
struct SubtitleWordsTests {
  @Test(
    "Markup and marks for the hard of hearing are left out",
    arguments: [
      ("Hallo Welt", ["Hallo Welt"]), ("{\\i1}Hallo{\\i0}\\NWelt", ["Hallo", "Welt"]),
      ("Hallo\\hWelt\\n!", ["Hallo Welt"]), ("♪ La la la ♪", ["La la la"]), ("♪♪", []),
      ("# La la #", ["La la"]), ("[knocking] Who is there?", ["Who is there?"]),
      ("[music]\\N(sighs)", []), ("He (the older one) left", ["He (the older one) left"]),
      ("- Yes.\\N-No.\\N— Why?", ["Yes.", "No.", "Why?"]), ("-5 degrees", ["-5 degrees"]),
      ("{\\p1}m 0 0 l 200 0 200 60{\\p0}A", ["A"]), ("{\\pos(220,380)}A", ["A"]),
      ("{\\p1}m 0 0 l 1 1", []), ("C:\\temp", ["C:\\temp"]), ("{never closed", []), ("...", []),
      ("A\\", ["A"]), ("  a   b  ", ["a b"]), ("]a[b", ["a"]), ("日本語", ["日本語"]),
    ])
  func text(script: String, expected: [String]) {
    var words = SubtitleWords(isGrowing: false)
    words.append(script: Array(script.utf8))
    #expect(words.lines == expected)
  }

  @Test("Invalid UTF-8 and many lines do no harm")
  func hostile() {
    var words = SubtitleWords(isGrowing: false)
    words.append(script: [0xFF, 0xC0, 0x41])
    #expect(words.lines.count == 1)
    words.append(script: Array(String(repeating: "a\\N", count: 20_000).utf8))
    #expect(words.lines.count == 20)
  }
}
