import Testing
import VitrineAddresses
import VitrineStreams

@testable import VitrineRemoteMedia

/// MPDs that other clients play: mixed addressing, copies of live ones, undeclared prefixes.
struct DASHLeniencyTests {
  private static func read(_ inside: String, _ attributes: String = Self.film) throws
    -> DASHPresentation
  {
    let text = "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" \(attributes)>\(inside)</MPD>"
    return try DASHReader.read(Array(text.utf8), from: RemoteURL("http://a/tv/x.mpd"))
  }

  private static let film: String = "type=\"static\" mediaPresentationDuration=\"PT8S\""

  private static func video(_ representation: String, set: String = "", period: String = "")
    -> String
  {
    """
    <Period \(period)><AdaptationSet contentType="video">\(set)
    <Representation id="a" bandwidth="1">\(representation)</Representation></AdaptationSet></Period>
    """
  }

  private static func segments(
    _ presentation: DASHPresentation, _ representation: Int = 0, at now: Double = 0
  ) throws -> DASHSegments {
    var presentation = presentation
    presentation.open(at: now)
    return try presentation.segments(
      of: DASHSelection(kind: .video, set: 0, representation: representation), at: now)
  }

  private static let pattern: String = "<SegmentTemplate media=\"$Number$\" duration=\"4\"/>"
  private static let list: String = """
    <SegmentList duration="4"><SegmentURL media="x"/><SegmentURL media="y"/></SegmentList>
    """
  private static let file: String = "<BaseURL>f.mp4</BaseURL><SegmentBase indexRange=\"100-143\"/>"

  @Test("Representations of one set may use different kinds of addressing")
  func mixed() throws {
    let found = try Self.read(
      """
      <Period><AdaptationSet mimeType="video/mp4">\(Self.pattern)
      <Representation id="a" bandwidth="1"/><Representation id="b" bandwidth="2">\(Self.list)</Representation>
      <Representation id="c" bandwidth="3">\(Self.file)</Representation></AdaptationSet></Period>
      """)
    #expect(try Self.segments(found, 0).list().segments.map(\.url.name) == ["1", "2"])
    #expect(try Self.segments(found, 1).list().segments.map(\.url.name) == ["x", "y"])
    let file = try #require(try Self.segments(found, 2).files.first)
    #expect(file.url.name == "f.mp4" && file.fetched == 100..<144)
  }

  @Test("Periods may use different kinds of addressing, and several may be files")
  func mixedPeriods() throws {
    let found = try Self.read(
      Self.video(Self.pattern, period: "duration=\"PT8S\"")
        + Self.video(Self.file, period: "duration=\"PT8S\"")
        + Self.video(Self.list, period: "duration=\"PT8S\"")
        + Self.video(Self.file.replacing("f.mp4", with: "g.mp4"), period: "duration=\"PT8S\""))
    #expect(try Self.segments(found).files.map(\.url.name) == ["f.mp4", "g.mp4"])
  }

  @Test("Files are known before the segments of other periods are listed")
  func filesFirst() throws {
    let endless = Self.pattern.replacing("/>", with: " timescale=\"1000000\"/>")
    let found = try Self.read(
      Self.video(endless, period: "duration=\"PT8S\"")
        + Self.video(Self.file, period: "duration=\"PT8S\""))
    let segments = try Self.segments(found)
    #expect(segments.files.map(\.url.name) == ["f.mp4"])
    #expect(throws: DASHPresentation.Fault.self) { try segments.list([.init([], size: nil)]) }
  }

  @Test("Many representations that share a long template are planned without their segments")
  func manyEncodings() throws {
    let all = (0..<1900).map { "<Representation id=\"\($0)\" bandwidth=\"\($0)\"/>" }.joined()
    let found = try Self.read(
      """
      <Period duration="PT100000S"><AdaptationSet contentType="video">
      <SegmentTemplate media="$Number$" duration="1"/>\(all)</AdaptationSet></Period>
      """ + Self.video(Self.file, period: "duration=\"PT8S\""))
    let plan = try #require(SegmentPlan(found, from: found.url, scope: nil, at: 0))
    #expect(plan.main.count == 1900 && plan.main.allSatisfy { $0.source.needsMore(behind: 0) })
  }

  @Test(
    "A file without a stated index range is examined",
    arguments: [
      "<BaseURL>f.mp4</BaseURL>", "<BaseURL>f.mp4</BaseURL><SegmentBase timescale=\"9\"/>",
    ])
  func unnamedIndex(inside: String) throws {
    let file = try #require(try Self.segments(Self.read(Self.video(inside))).files.first)
    #expect(file.url.name == "f.mp4" && file.fetched == 0..<65536)
  }

  @Test("A representation that cannot be fetched leaves the others playable")
  func others() throws {
    let found = try Self.read(
      """
      <Period><AdaptationSet codecs="avc1.64001f"><Representation id="a"><SegmentTemplate duration="4"/>
      </Representation><Representation id="b"/><Representation id="c">\(Self.pattern)</Representation>
      </AdaptationSet><AdaptationSet contentType="image"/></Period>
      """)
    #expect(found.periods[0].sets.map(\.kind) == [.video])
    #expect(found.periods[0].sets[0].representations.map(\.name) == ["c"])
  }

  @Test("An undeclared prefix does not prevent playback")
  func prefixes() throws {
    let inside = Self.video("<cenc:note a:b=\"c\"/>" + Self.pattern)
    #expect(try Self.segments(Self.read(inside)).list().segments.count == 2)
  }

  private static func protected(_ kind: String, _ schemes: String...) -> String {
    let tags = schemes.map { "<ContentProtection schemeIdUri=\"\($0)\"/>" }.joined()
    return """
      <AdaptationSet contentType="\(kind)">\(tags)<Representation id="a">\(pattern)</Representation>
      </AdaptationSet>
      """
  }

  private static let widevine: String = "urn:uuid:EDEF8BA9-79D6-4ACE-A3C8-27DCD51D21ED"

  @Test(
    "Protected content is refused by name, even in a later period or only in the audio",
    arguments: [
      (
        "<Period>"
          + protected(
            "video", "urn:mpeg:dash:mp4protection:2011", widevine,
            "urn:uuid:9a04f079-9840-4286-ab92-e65be0885f95") + "</Period>", "(Widevine, PlayReady)"
      ),
      (
        video(pattern, period: "duration=\"PT8S\"") + "<Period>" + protected("video", widevine)
          + "</Period>", "(Widevine)"
      ),
      (
        video(pattern).replacing("</Period>", with: protected("audio", "urn:uuid:x") + "</Period>"),
        "(Common Encryption)"
      ),
    ])
  func protection(text: String, names: String) {
    #expect {
      try Self.read(text)
    } throws: {
      "\($0)" == "protected content is not supported \(names)"
    }
  }

  @Test("Protected subtitles, or one protected representation of several, are omitted")
  func partlyProtected() throws {
    let found = try Self.read(
      Self.video(
        Self.pattern,
        set:
          "<Representation id=\"p\"><ContentProtection schemeIdUri=\"\(Self.widevine)\"/></Representation>"
      ).replacing("</Period>", with: Self.protected("text", Self.widevine) + "</Period>"))
    #expect(found.periods[0].sets.map(\.representations.count) == [1, 0])
  }

  private static let timeline: String = """
    <SegmentTemplate media="$Time$"><SegmentTimeline><S t="0" d="4" r="1"/></SegmentTimeline></SegmentTemplate>
    """

  /// Live since 1000, for 8 s.
  private static let live: String =
    "type=\"dynamic\" availabilityStartTime=\"1970-01-01T00:16:40Z\""

  @Test(
    "A copy of a formerly live MPD plays everything it lists",
    arguments: [
      // It is never updated.
      (live, timeline, 1008), (live + " timeShiftBufferDepth=\"PT4S\"", list, 1_000_000),
      // Its window lies in the past.
      (
        live + " minimumUpdatePeriod=\"PT2S\" timeShiftBufferDepth=\"PT4S\""
          + " publishTime=\"1970-01-01T00:16:48Z\"", timeline, 1100
      ),
      // Its end has passed.
      (
        live + " minimumUpdatePeriod=\"PT2S\" mediaPresentationDuration=\"PT8S\""
          + " timeShiftBufferDepth=\"PT4S\"", pattern, 1100
      ),
    ] as [(String, String, Double)])
  func over(attributes: String, addressing: String, now: Double) throws {
    let found = try Self.read(Self.video(addressing, period: "start=\"PT0S\""), attributes)
    let list = try Self.segments(found, at: now).list()
    #expect(list.isEnded && !list.isLive && list.segments.count == 2)
    #expect(list.duration == .seconds(8))
  }

  @Test(
    "A presentation that may still be updated is live",
    arguments: [
      // Its clock is wrong by hours, and it is rewritten regularly.
      (
        live + " minimumUpdatePeriod=\"PT2S\" publishTime=\"1970-01-01T03:00:00Z\"", timeline,
        10_801
      ),
      (live + " minimumUpdatePeriod=\"PT2S\"", timeline, 1030),
      // Its segments are announced but not available yet.
      (live, timeline, 1004),
      // A template without an end.
      (live, pattern, 1012),
      (live + " minimumUpdatePeriod=\"PT9S\" mediaPresentationDuration=\"PT8S\"", pattern, 1080),
    ] as [(String, String, Double)])
  func stillLive(attributes: String, addressing: String, now: Double) throws {
    let found = try Self.read(Self.video(addressing, period: "start=\"PT0S\""), attributes)
    #expect(try Self.segments(found, at: now).list().isLive)
  }

  /// The list of 4 s segments from `first`, for a presentation played at `now`.
  private static func update(
    from first: Int, count: Int, _ attributes: String, at now: Double, number: Int = 1
  ) throws -> HLSMediaPlaylist {
    let pattern = """
      <SegmentTemplate media="$Time$" initialization="i" startNumber="\(number)"><SegmentTimeline>
      <S t="\(first)" d="4" r="\(count - 1)"/></SegmentTimeline></SegmentTemplate>
      """
    let found = try read(video(pattern, period: "start=\"PT0S\""), attributes)
    return try found.list(
      of: DASHSelection(kind: .video, set: 0, representation: 0), at: now, goingOn: 1000)
  }

  private static let updated: String = live + " minimumUpdatePeriod=\"PT2S\""

  @Test(
    "An event that ends continues after the part already played",
    arguments: [
      // It is no longer updated.
      (live, 8, 2), (live, 0, 4),
      // It has become a film.
      (film, 8, 2), (film, 0, 4),
    ])
  func ending(attributes: String, first: Int, count: Int) throws {
    var timeline = HLSTimeline(try Self.update(from: 4, count: 2, Self.updated, at: 1012))
    let played = timeline.place(of: 1)
    let ended = try Self.update(from: first, count: count, attributes, at: 1016)
    #expect(timeline.update(ended) == .continued)
    #expect(!timeline.list.isLive && timeline.segments.last?.url.name == "12")
    let next = try #require(timeline.index(of: played.sequence + 1))
    #expect(timeline.segments[next].url.name == "12")
    #expect(timeline.start(of: next) == played.end)
  }

  @Test("Playback waits for an encoder that pauses")
  func pausing() throws {
    var timeline = HLSTimeline(try Self.update(from: 4, count: 2, Self.updated, at: 1012))
    #expect(
      timeline.update(try Self.update(from: 4, count: 2, Self.updated, at: 1300)) == .unchanged)
    #expect(timeline.list.isLive)
  }

  @Test("A rising start number does not change the initialisation segment")
  func heads() throws {
    let heads = try [1, 2].map {
      try Self.update(from: 4, count: 2, Self.updated, at: 1012, number: $0).segments[0].map
    }
    #expect(heads[0] != nil && heads[0] == heads[1])
  }

  @Test("An announced live period without a start is omitted")
  func announced() throws {
    let text = Self.video(Self.timeline, period: "start=\"PT0S\"") + Self.video(Self.pattern)
    #expect(try Self.read(text, Self.live).periods.count == 1)
    #expect(throws: DASHPresentation.Fault.self) { try Self.read(text) }
  }
}
