import Testing
import VitrineAddresses

@testable import VitrineStreams

/// Live playlists whose newest segments have parts: their syntax, and where reading continues.
struct HLSPartTests {
  private static let head = """
    #EXTM3U
    #EXT-X-TARGETDURATION:2
    #EXT-X-PART-INF:PART-TARGET=0.5
    #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5

    """

  private static func media(_ text: String) throws -> HLSMediaPlaylist {
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: RemoteURL("http://a/l"))
    else { throw Failure() }
    return list
  }

  private struct Failure: Error {}

  /// Segments of 2 s of which the last `inParts` have parts of 0.5 s, and `more` parts of an
  /// unfinished one. Every second part is independent.
  private static func list(
    _ first: Int, _ count: Int, inParts: Int = 2, more: Int = 0, dated: Bool = false,
    end: String = ""
  ) throws -> HLSMediaPlaylist {
    var text = head + "#EXT-X-MEDIA-SEQUENCE:\(first)\n"
    for number in first..<(first + count) {
      if dated { text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\(number * 2)Z\n" }
      if number >= first + count - inParts { text += parts(of: number, 4) }
      text += "#EXTINF:2,\n\(number).ts\n"
    }
    if dated, more > 0 {
      text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:\((first + count) * 2)Z\n"
    }
    return try media(text + parts(of: first + count, more) + end)
  }

  private static func parts(of number: Int, _ count: Int) -> String {
    (0..<count).map {
      "#EXT-X-PART:DURATION=0.5,URI=\"\(number).\($0).ts\"\($0 % 2 == 0 ? ",INDEPENDENT=YES" : "")\n"
    }.joined()
  }

  private static func name(_ piece: HLSTimeline.Piece?) -> String? { piece?.segment.url.name }

  @Test("Parts after the last segment belong to an unfinished one")
  func open() throws {
    let list = try Self.list(10, 3, more: 2)
    #expect(list.segments.map(\.sequence) == [10, 11, 12, 13])
    #expect(list.segments.map(\.isOpen) == [false, false, false, true])
    #expect(list.segments.map(\.parts.count) == [0, 4, 4, 2])
    #expect(list.segments[3].duration == .seconds(1) && list.comesInParts)
    #expect(try Self.list(10, 0, more: 1).segments.map(\.sequence) == [10])
  }

  @Test(
    "Parts that form no segment are ignored, and malformed ones are refused",
    arguments: [
      ("#EXT-X-PART-INF:PART-TARGET=0.5\n", "", 0),
      ("", "#EXT-X-PART:DURATION=0.5,URI=\"p\"\n#EXTINF:2,\na\n", nil),
      (
        "#EXT-X-PART-INF:PART-TARGET=0\n", "#EXT-X-PART:DURATION=0.5,URI=\"p\"\n#EXTINF:0.5,\na\n",
        0
      ),
      (
        "#EXT-X-PART-INF:PART-TARGET=0.5\n", "#EXT-X-PART:DURATION=0.5,URI=\"p\"\n#EXTINF:2,\na\n",
        0
      ),
      ("#EXT-X-PART-INF:PART-TARGET=2\n", "#EXT-X-PART:DURATION=2,URI=\"p\"\n#EXTINF:2,\na\n", 1),
      (
        "#EXT-X-PART-INF:PART-TARGET=2\n",
        "#EXT-X-PART:DURATION=2,URI=\"p\",GAP=YES\n#EXTINF:2,\na\n", 0
      ),
      (
        "#EXT-X-PART-INF:PART-TARGET=2\n",
        "#EXT-X-PART:DURATION=2,URI=\"p\",GAP=YES\n#EXT-X-GAP\n#EXTINF:2,\na\n", 1
      ),
    ] as [(String, String, Int?)])
  func unsound(inf: String, segment: String, count: Int?) throws {
    let list = try Self.media("#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(inf)\(segment)")
    #expect(list.segments.reduce(0) { $0 + $1.parts.count } == count ?? 0)
    #expect(list.comesInParts == ((count ?? 0) > 0))
  }

  @Test(
    "Invalid parts are refused",
    arguments: [
      "DURATION=0.5", "URI=\"p\"", "DURATION=-1,URI=\"p\"", "DURATION=nan,URI=\"p\"",
      "DURATION=0.5,URI=\"p\",BYTERANGE=\"10\"", "DURATION=0.5,URI=\"file:///p\"",
    ])
  func refused(attributes: String) {
    #expect(throws: HLSPlaylist.Fault.self) {
      try Self.media(Self.head + "#EXT-X-PART:\(attributes)\n#EXTINF:2,\na\n")
    }
  }

  @Test("The newest of very many parts are remembered")
  func many() throws {
    let one = (0..<1000).map { _ in "#EXT-X-PART:DURATION=0.002,URI=\"p\"\n" }.joined()
    let text = Self.head + String(repeating: one + "#EXTINF:2,\na\n", count: 15)
    let counts = try Self.media(text).segments.map(\.parts.count)
    #expect(counts.last == 1000 && counts.reduce(0, +) <= 11_000, "\(counts)")
    #expect(throws: HLSPlaylist.Fault.self) {
      try Self.media(text + one + "#EXT-X-PART:DURATION=0,URI=\"p\"\n")
    }
  }

  @Test("The hold-back is the playlist's, or three parts, and never less than two")
  func distances() throws {
    let timeline = HLSTimeline(try Self.list(10, 3, more: 2))
    #expect(timeline.end == .seconds(7) && timeline.liveDistance == .milliseconds(1500))
    #expect(timeline.beginning == .milliseconds(5500))
    let own = Self.head.replacing("1.5", with: "0.1") + "#EXTINF:2,\na\n" + Self.parts(of: 1, 1)
    #expect(HLSTimeline(try Self.media(own)).liveDistance == .seconds(1))
    let none = own.replacing(",PART-HOLD-BACK=0.1", with: "")
    #expect(HLSTimeline(try Self.media(none)).liveDistance == .milliseconds(1500))
    #expect(HLSTimeline(try Self.media(none), behind: .seconds(4)).liveDistance == .seconds(4))
    // In a complete playlist, parts are meaningless.
    let ended = HLSTimeline(try Self.list(10, 3, end: "#EXT-X-ENDLIST"))
    #expect(ended.beginning == .zero && Self.name(ended.piece(2)) == "12.ts")
  }

  @Test("Video starts with an independent part, audio with any")
  func beginnings() throws {
    let timeline = HLSTimeline(try Self.list(10, 3, more: 2))
    // 5.5 s is the fourth part of the third segment.
    #expect(Self.name(timeline.piece(at: timeline.beginning)) == "12.2.ts")
    #expect(Self.name(timeline.piece(at: timeline.beginning, anywhere: true)) == "12.3.ts")
    #expect(Self.name(timeline.piece(at: .seconds(1))) == "10.ts")
    #expect(timeline.piece(at: timeline.beginning)?.place.start == .seconds(5))
  }

  @Test("Parts follow each other across segments, as far as they exist")
  func follows() throws {
    let timeline = HLSTimeline(try Self.list(10, 3, more: 2))
    var names: [String] = []
    var place = timeline.place(of: 0)
    while let next = timeline.piece(behind: place, joins: true) {
      names.append(next.segment.url.name)
      place = next.place
    }
    #expect(
      names == [
        "11.0.ts", "11.1.ts", "11.2.ts", "11.3.ts", "12.0.ts", "12.1.ts", "12.2.ts", "12.3.ts",
        "13.0.ts", "13.1.ts",
      ])
    #expect(place.end == .seconds(7) && place.part == 1 && timeline.isInside(place))
    // After a gap, reading starts over.
    #expect(Self.name(timeline.piece(behind: place, joins: false)) == nil)
    let first = try #require(timeline.piece(behind: timeline.place(of: 0), joins: true)).place
    #expect(Self.name(timeline.piece(behind: first, joins: false)) == "11.2.ts")
    #expect(Self.name(timeline.piece(behind: first, joins: false, anywhere: true)) == "11.1.ts")
  }

  @Test("A segment replaces its parts once they are gone")
  func gone() throws {
    var timeline = HLSTimeline(try Self.list(10, 3, more: 2))
    let inside = try #require(timeline.piece(at: .seconds(7), anywhere: true)).place
    #expect(inside.part == 1)
    #expect(timeline.update(try Self.list(11, 3, inParts: 1)) == .continued)
    #expect(Self.name(timeline.piece(behind: inside, joins: true)) == "13.2.ts")
    #expect(timeline.update(try Self.list(12, 4, inParts: 1)) == .continued)
    let rest = try #require(timeline.piece(behind: inside, joins: true))
    #expect(rest.segment.url.name == "13.ts" && rest.place.start == .seconds(6))
    // Nothing remains of a segment whose parts were all read.
    let whole = try #require(
      HLSTimeline(try Self.list(10, 3, more: 4)).piece(at: .seconds(99), anywhere: true))
    #expect(whole.place.part == 3)
    #expect(Self.name(timeline.piece(behind: whole.place, joins: true)) == "14.ts")
  }

  @Test("Each part is an update, and a response with fewer parts is ignored")
  func news() throws {
    var timeline = HLSTimeline(try Self.list(10, 3, more: 1))
    #expect(timeline.awaited?.sequence == 13 && timeline.awaited?.part == 1)
    #expect(timeline.update(try Self.list(10, 3, more: 1)) == .unchanged)
    #expect(timeline.pause(after: .unchanged) == .milliseconds(250))
    #expect(timeline.update(try Self.list(10, 3, more: 3)) == .continued)
    #expect(timeline.pause(after: .continued) < .milliseconds(100))
    for _ in 0..<50 { #expect(timeline.update(try Self.list(10, 3, more: 2)) == .unchanged) }
    #expect(timeline.segments.last?.parts.count == 3)
    #expect(timeline.update(try Self.list(10, 4)) == .continued)
    #expect(timeline.awaited?.sequence == 14 && timeline.awaited?.part == 0)
    // A playlist that ends may omit an unfinished segment.
    #expect(timeline.update(try Self.list(10, 4, more: 1)) == .continued)
    #expect(timeline.update(try Self.list(10, 4, inParts: 0, end: "#EXT-X-ENDLIST")) == .continued)
    #expect(!timeline.list.isLive && timeline.awaited == nil)
  }

  @Test(
    "Another rendition continues with its next independent part", arguments: [false, true])
  func otherEncodings(dated: Bool) throws {
    let first = HLSTimeline(try Self.list(10, 3, more: 2, dated: dated))
    let inside = try #require(first.piece(at: .milliseconds(4500), anywhere: true)).place
    #expect(inside.part == 1 && inside.end == .seconds(5))
    let number = dated ? 20 : 10
    // Numbers need not agree if there are dates.
    let moved = try Self.media(
      Self.head
        + (dated ? "#EXT-X-MEDIA-SEQUENCE:20\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:22Z\n" : "")
        + (dated ? "" : "#EXT-X-MEDIA-SEQUENCE:11\n") + "#EXTINF:2,\nx.ts\n"
        + Self.parts(of: number + 2, 4) + "#EXTINF:2,\ny.ts\n")
    var other = HLSTimeline(moved)
    other.align(with: inside)
    #expect(other.end == .seconds(6))
    #expect(Self.name(other.piece(following: inside, repeats: false)) == "\(number + 2).2.ts")
    let later = try #require(first.piece(behind: inside, joins: true)).place
    // The last part is not independent, and the next one is missing.
    #expect(Self.name(other.piece(following: later, repeats: false)) == nil)
    #expect(
      Self.name(other.piece(following: later, repeats: false, anywhere: true))
        == "\(number + 2).3.ts")
    // After a seek, more may arrive than requested.
    #expect(Self.name(other.piece(following: later, repeats: true)) == "\(number + 2).2.ts")
  }

  @Test("The time before a part is a position in its segment")
  func before() throws {
    let timeline = HLSTimeline(try Self.list(10, 3, more: 2))
    let third = try #require(timeline.piece(at: .seconds(5)))
    let place = HLSTimeline.Place(before: third.segment, start: third.place.start)
    #expect(place.sequence == 12 && place.part == 1 && place.end == .seconds(5))
    #expect(Self.name(timeline.piece(following: place, repeats: true)) == "12.2.ts")
    let first = try #require(timeline.piece(2))
    #expect(HLSTimeline.Place(before: first.segment, start: first.place.start).part == nil)
  }
}
