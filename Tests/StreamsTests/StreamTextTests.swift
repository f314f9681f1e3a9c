import Testing
import VitrineFakes
import VitrineStreams

/// Subtitles in streams.
struct StreamTextTests {
  @Test(
    "The timestamp map is read from a file's header",
    arguments: [
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n", Int64(10_000_000_000)),
      ("\u{FEFF}WEBVTT\r\nX-TIMESTAMP-MAP=LOCAL:00:01.500, MPEGTS:180000\r\n\r\n", 500_000_000),
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:100:00:00.000\n", -360_000_000_000_000),
      ("WEBVTT\n\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n", nil),
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:8589934592,LOCAL:00:00:00.000\n", nil),
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:-1,LOCAL:00:00:00.000\n", nil),
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1,LOCAL:00:99.000\n", nil),
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1,LOCAL:9999999999999999999:00:00.000\n", nil),
      ("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:1\n", nil), ("WEBVTT", nil), ("", nil),
    ])
  func map(head: String, offset: Int64?) {
    #expect(TimestampMap(inHeadOf: Array(head.utf8))?.offset == offset)
  }

  @Test("Text is escaped as WebVTT and cannot inject markup")
  func file() {
    let cues = [
      TextCue(start: 0, end: 1500, text: "one\n\n00:00.000 --> 99:00.000\ntwo"),
      TextCue(start: 3_600_000, end: 3_661_007, text: "<i>late</i>"),
      TextCue(start: 5, end: 5, text: "never"), TextCue(start: -1, end: 5, text: "before"),
      TextCue(start: 1, end: 2, text: "\n"),
    ]
    let expected = """
      WEBVTT

      00:00:00.000 --> 00:00:01.500
      one
      00:00.000 --> 99:00.000
      two

      01:00:00.000 --> 01:01:01.007
      <i>late</i>

      """
    #expect(String(decoding: TextCue.file(cues), as: UTF8.self) == expected)
  }

  @Test("Samples are found with their times")
  func samples() throws {
    let track = TextFragment("wvtt", timescale: 1000)
    let bytes = track.segment(
      at: 1 << 33,
      [
        (500, TextFragment.cue("one") + TextFragment.cue("two")),
        (250, TextFragment.box("vtte", [])), (1000, TextFragment.cue("three")),
      ])
    let found = try #require(FragmentSamples(bytes, head: track.head))
    let start = Int64(1) << 33
    #expect(found.entry == "wvtt")
    #expect(
      found.cues == [
        TextCue(start: start, end: start + 500, text: "one"),
        TextCue(start: start, end: start + 500, text: "two"),
        TextCue(start: start + 750, end: start + 1750, text: "three"),
      ])
  }

  @Test("Truncated or damaged samples do not trap")
  func damaged() {
    let track = TextFragment("stpp", timescale: 90)
    let bytes = track.segment(at: 900, [(90, Array("<tt/>".utf8)), (90, [1, 2, 3])])
    for count in 0..<bytes.count {
      let found = FragmentSamples(Array(bytes.prefix(count)), head: track.head)
      // The box that contains the samples is truncated.
      #expect(found?.samples.isEmpty == true)
    }
    for count in 0..<track.head.count {
      _ = FragmentSamples(bytes, head: Array(track.head.prefix(count)))
    }
    var random = SeededRandom(seed: 7)
    for _ in 0..<2000 {
      var (head, segment) = (track.head, bytes)
      for _ in 0..<3 {
        head[Int.random(in: 0..<head.count, using: &random)] = .random(in: 0...255, using: &random)
        segment[Int.random(in: 0..<segment.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      _ = FragmentSamples(segment, head: head)?.cues
      #expect((FragmentSamples(segment, head: track.head)?.samples.count ?? 0) < 100_001)
    }
  }
}
