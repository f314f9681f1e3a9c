import Foundation
import Testing
import VitrineAddresses
import VitrineFakes
import VitrineStreams

@testable import VitrineRemoteMedia

/// MPDs with changed bytes, removed and moved lines, and other numbers: they are parsed or
/// refused, and the parsed ones are listed or refused, within memory and time limits.
struct DASHFuzzTests {
  private static let seeds = [
    """
    <?xml version="1.0"?>
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1M0.5S">
    <BaseURL>http://b/tv/</BaseURL>
    <Period id="1" start="PT0S" duration="PT30S">
    <AdaptationSet contentType="video" segmentAlignment="true">
    <SegmentTemplate media="$RepresentationID$/$Number%05d$.m4s" initialization="i-$Bandwidth$.mp4"
      timescale="1000" duration="4000" startNumber="3" presentationTimeOffset="100"/>
    <Representation id="lo" bandwidth="500000" width="640" height="360" codecs="avc1.64001f"/>
    <Representation id="hi" bandwidth="900000" width="1280" height="720"/>
    </AdaptationSet>
    <AdaptationSet contentType="audio" lang="de">
    <Representation id="a" bandwidth="96000"><BaseURL>a.mp4</BaseURL>
    <SegmentBase indexRange="700-1400"><Initialization range="0-699"/></SegmentBase>
    </Representation></AdaptationSet></Period>
    <Period><AdaptationSet contentType="video"><Representation id="c" bandwidth="1">
    <SegmentList timescale="10" duration="40"><Initialization sourceURL="i.mp4"/>
    <SegmentURL media="1.m4s"/><SegmentURL media="2.m4s" mediaRange="0-99"/></SegmentList>
    </Representation></AdaptationSet></Period></MPD>
    """,
    """
    <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="dynamic" minimumUpdatePeriod="PT2S"
      availabilityStartTime="2026-11-23T10:00:00Z" timeShiftBufferDepth="PT30S"
      suggestedPresentationDelay="PT6S" publishTime="2026-11-23T10:00:00Z">
    <Period start="PT0S"><AdaptationSet mimeType="video/mp4">
    <SegmentTemplate media="$Time$.m4s" initialization="i.mp4" timescale="90000">
    <SegmentTimeline><S t="100" d="180000" r="20"/><S d="90000"/><S t="9000000" d="180000" r="-1"/>
    </SegmentTimeline></SegmentTemplate>
    <Representation id="v" bandwidth="3000000" width="1920" height="1080"/>
    </AdaptationSet></Period></MPD>
    """,
  ]

  private static let words = [
    "-1", "0", "1e999", "nan", "PT", "P1Y", "$Number%0999999999d$", "$Time$", "\"", "<", "&amp;",
    "&lol;", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "<S d=\"1\" r=\"999999999\"/>", "]]>",
    "<S t=\"-9223372036854775808\" d=\"1\" r=\"-1\"/>", "-9223372036854775808",
  ]

  private static let rounds =
    ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" ? 100_000 : 250

  @Test("A corrupted MPD is parsed or refused", arguments: 0..<8)
  func mutations(seed: Int) throws {
    var dice = SeededRandom(seed: UInt64(seed) &+ 7 &+ SeededRandom.round << 32)
    let url = try RemoteURL("http://a/b/c.mpd?x=1")
    let now = 1_795_000_000.0
    var (read, listed) = (0, 0)
    for round in 0..<Self.rounds {
      var text = DamagedText(Self.seeds[round % 2], words: Self.words)
      for _ in 0..<Int.random(in: 1...6, using: &dice) { text.change(&dice) }
      guard let found = try? DASHReader.read(text.bytes, from: url) else { continue }
      read += 1
      guard SegmentPlan(found, from: url, scope: nil, at: now) != nil else { continue }
      for (kind, sets) in Dictionary(grouping: found.periods.flatMap(\.sets), by: \.kind) {
        let selection = DASHSelection(kind: kind, set: 0, representation: 0)
        _ = sets
        if let list = try? found.list(of: selection, at: now), !list.segments.isEmpty {
          listed += 1
        }
      }
    }
    // If every MPD were refused, the rest of the parser would be untested.
    #expect(read > Self.rounds / 20 && listed > Self.rounds / 50, "\(read) read, \(listed) listed")
  }
}
