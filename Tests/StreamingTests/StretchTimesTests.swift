import Streams
import Testing

@testable import Streaming

/// When segments are played, whatever their time stamps begin with.
struct StretchTimesTests {
  private static let second: Int64 = 1_000_000_000
  /// 33 bits of a clock of 90 kHz.
  private static let period: Int64 = 95_443_717_688_889

  /// A stretch that the list has at `second`.
  private static func stretch(
    _ second: Int, era: Int = 0, discontinuity: Int64 = 0, follows: Bool = true
  ) throws -> SegmentStretch {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:\(max(second, 1))\n#EXTINF:\(second),\na\n#EXTINF:4,\nb\n"
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: RemoteURL("http://a/"))
    else { throw Failure() }
    return SegmentStretch(
      number: 1, encoding: 0, era: era, discontinuity: discontinuity, map: nil,
      before: HLSTimeline(list).place(before: 1), follows: follows)
  }

  private struct Failure: Error {}

  @Test("stamps that begin anywhere are put where the list has them, in all encodings alike")
  func shifts() throws {
    var times = StretchTimes()
    let first = times.shift(
      of: try Self.stretch(0), first: 1_400_000_000, after: nil, period: nil)
    #expect(first == -1_400_000_000)
    // Another encoding, which begins a little later: its stamps are believed.
    let second = times.shift(
      of: try Self.stretch(8), first: 9_420_000_000, after: 8 * Self.second, period: nil)
    #expect(second == first)
  }

  @Test("behind a discontinuity it goes on where it ended, though the list's lengths are rounded")
  func discontinuity() throws {
    var times = StretchTimes()
    _ = times.shift(of: try Self.stretch(0), first: 0, after: nil, period: nil)
    let shift = times.shift(
      of: try Self.stretch(10, discontinuity: 1), first: 500, after: 10_040_000_000, period: nil)
    #expect(shift == 10_040_000_000 - 500)
    // Of what was sought, only the list tells.
    var sought = StretchTimes()
    let listed = sought.shift(
      of: try Self.stretch(10, discontinuity: 1), first: 500, after: nil, period: nil)
    #expect(listed == 10 * Self.second - 500)
  }

  @Test("stamps that have jumped without a word are put where the list has them")
  func unmarked() throws {
    var times = StretchTimes()
    _ = times.shift(of: try Self.stretch(0), first: 0, after: nil, period: nil)
    let shift = times.shift(
      of: try Self.stretch(8), first: 5000 * Self.second, after: 8 * Self.second, period: nil)
    #expect(shift == -4992 * Self.second)
  }

  @Test("stamps that begin again at 0 are the ones that are nearest")
  func wraps() throws {
    var times = StretchTimes()
    let shift = times.shift(
      of: try Self.stretch(0), first: Self.period - 2 * Self.second, after: nil,
      period: Self.period)
    let later = times.shift(
      of: try Self.stretch(4), first: 2 * Self.second, after: 4 * Self.second,
      period: Self.period)
    #expect(later == shift)
    let time = StretchTimes.unwrapped(2 * Self.second + shift, near: 4 * Self.second, Self.period)
    #expect(abs(time - 4 * Self.second) < 1000)
  }

  @Test("what was missed of a live list takes no time, and is sought behind where it was")
  func missed() throws {
    var times = StretchTimes()
    _ = times.shift(of: try Self.stretch(12), first: 0, after: nil, period: nil)
    let shift = times.shift(
      of: try Self.stretch(80, era: 1), first: 80 * Self.second, after: 20 * Self.second,
      period: nil)
    #expect(80 * Self.second + shift == 20 * Self.second)
    #expect(times.listed(20 * Self.second) == 80 * Self.second)
  }
}
