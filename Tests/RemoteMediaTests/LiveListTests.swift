import Testing
import VitrineAddresses
import VitrineNetwork
import VitrinePlayback
import VitrineStreams
import VitrineTiming

@testable import VitrineRemoteMedia

/// Playlists of live streams, and connections of pushed ones.
struct LiveListTests {
  private func moment(_ seconds: Double) -> HostTime {
    HostTime(nanoseconds: Int64(seconds * 1e9))
  }

  /// Segments of 4 s, from a number on.
  private func list(
    from first: Int, count: Int = 6, ended: Bool = false
  ) throws -> HLSMediaPlaylist {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n"
    for number in first..<first + count { text += "#EXTINF:4,\n\(number).ts\n" }
    if ended { text += "#EXT-X-ENDLIST\n" }
    let url = try RemoteURL("http://a/live.m3u8")
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: url) else {
      throw MediaPlaylistMissing()
    }
    return list
  }

  private struct MediaPlaylistMissing: Error {}

  @Test("The live edge of a stalled playlist stops, and continues where it was")
  func standstill() throws {
    var lists = SegmentLists { _ in nil }
    _ = try lists.update(try list(from: 10), of: 0, SegmentRow(), at: moment(0))
    #expect(lists.edge(at: moment(0)) == MediaTime(24, 1))
    #expect(lists.edge(at: moment(3)) == MediaTime(27, 1))
    #expect(lists.edge(at: moment(60)) == MediaTime(36, 1))
    // It continues where it was: earlier reports no longer count.
    _ = try lists.update(try list(from: 11), of: 0, SegmentRow(), at: moment(60))
    #expect(lists.edge(at: moment(61)) == MediaTime(29, 1))
    #expect(lists.live?.distance == .seconds(12) && lists.live?.hasWindow == false)
  }

  @Test("Expanded indexes are forgotten, so that bad ones are fetched again")
  func indexes() {
    var lists = SegmentLists { _ in nil }
    lists.append(DASHFile.Index([1], size: nil), of: 0)
    lists.append(DASHFile.Index([2], size: nil), of: 1)
    #expect(lists.removeIndexes(of: 0) == [DASHFile.Index([1], size: nil)])
    #expect(lists.indexes(of: 0).isEmpty && lists.indexes(of: 1).count == 1)
  }

  @Test("A sliding window slides evenly, and a growing one keeps its start")
  func window() throws {
    var sliding = SegmentLists { _ in nil }
    _ = try sliding.update(try list(from: 10, count: 20), of: 0, SegmentRow(), at: moment(0))
    #expect(sliding.earliest(at: moment(0)) == .zero && sliding.earliest(at: moment(3)) == .zero)
    _ = try sliding.update(try list(from: 11, count: 20), of: 0, SegmentRow(), at: moment(4))
    for second in 4...8 {
      #expect(sliding.earliest(at: moment(Double(second))) == MediaTime(Int64(second), 1))
    }
    var growing = SegmentLists { _ in nil }
    for count in 20..<23 {
      let now = moment(Double(count - 20) * 4)
      _ = try growing.update(try list(from: 10, count: count), of: 0, SegmentRow(), at: now)
      #expect(growing.earliest(at: now) == .zero)
    }
    // A short window allows no seek back.
    var short = SegmentLists { _ in nil }
    _ = try short.update(try list(from: 10), of: 0, SegmentRow(), at: moment(0))
    #expect(short.earliest(at: moment(0)) == nil)
  }

  @Test("A live stream stays live while another rendition's playlist loads, and ends with it")
  func encodings() throws {
    var lists = SegmentLists { _ in nil }
    _ = try lists.update(try list(from: 10), of: 0, SegmentRow(), at: moment(0))
    #expect(lists[1] == nil && lists.live != nil)
    _ = try lists.update(try list(from: 10), of: 1, SegmentRow(), at: moment(1))
    #expect(lists[0] == nil && lists.live != nil)
    _ = try lists.update(try list(from: 10, ended: true), of: 1, SegmentRow(), at: moment(2))
    #expect(lists.live == nil && lists.edge(at: moment(2)) == nil)
  }

  @Test("The requested distance from the live edge is limited by what exists")
  func wishes() throws {
    for (wish, distance) in [(nil, 12), (6, 6), (1, 4), (60, 60)] as [(Int?, Int)] {
      var lists = SegmentLists { _ in nil }
      lists.latency = wish.map { .seconds($0) }
      _ = try lists.update(try list(from: 1), of: 0, SegmentRow(), at: moment(0))
      #expect(lists.live?.distance == .seconds(distance))
    }
  }

  @Test("A connection reports the buffered amount, and its failure until data arrives")
  func line() {
    let line = SentLine(target: MediaTime(300, 1000))
    #expect(line.arrival(at: .zero, now: moment(1)).isAwaited)
    line.lose(.refused("cam"))
    line.begin()
    #expect(line.arrival(at: .zero, now: moment(1)).networkError?.contains("cam") == true)
    line.recordPackets(MediaTime(2, 1), isJump: false, at: moment(2))
    let arrival = line.arrival(at: MediaTime(1700, 1000), now: moment(2.1))
    #expect(arrival.networkError == nil && !arrival.isAwaited && !arrival.isStalled)
    #expect(arrival.lead.time == MediaTime(300, 1000) && arrival.mayBegin)
    #expect(arrival.live?.edge == MediaTime(2100, 1000))
    #expect(line.arrival(at: MediaTime(2, 1), now: moment(4)).isAwaited)
  }
}
