import Testing
import VitrinePlayback

@testable import VitrineRemoteMedia

/// Timestamp jumps without a discontinuity in the playlist.
struct TimestampJumpTests {
  private static let millisecond: Int64 = 1_000_000

  /// An arriving packet: its kind and its original timestamps, in milliseconds.
  struct Step: Sendable, CustomStringConvertible {
    let kind: TrackInfo.Kind
    let decoded: Int64?
    let presented: Int64

    static func video(_ decoded: Int64?, _ presented: Int64) -> Step {
      Step(kind: .video, decoded: decoded, presented: presented)
    }
    static func audio(_ time: Int64) -> Step { Step(kind: .audio, decoded: time, presented: time) }
    var description: String { "\(kind) \(decoded ?? -1) \(presented)" }
  }

  /// The presentation times in milliseconds, read as a track does: video frames last 40 ms, audio
  /// frames 20.
  private static func played(_ steps: [Step], listed: Int64 = .max / 2_000_000) -> [Int64] {
    var (jumps, end) = (TimestampJumpDetector(), Int64?.none)
    var latest: [TrackInfo.Kind: Int64] = [:]
    return steps.map { step in
      let added = jumps.correction(of: step.kind)
      let presented = step.presented * millisecond + added
      let time = (step.decoded ?? step.presented) * millisecond + added
      let hasJumped = jumps.check(
        .init(
          kind: step.kind, time: time, isDecoding: step.decoded != nil, presented: presented),
        latest: latest[step.kind], end: end
      ) { listed * millisecond }
      let jump = hasJumped ? jumps.correction(of: step.kind) - added : 0
      latest[step.kind] = time + jump
      let length: Int64 = step.kind == .video ? 40 : 20
      end = max(end ?? .min, presented + jump + length * millisecond)
      return (presented + jump) / millisecond
    }
  }

  @Test("Timestamps that restart continue after the end, for video and audio alike")
  func restarts() {
    var segment: [Step] = []
    for time in stride(from: Int64(0), to: 1000, by: 40) {
      segment += [.video(time - 80, time), .audio(time)]
    }
    let times = Self.played(segment + segment + segment)
    let first = Self.played(segment)
    #expect(Array(times.prefix(50)) == first)
    #expect(Array(times[50..<100]) == first.map { $0 + 1000 })
    #expect(Array(times[100...]) == first.map { $0 + 2000 })
  }

  @Test("The track that jumps second keeps its distance from the first")
  func together() {
    // The audio is 30 ms ahead of the video, before and after the jump.
    let steps: [Step] = [
      .video(5000, 5000), .audio(4970), .video(0, 0), .audio(4990), .audio(-30), .video(40, 40),
    ]
    #expect(Self.played(steps) == [5000, 4970, 5040, 4990, 5010, 5080])
  }

  @Test(
    "Regular timestamps are left alone",
    arguments: [
      // Reordered video frames without decoding times.
      [.video(nil, 0), .video(nil, 160), .video(nil, 80), .video(nil, 40), .video(nil, 120)],
      // A rare video frame next to the audio.
      [.video(0, 0), .audio(0), .audio(20_000), .audio(40_000), .video(40_000, 40_000)],
      // Audio frames that both segments contain.
      [.audio(1000), .audio(1020), .audio(800), .audio(820)],
      // A gap.
      [.video(0, 0), .video(9000, 9000)],
    ] as [[Step]])
  func leftAlone(steps: [Step]) {
    #expect(Self.played(steps, listed: 40_000) == steps.map(\.presented))
  }

  @Test("A leap of over ten seconds is a jump if the playlist has nothing that late")
  func leaps() {
    let steps: [Step] = [
      .video(0, 0), .video(90_000_000, 90_000_000), .video(90_000_040, 90_000_040),
    ]
    #expect(Self.played(steps, listed: 6000) == [0, 40, 80])
    // A slide show: the playlist has its pictures there.
    #expect(Self.played([.video(0, 0), .video(30_000, 30_000)], listed: 36_000) == [0, 30_000])
  }

  @Test("Malicious timestamps do not trap")
  func liar() {
    var jumps = TimestampJumpDetector()
    for time in [Int64.max, .min, 0, .max, -1] {
      for latest in [Int64.max, .min, 0, nil] {
        for presented in [Int64.max, .min] {
          let stamp = TimestampJumpDetector.Stamp(
            kind: .video, time: time, isDecoding: true, presented: presented)
          _ = jumps.check(stamp, latest: latest, end: latest) { time }
        }
      }
    }
  }
}
