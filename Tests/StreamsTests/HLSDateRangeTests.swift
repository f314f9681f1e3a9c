import Testing
import VitrineAddresses

@testable import VitrineStreams

/// Date ranges in playlists.
struct HLSDateRangeTests {
  private static func list(_ ranges: String...) throws -> HLSMediaPlaylist {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00Z\n"
      + ranges.map { "#EXT-X-DATERANGE:\($0)\n" }.joined() + "#EXTINF:4,\na\n#EXTINF:4,\nb\n"
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: RemoteURL("http://a/l"))
    else { throw Failure() }
    return list
  }

  private struct Failure: Error {}

  private static func start(_ second: Int) -> String { "1970-01-01T00:00:0\(second)Z" }

  @Test("A date range has an ID, a class, a start, an end and its author's attributes")
  func whole() throws {
    let range = try #require(
      try Self.list(
        "ID=\"ad-1\",CLASS=\"break\",START-DATE=\"\(Self.start(2))\",DURATION=3.5,X-COLOUR=\"red, blue\","
          + "X-N=7,SCTE35-OUT=0xFC30"
      ).dateRanges.first)
    #expect(range.id == "ad-1" && range.kind == "break" && range.start == 2)
    #expect(range.duration == 3.5 && range.attributes == ["X-COLOUR": "red, blue", "X-N": "7"])
  }

  @Test(
    "A date range lasts from its start to its end, if it has one",
    arguments: [
      ("DURATION=3", 3...5), ("END-DATE=\"1970-01-01T00:00:06Z\"", 3...5), ("DURATION=0", 3...3),
      ("PLANNED-DURATION=2", 3...4), ("PLANNED-DURATION=2,DURATION=4", 3...6), ("X-A=1", 3...9),
      ("DURATION=-1", 3...9), ("DURATION=nan", 3...9), ("END-DATE=\"1970-01-01T00:00:01Z\"", 3...3),
      ("CLASS=\"c\",END-ON-NEXT=YES", 3...5), ("CLASS=\"other\",END-ON-NEXT=YES", 3...9),
    ])
  func ends(attributes: String, seconds: ClosedRange<Int>) throws {
    let list = try Self.list(
      "ID=\"x\",START-DATE=\"\(Self.start(3))\",\(attributes)",
      "ID=\"next\",CLASS=\"c\",START-DATE=\"\(Self.start(6))\",DURATION=1")
    let there = (0..<10).filter { second in
      list.dateRanges(at: Double(second)).contains { $0.id == "x" }
    }
    #expect(there == Array(seconds))
  }

  @Test("Later attributes of a date range are added, and invalid ranges are ignored")
  func news() throws {
    let list = try Self.list(
      "ID=\"x\",START-DATE=\"\(Self.start(3))\",X-A=1",
      "ID=\"x\",START-DATE=\"\(Self.start(3))\",DURATION=2,X-B=2",
      "ID=\"y\"", "START-DATE=\"\(Self.start(3))\"", "ID=\"z\",START-DATE=\"soon\"", "ID=\"open",
      "")
    #expect(list.dateRanges.map(\.id) == ["x"])
    #expect(
      list.dateRanges[0].duration == 2 && list.dateRanges[0].attributes == ["X-A": "1", "X-B": "2"])
    #expect(list.segments.count == 2)
  }

  @Test("The newest of very many ranges are kept, and long ones are truncated")
  func many() throws {
    let tags = (0..<1000).map { number in
      let own = (0..<30).map { ",X-\($0)=\"\(String(repeating: "a", count: 500))\"" }.joined()
      return "ID=\"\(number)\",START-DATE=\"\(Self.start(1))\"\(own)"
    }
    let text = "#EXTM3U\n" + tags.map { "#EXT-X-DATERANGE:\($0)\n" }.joined() + "#EXTINF:4,\na\n"
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: RemoteURL("http://a/l"))
    else { throw Failure() }
    #expect(list.dateRanges.count == 200 && list.dateRanges.last?.id == "999")
    #expect(list.dateRanges.allSatisfy { $0.attributes.count == 16 })
    #expect(list.dateRanges.allSatisfy { $0.attributes.values.allSatisfy { $0.count == 256 } })
  }

  @Test("Program dates are wall-clock times", arguments: [(0, 0.0), (5, 5.0), (7, 7.0)])
  func dates(second: Int, date: Double) throws {
    #expect(HLSTimeline(try Self.list()).date(at: .seconds(second)) == date)
  }
}
