import Testing
import VitrineAddresses

@testable import VitrineStreams

/// Repeated reloads of live playlists, with servers' typical behaviour.
struct HLSTimelineTests {
  /// `count` segments of 4 s from number `first`.
  private static func list(
    _ first: Int, _ count: Int, extra: String = "", ended: Bool = false, length: Int = 4,
    dated: Double? = nil
  ) throws -> HLSMediaPlaylist {
    var text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:\(length)\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(extra)\n"
    if let dated {
      let second = Int(dated)
      text += "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:\(two(second / 60)):\(two(second % 60))Z\n"
    }
    for number in first..<(first + count) { text += "#EXTINF:\(length),\n\(number).ts\n" }
    if ended { text += "#EXT-X-ENDLIST\n" }
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: RemoteURL("http://a/l"))
    else { throw Failure() }
    return list
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  private struct Failure: Error {}

  @Test("A sliding live playlist keeps its segments' times")
  func movesOn() throws {
    var timeline = HLSTimeline(try Self.list(10, 5))
    #expect(timeline.beginning == .seconds(8))
    #expect(timeline.update(try Self.list(12, 5)) == .continued)
    #expect(timeline.start == .seconds(8) && timeline.end == .seconds(28))
    #expect(timeline.update(try Self.list(12, 5)) == .unchanged)
    #expect(timeline.pause(after: .unchanged) == .seconds(2))
    #expect(timeline.update(try Self.list(17, 5)) == .continued)
    #expect(timeline.start == .seconds(28))
  }

  @Test("The reader waits for a server that lags, but not for one that restarted")
  func stepsBack() throws {
    var timeline = HLSTimeline(try Self.list(10, 5))
    #expect(timeline.update(try Self.list(9, 5)) == .unchanged)
    #expect(timeline.list.numbering.first == 10)
    #expect(timeline.update(try Self.list(0, 4)) == .replaced)
    #expect(timeline.start == .seconds(20) && timeline.list.numbering.first == 0)
    // It restarted at numbers used before.
    var other = HLSTimeline(try Self.list(0, 6))
    let changes = try (0..<5).map { _ in other.update(try Self.list(0, 3)) }
    #expect(changes == [.unchanged, .unchanged, .unchanged, .unchanged, .replaced])
    #expect(other.start == .seconds(24))
  }

  @Test("The missed part of a live playlist keeps its duration")
  func missed() throws {
    var timeline = HLSTimeline(try Self.list(10, 5))
    #expect(timeline.update(try Self.list(20, 5)) == .replaced)
    #expect(timeline.start == .seconds(40))
    // Malicious numbers.
    _ = timeline.update(try Self.list(1_000_000_000_000, 5))
    #expect(timeline.start < .seconds(10_000_000))
  }

  @Test("An empty live playlist is filled later")
  func empty() throws {
    var timeline = HLSTimeline(try Self.list(0, 0))
    #expect(timeline.index(at: .zero) == nil && timeline.beginning == .zero)
    #expect(timeline.update(try Self.list(0, 1)) == .continued)
    #expect(timeline.index(at: .zero) == 0)
  }

  @Test("Playback starts three target durations from the end, or where the playlist states")
  func beginnings() throws {
    #expect(HLSTimeline(try Self.list(0, 10)).beginning == .seconds(28))
    #expect(HLSTimeline(try Self.list(0, 2)).beginning == .zero)
    #expect(HLSTimeline(try Self.list(0, 10, ended: true)).beginning == .zero)
    let held = "#EXT-X-SERVER-CONTROL:HOLD-BACK=20"
    #expect(HLSTimeline(try Self.list(0, 10, extra: held)).beginning == .seconds(20))
    let early = "#EXT-X-START:TIME-OFFSET=-6"
    #expect(HLSTimeline(try Self.list(0, 10, extra: early)).beginning == .seconds(34))
    let far = "#EXT-X-START:TIME-OFFSET=-600"
    #expect(HLSTimeline(try Self.list(0, 10, extra: far)).beginning == .zero)
  }

  @Test(
    "Each time belongs to one segment",
    arguments: [(-1, 0), (0, 0), (3, 0), (4, 1), (39, 9), (99, 9)])
  func moments(second: Int, index: Int) throws {
    #expect(HLSTimeline(try Self.list(0, 10)).index(at: .seconds(second)) == index)
  }

  @Test("Another rendition continues at the same time, number or date")
  func alignment() throws {
    let whole = HLSTimeline(try Self.list(0, 10, ended: true))
    let coarse = HLSTimeline(try Self.list(50, 4, ended: true, length: 8))
    // After the third segment of 4 s, which ends at 12 s: the coarse ones start at 8 and 16.
    #expect(coarse.index(following: whole.place(of: 2)) == 1)
    #expect(coarse.index(following: whole.place(of: 3)) == 2)
    #expect(coarse.index(following: whole.place(of: 9)) == nil)
    let live = HLSTimeline(try Self.list(100, 5))
    var other = HLSTimeline(try Self.list(101, 5))
    #expect(other.index(following: live.place(of: 4)) == 4)
    other.align(with: live.place(of: 4))
    #expect(other.start(of: 4) == live.end)
    // Unrelated numbers, but with dates.
    let dated = HLSTimeline(try Self.list(100, 5, dated: 0))
    let later = HLSTimeline(try Self.list(7, 5, dated: 8))
    #expect(later.index(following: dated.place(of: 3)) == 2)
  }

  @Test("The reader waits after the last existing segment")
  func notYet() throws {
    let live = HLSTimeline(try Self.list(100, 5))
    #expect(HLSTimeline(try Self.list(100, 5)).index(following: live.place(of: 4)) == nil)
    #expect(HLSTimeline(try Self.list(99, 5)).index(following: live.place(of: 3)) == nil)
  }
}
