import Testing
import VitrineAddresses
import VitrineStreams
import VitrineTiming

@testable import VitrineRemoteMedia

/// The division of a row into stretches, each for one demuxer.
struct SegmentStretchesTests {
  private struct MediaPlaylistMissing: Error {}

  /// Six segments of 4 s, with a discontinuity before the fifth.
  private func segments(_ ending: String = "ts") throws -> [HLSSegment] {
    var text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
    for number in 0..<6 {
      text += number == 4 ? "#EXT-X-DISCONTINUITY\n" : ""
      text += "#EXTINF:4,\n\(number).\(ending)\n"
    }
    let url = try RemoteURL("http://a/list.m3u8")
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: url) else {
      throw MediaPlaylistMissing()
    }
    return list.segments
  }

  /// The number of the stretch of each segment. `change` is called before each.
  private func numbers(
    _ segments: [HLSSegment], longest: Duration = .seconds(600),
    encoding: (Int) -> Int = { _ in 0 },
    change: (Int, inout SegmentStretches) -> Void = { _, _ in }
  ) -> [Int] {
    var stretches = SegmentStretches()
    return segments.enumerated().map { index, segment in
      change(index, &stretches)
      let place = HLSTimeline.Place(before: segment, start: .seconds(4) * index)
      return stretches.append(segment, at: place, of: encoding(index), longest, .direct).0.number
    }
  }

  @Test("A discontinuity and another rendition begin a stretch")
  func changes() throws {
    #expect(numbers(try segments()) == [1, 1, 1, 1, 2, 2])
    #expect(numbers(try segments(), encoding: { $0 / 2 }) == [1, 1, 2, 2, 3, 3])
  }

  @Test("A stretch is not longer than allowed, and audio without a container stands alone")
  func length() throws {
    #expect(numbers(try segments(), longest: .seconds(8)) == [1, 1, 2, 2, 3, 3])
    #expect(numbers(try segments("aac")) == [1, 2, 3, 4, 5, 6])
  }

  @Test("Skipped and missed segments and a seek break a stretch off")
  func breaks() throws {
    let segments = try segments()
    #expect(numbers(segments, change: { if $0 == 2 { $1.breakOff() } }) == [1, 1, 2, 2, 3, 3])
    #expect(numbers(segments, change: { if $0 == 2 { $1.beginEra() } }) == [1, 1, 2, 2, 3, 3])
    #expect(numbers(segments, change: { if $0 == 2 { $1.leave() } }) == [1, 1, 2, 2, 3, 3])
  }

  @Test("Missed segments are known until the next stretch begins")
  func missed() throws {
    let segments = try segments()
    var missed: [Bool] = []
    let change = { (index: Int, stretches: inout SegmentStretches) in
      if index == 2 { stretches.beginEra() }
      missed.append(stretches.hasMissed)
    }
    _ = numbers(segments, change: change)
    #expect(missed == [false, false, true, false, false, false])
  }
}
