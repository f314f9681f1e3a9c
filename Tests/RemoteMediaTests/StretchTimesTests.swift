import Testing
import VitrineAddresses
import VitrineStreams
import VitrineTiming

@testable import VitrineRemoteMedia

/// The times of segments with any first timestamp.
struct StretchTimesTests {
  private static let second: Int64 = 1_000_000_000
  /// 33 bits of a 90 kHz clock.
  private static let period: Int64 = 95_443_717_688_889

  /// A stretch that the playlist has at `second`.
  private static func stretch(
    _ second: Int, era: Int = 0, discontinuity: Int64 = 0, alone: Bool = false,
    _ joint: SegmentStretch.Joint = .direct
  ) throws -> SegmentStretch {
    let text =
      "#EXTM3U\n#EXT-X-TARGETDURATION:\(max(second, 1))\n#EXTINF:\(second),\na\n#EXTINF:4,\nb\n"
    guard case .media(let list) = try HLSPlaylist(Array(text.utf8), from: RemoteURL("http://a/"))
    else { throw Failure() }
    return SegmentStretch(
      number: 1, encoding: 0, era: era, discontinuity: discontinuity, map: nil,
      before: HLSTimeline(list).place(before: 1), standsAlone: alone, joint: joint)
  }

  private struct Failure: Error {}

  @Test("Timestamps with any origin follow the playlist, in every rendition alike")
  func shifts() throws {
    var times = StretchTimes()
    let first = times.place(
      try Self.stretch(0, .none), first: 1_400_000_000, after: nil, period: nil)
    #expect(first == (0, -1_400_000_000))
    // Another rendition that starts a little later: its timestamps are trusted.
    let second = times.place(
      try Self.stretch(8), first: 9_420_000_000, after: 8 * Self.second, period: nil)
    #expect(second == (8_020_000_000, -1_400_000_000))
  }

  @Test("After a discontinuity, time continues at the end despite rounded durations")
  func discontinuity() throws {
    var times = StretchTimes()
    _ = times.place(try Self.stretch(0, .none), first: 0, after: nil, period: nil)
    let place = times.place(
      try Self.stretch(10, discontinuity: 1), first: 500, after: 10_040_000_000, period: nil)
    #expect(place == (10_040_000_000, 10_040_000_000 - 500))
    // After a seek, only the playlist gives the time.
    var sought = StretchTimes()
    let listed = sought.place(
      try Self.stretch(10, discontinuity: 1, .none), first: 500, after: nil, period: nil)
    #expect(listed.start == 10 * Self.second)
  }

  @Test("Raw audio plays at its tags' times, with the video")
  func tags() throws {
    var times = StretchTimes()
    _ = times.place(try Self.stretch(0, .none), first: 10 * Self.second, after: nil, period: nil)
    let sound = try Self.stretch(4, alone: true)
    // Half a second later than in the playlist, and one 33-bit period further on.
    let first = 14_500_000_000 - Self.period
    let place = times.place(
      sound, first: first, after: 4 * Self.second, period: Self.period, isStamped: true)
    #expect(abs(place.start - 4_500_000_000) < 10)
    // Without tags it follows the previous audio.
    let plain = times.place(sound, first: 0, after: 4_100_000_000, period: nil)
    #expect(plain.start == 4_100_000_000)
  }

  @Test("A playlist whose durations are far off at the end shifts nothing that follows")
  func drift() throws {
    var times = StretchTimes()
    _ = times.place(try Self.stretch(0, .none), first: 0, after: nil, period: nil)
    // The playlist states 10,000 s, and 10,060 s were played.
    let place = times.place(
      try Self.stretch(10_000), first: 10_060 * Self.second, after: 10_060 * Self.second,
      period: nil)
    #expect(place == (10_060 * Self.second, 0))
  }

  @Test("Timestamps that jump unannounced continue after the end")
  func unmarked() throws {
    var times = StretchTimes()
    _ = times.place(try Self.stretch(0, .none), first: 0, after: nil, period: nil)
    let place = times.place(
      try Self.stretch(8), first: 5000 * Self.second, after: 8 * Self.second, period: nil)
    #expect(place == (8 * Self.second, -4992 * Self.second))
  }

  @Test("In a film, a segment with restarted timestamps plays at its playlist time")
  func restarts() throws {
    var times = StretchTimes()
    times.isFilm = true
    let begin = try Self.stretch(0, .none)
    let place = times.place(begin, first: 1_400_000_000, after: nil, period: nil)
    let anchor = times.anchor(of: begin, at: place.start)
    // Two segments further on, the timestamps are the first one's again: less than ten seconds
    // off.
    let sought = times.place(
      try Self.stretch(6, .none), first: 1_400_000_000, after: nil, period: nil, anchor: anchor)
    #expect(sought == (6 * Self.second, 4_600_000_000))
    let next = times.place(
      try Self.stretch(9), first: 1_400_000_000, after: 9_040_000_000, period: nil, anchor: anchor)
    #expect(next == (9_040_000_000, 7_640_000_000))
    // Subtitles timed by timestamps are meaningless then.
    #expect(times.shift(of: 0, at: 0) == nil)
  }

  @Test("Rounded durations and late audio do not count as a restart")
  func rounded() throws {
    var times = StretchTimes()
    times.isFilm = true
    let begin = try Self.stretch(0, .none)
    _ = times.place(begin, first: 0, after: nil, period: nil)
    let anchor = times.anchor(of: begin, at: 0)
    // Ten segments of 6.4 s are 6 s each in the playlist, or the other way round.
    for listed in [60, 68] {
      let place = times.place(
        try Self.stretch(listed, .none), first: 64 * Self.second, after: nil, period: nil,
        anchor: anchor)
      #expect(place == (64 * Self.second, 0))
    }
    // A separate audio track, five seconds late in its playlist, and later on.
    let sound = try Self.stretch(0, .none)
    let late = times.place(sound, first: 5 * Self.second, after: nil, period: nil)
    let own = times.anchor(of: sound, at: late.start)
    let sought = times.place(
      try Self.stretch(6, .none), first: 11 * Self.second, after: nil, period: nil, anchor: own)
    #expect(late == (5 * Self.second, 0) && sought == (11 * Self.second, 0))
  }

  @Test("A segment without usable timestamps follows the previous one")
  func alone() throws {
    var times = StretchTimes()
    _ = times.place(try Self.stretch(0, alone: true, .none), first: 0, after: nil, period: nil)
    let place = times.place(
      try Self.stretch(6, alone: true), first: 0, after: 5_990_000_000, period: nil)
    #expect(place == (5_990_000_000, 5_990_000_000))
  }

  @Test("Timestamps that restart at 0 take the nearest wrap")
  func wraps() throws {
    var times = StretchTimes()
    let (_, shift) = times.place(
      try Self.stretch(0, .none), first: Self.period - 2 * Self.second, after: nil,
      period: Self.period)
    let later = times.place(
      try Self.stretch(4), first: 2 * Self.second, after: 4 * Self.second, period: Self.period)
    #expect(later.shift == shift && abs(later.start - 4 * Self.second) < 1000)
  }

  @Test("A missed part of a live playlist takes no time in any track")
  func missed() throws {
    var times = StretchTimes()
    _ = times.place(try Self.stretch(12, .none), first: 12 * Self.second, after: nil, period: nil)
    let place = times.place(
      try Self.stretch(80, era: 1, .missed), first: 80 * Self.second, after: 20 * Self.second,
      period: nil)
    #expect(place == (20 * Self.second, -60 * Self.second))
    // The audio comes a segment later, and its track has lost as much, or saw no gap at all.
    let sound = times.place(
      try Self.stretch(84, era: 7, .missed), first: 84 * Self.second, after: 19 * Self.second,
      period: nil)
    #expect(sound == (24 * Self.second, -60 * Self.second))
    let other = times.place(
      try Self.stretch(76, .none), first: 76 * Self.second, after: nil, period: nil)
    #expect(other == (16 * Self.second, -60 * Self.second))
    #expect(times.listed(24 * Self.second) == 84 * Self.second)
    #expect(times.listed(15 * Self.second) == 15 * Self.second)
    #expect(times.played(84 * Self.second) == 24 * Self.second)
  }

  @Test("Malicious times do not trap")
  func liar() throws {
    var times = StretchTimes()
    let most = Int64.max
    for first in [most, .min, 0] {
      for end in [most, .min, nil] {
        for joint in [SegmentStretch.Joint.none, .direct, .gap, .missed] {
          let place = times.place(
            try Self.stretch(4, joint), first: first, after: end, period: Self.period)
          _ = StretchTimes.unwrapped(
            first.saturatingAdd(place.shift), near: place.start, Self.period)
        }
      }
    }
    _ = (times.listed(most), times.listed(.min), times.played(most))
  }
}
