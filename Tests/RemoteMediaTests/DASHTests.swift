import Testing
import VitrineAddresses
import VitrineStreams

@testable import VitrineRemoteMedia

/// MPDs: the specification, packagers' output, and hostile input.
struct DASHTests {
  private static func read(_ inside: String, _ attributes: String = "") throws -> DASHPresentation {
    let text = """
      <?xml version="1.0"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" \(attributes)>\(inside)</MPD>
      """
    return try DASHReader.read(Array(text.utf8), from: RemoteURL("http://a/tv/x.mpd"))
  }

  private static let film = "type=\"static\" mediaPresentationDuration=\"PT1M0.5S\""

  private static func set(_ inside: String, _ attributes: String = "contentType=\"video\"")
    -> String
  {
    "<Period><AdaptationSet \(attributes)>\(inside)</AdaptationSet></Period>"
  }

  private static func list(
    _ presentation: DASHPresentation, _ representation: Int = 0, at now: Double = 0
  ) throws -> HLSMediaPlaylist {
    try presentation.list(
      of: DASHSelection(kind: .video, set: 0, representation: representation), at: now)
  }

  @Test(
    "Sets for the visually impaired and the hard of hearing are recognised",
    arguments: [
      ("audio", "<Role schemeIdUri='urn:mpeg:dash:role:2011' value='description'/>", true, false),
      ("audio", accessibility("urn:tva:metadata:cs:AudioPurposeCS:2007", "1"), true, false),
      ("audio", accessibility("urn:mpeg:dash:role:2011", "description"), true, false),
      ("audio", accessibility("urn:tva:metadata:cs:AudioPurposeCS:2007", "2"), false, false),
      ("audio", accessibility("urn:other", "1"), false, false),
      ("text", accessibility("urn:tva:metadata:cs:AudioPurposeCS:2007", "2"), false, true),
      ("text", "<Role schemeIdUri='urn:mpeg:dash:role:2011' value='caption'/>", false, true),
      ("text", "<Role schemeIdUri='urn:mpeg:dash:role:2011' value='subtitle'/>", false, false),
    ])
  func audiences(kind: String, inside: String, video: Bool, sound: Bool) throws {
    let template = "<SegmentTemplate media='$Number$.m4s' duration='4' />"
    let found = try Self.read(
      """
      <Period><AdaptationSet contentType="video">\(template)<Representation id="v" bandwidth="1"/></AdaptationSet>
      <AdaptationSet contentType="\(kind)">\(inside)\(template)
      <Representation id="x" bandwidth="1"/></AdaptationSet></Period>
      """, Self.film)
    let set = try #require(found.periods.first?.sets.last)
    #expect(set.describesVideo == video && set.describesSound == sound)
  }

  private static func accessibility(_ scheme: String, _ value: String) -> String {
    "<Accessibility schemeIdUri='\(scheme)' value='\(value)'/>"
  }

  @Test("A numbered template lists the segments of the whole presentation")
  func numbers() throws {
    let found = try Self.read(
      Self.set(
        """
        <SegmentTemplate media="$RepresentationID$/$Number%05d$.m4s" initialization="i-$Bandwidth$.mp4"
          timescale="1000" duration="4000" startNumber="3"/>
        <Representation id="lo" bandwidth="500000" width="640" height="360"/>
        <Representation id="hi" bandwidth="900000" width="1280" height="720"/>
        """), Self.film)
    let list = try Self.list(found, 1)
    #expect(list.segments.count == 16 && list.isEnded && !list.isLive)
    #expect(list.segments.first?.url.text == "http://a/tv/hi/00003.m4s")
    #expect(list.segments.last?.url.text == "http://a/tv/hi/00018.m4s")
    #expect(list.segments.first?.map?.url.text == "http://a/tv/i-900000.mp4")
    #expect(list.targetDuration == .seconds(4))
    #expect(found.periods[0].sets[0].representations.map(\.height) == [360, 720])
  }

  @Test("A timeline lists segments of any length by their times")
  func timeline() throws {
    let found = try Self.read(
      Self.set(
        """
        <Representation id="a" bandwidth="1"><BaseURL> video/ </BaseURL>
        <SegmentTemplate media="$Time$.m4s" timescale="10" presentationTimeOffset="100">
        <SegmentTimeline><S t="100" d="40" r="2"/><S d="25"/><S t="300" d="40" r="-1"/></SegmentTimeline>
        </SegmentTemplate></Representation>
        """), "mediaPresentationDuration=\"PT32S\"")
    let list = try Self.list(found)
    #expect(
      list.segments.map(\.url.name) == [
        "100.m4s", "140.m4s", "180.m4s", "220.m4s", "300.m4s", "340.m4s", "380.m4s",
      ])
    #expect(list.segments[3].duration == .milliseconds(2500))
    #expect(list.segments[0].url.text == "http://a/tv/video/100.m4s")
    #expect(list.segments.allSatisfy { $0.stampOrigin == .seconds(10) })
  }

  @Test(
    "The time sources of a live presentation are parsed",
    arguments: [
      ("http-iso:2014", "http://t/now http://u/now", "http://t/now"),
      ("http-xsdate:2012", "now?x", "http://a/tv/now?x"), ("http-head:2014", "/", "http://a/"),
      ("direct:2014", "2026-11-23T09:00:00Z", "1795424400.0"), ("direct:2014", "soon", nil),
      ("ntp:2014", "t", nil), ("http-iso:2014", "ftp://t/", nil), ("http-iso", "http://t/", nil),
    ] as [(String, String, String?)])
  func clocks(scheme: String, value: String, found: String?) throws {
    let text =
      "<UTCTiming schemeIdUri=\"urn:mpeg:dash:utc:\(scheme)\" value=\"\(value)\"/>"
      + Self.set("<SegmentTemplate media=\"$Number$\" duration=\"4\"/><Representation id=\"a\"/>")
    let clocks = try Self.read(text, "type=\"dynamic\"").clocks.map { clock in
      switch clock {
      case .direct(let time): "\(time)"
      case .head(let url), .text(let url): url.text
      }
    }
    #expect(clocks == [found].compactMap(\.self))
    #expect(try Self.read(text, Self.film).clocks.isEmpty)
  }

  @Test("A segment list names files or byte ranges of one file")
  func lists() throws {
    let found = try Self.read(
      Self.set(
        """
        <Representation id="a" bandwidth="1"><SegmentList timescale="1" duration="4">
        <Initialization sourceURL="all.mp4" range="0-99"/><SegmentURL mediaRange="100-199" media="all.mp4"/>
        <SegmentURL media="b.mp4"/></SegmentList></Representation>
        """), Self.film)
    let list = try Self.list(found)
    #expect(list.segments.map(\.url.name) == ["all.mp4", "b.mp4"])
    #expect(list.segments.map(\.range) == [HLSByteRange(start: 100, count: 100), nil])
    #expect(list.segments[1].map?.range == HLSByteRange(start: 0, count: 100))
  }

  @Test("Periods follow each other, with the same or the nearest representation")
  func periods() throws {
    let template = "<SegmentTemplate media=\"$RepresentationID$-$Number$\" duration=\"4\"/>"
    let found = try Self.read(
      """
      <Period duration="PT8S"><AdaptationSet mimeType="video/mp4">\(template)
      <Representation id="a" bandwidth="100"/><Representation id="b" bandwidth="900"/></AdaptationSet></Period>
      <Period duration="PT6S"><AdaptationSet mimeType="video/mp4">\(template)
      <Representation id="x" bandwidth="90"/><Representation id="y" bandwidth="800"/></AdaptationSet></Period>
      """)
    #expect(try Self.list(found, 1).segments.map(\.url.name) == ["b-1", "b-2", "y-1", "y-2"])
    let list = try Self.list(found, 0)
    #expect(list.segments.map(\.url.name) == ["a-1", "a-2", "x-1", "x-2"])
    #expect(list.segments.map(\.discontinuity) == [0, 0, 8000, 8000])
    #expect(list.segments.map(\.sequence) == [0, 1, 2, 3])
  }

  @Test("A live presentation has the segments available by the clock, within its window")
  func live() throws {
    let found = try Self.read(
      Self.set(
        """
        <SegmentTemplate media="$Number$" duration="2" startNumber="0"/>
        <Representation id="a" bandwidth="1"/>
        """),
      """
      type="dynamic" availabilityStartTime="1970-01-01T00:01:40Z" timeShiftBufferDepth="PT10S"
      suggestedPresentationDelay="PT5S"
      """)
    let list = try Self.list(found, at: 131)
    #expect(list.isLive && list.segments.map(\.url.name) == ["10", "11", "12", "13", "14"])
    #expect(list.segments.last?.date == 128 && list.server.holdBack == .seconds(5))
    #expect(try Self.list(found, at: 50).segments.isEmpty)
  }

  @Test("Live lists without numbers are matched by their dates")
  func dates() throws {
    func at(_ first: Int) throws -> HLSMediaPlaylist {
      try Self.list(
        Self.read(
          Self.set(
            """
            <Representation id="a" bandwidth="1"><SegmentTemplate media="$Time$">
            <SegmentTimeline><S t="\(first)" d="2" r="4"/></SegmentTimeline></SegmentTemplate></Representation>
            """),
          "type=\"dynamic\" minimumUpdatePeriod=\"PT2S\" availabilityStartTime=\"1970-01-01T00:14:00Z\""
        ), at: 1000)
    }
    var timeline = HLSTimeline(try at(100))
    #expect(timeline.update(try at(104)) == .continued)
    #expect(timeline.start == .seconds(4) && timeline.end == .seconds(14))
    #expect(timeline.segments.map(\.sequence) == [3, 4, 5, 6, 7])
    #expect(timeline.update(try at(104)) == .unchanged)
    #expect(timeline.update(try at(102)) == .unchanged)
    #expect(timeline.update(try at(130)) == .replaced)
    #expect(timeline.segments[0].url.name == "130")
  }

  @Test(
    "Invalid MPDs are reported",
    arguments: [
      ("", "no video"), ("<Period/>", "no video"),
      ("<Period><x></Period>", "mismatched"),
      (
        set(
          "<Representation id=\"a\"><SegmentTemplate media=\"$Number%0999999999d$\" duration=\"4\"/></Representation>"
        ),
        "in a URL"
      ),
      (
        set(
          "<Representation id=\"a\"><SegmentTemplate media=\"$Number$\" duration=\"1\" timescale=\"2000000000\"/></Representation>"
        ),
        "segments"
      ),
      (
        set(
          "<Representation id=\"a\"><SegmentTemplate media=\"$Time$\"><SegmentTimeline><S d=\"1\" r=\"9000000000000000000\"/></SegmentTimeline></SegmentTemplate></Representation>"
        ),
        "segments"
      ),
      (
        set(
          "<Representation id=\"a\"><SegmentTemplate media=\"$Time$\"><SegmentTimeline><S t=\"9223372036854775807\" d=\"9223372036854775807\" r=\"5\"/></SegmentTimeline></SegmentTemplate></Representation>"
        ),
        ""
      ),
      (
        set(
          "<Representation id=\"a\"><SegmentTemplate media=\"file:///etc/passwd\" duration=\"4\"/></Representation>"
        ),
        "file"
      ),
      (
        set(
          "<Representation id=\"a\"><BaseURL>rtsp://b/</BaseURL><SegmentTemplate media=\"$Number$\" duration=\"4\"/></Representation>"
        ),
        "rtsp"
      ),
      (
        set("<Representation id=\"a\"><SegmentBase indexRange=\"99-0\"/></Representation>"), "range"
      ),
      (
        set(
          "<Representation id=\"a\"><SegmentTemplate media=\"$Number$\" duration=\"4\" timescale=\"0\"/></Representation>"
        ),
        "timescale"
      ),
    ])
  func faults(text: String, words: String) throws {
    do {
      let list = try Self.list(try Self.read(text, Self.film))
      #expect(words.isEmpty, "\(list.segments.count)")
    } catch let error as DASHPresentation.Fault {
      #expect(error.description.contains(words), "\(error)")
    }
  }

  private static func timed(_ runs: String, _ attributes: String = "") -> String {
    """
    <Period><AdaptationSet contentType="video"><Representation id="a" bandwidth="1">
    <SegmentTemplate media="$Time$" \(attributes)><SegmentTimeline>\(runs)</SegmentTimeline>
    </SegmentTemplate></Representation></AdaptationSet></Period>
    """
  }

  private static let segments = "<SegmentTemplate media=\"$Number$\" duration=\"4\"/>"

  @Test(
    "Numbers at the limits of their ranges are parsed or refused",
    arguments: [
      timed("<S d=\"1\"/>", "presentationTimeOffset=\"-9223372036854775808\""),
      timed(
        "<S t=\"9223372036854775807\" d=\"1\"/>", "presentationTimeOffset=\"-9007199254740991\""),
      timed(
        "<S t=\"-9223372036854775808\" d=\"1\"/>", "presentationTimeOffset=\"9007199254740991\""),
      timed(
        "<S t=\"9223372036854775807\" d=\"1\" r=\"-1\"/><S t=\"-9223372036854775808\" d=\"1\"/>"),
      timed("<S t=\"0\" d=\"1\" r=\"-9223372036854775808\"/>"),
      timed("<S d=\"9223372036854775807\" r=\"99999\"/>"),
      set("<Representation id=\"a\" bandwidth=\"9223372036854775807\">\(segments)</Representation>")
        + set(
          """
          <Representation id="b" bandwidth="-9223372036854775808">\(segments)</Representation>
          <Representation id="c" bandwidth="-1">\(segments)</Representation>
          """),
      set(
        """
        <Representation id="a" bandwidth="1"><SegmentTemplate media="$Number$" duration="9007199254740991"
        startNumber="9007199254740991" timescale="2147483647"/></Representation>
        """),
    ])
  func extremes(text: String) throws {
    let found = try? Self.read(text, Self.film)
    guard let list = try? found.map({ try Self.list($0) }), !list.segments.isEmpty else { return }
    var timeline = HLSTimeline(list)
    #expect(timeline.piece(at: timeline.beginning) != nil)
    _ = timeline.update(list)
  }

  @Test(
    "Durations are parsed",
    arguments: [
      ("PT1H2M3.5S", 3723.5), ("PT0S", 0), ("P1DT1S", 86_401), ("PT634.566S", 634.566),
      ("P1Y", 31_536_000), ("", nil), ("P", nil), ("PT", 0), ("1S", nil), ("PT1X", nil),
      ("P1S", nil), ("PT99999999999999999999S", nil), ("PT-1S", nil), ("PT1e9S", nil),
    ])
  func durations(text: String, seconds: Double?) {
    #expect(ISODuration.seconds(text) == seconds)
  }
}
