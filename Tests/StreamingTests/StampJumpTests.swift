import Testing
import VitrinePlayback

@testable import VitrineStreaming

/// Stamps that jump where the list names no discontinuity.
struct StampJumpTests {
  private static let millisecond: Int64 = 1_000_000

  /// A packet that comes: its kind, and its stamps without what is added, in milliseconds.
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

  /// When each is presented, in milliseconds, read as a row does: pictures last 40 ms, sounds 20.
  private static func played(_ steps: [Step], listed: Int64 = .max / 2_000_000) -> [Int64] {
    var (jumps, end) = (StampJumps(), Int64?.none)
    var latest: [TrackInfo.Kind: Int64] = [:]
    return steps.map { step in
      let added = jumps.correction(of: step.kind)
      let presented = step.presented * millisecond + added
      let time = (step.decoded ?? step.presented) * millisecond + added
      let hasJumped = jumps.take(
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

  @Test("stamps that begin again go on where it ended, pictures and sounds alike")
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

  @Test("the kind that jumps second keeps its distance from the first")
  func together() {
    // The sound is 30 ms ahead of the picture, before and behind the jump.
    let steps: [Step] = [
      .video(5000, 5000), .audio(4970), .video(0, 0), .audio(4990), .audio(-30), .video(40, 40),
    ]
    #expect(Self.played(steps) == [5000, 4970, 5040, 4990, 5010, 5080])
  }

  @Test(
    "what goes on as it should is left alone",
    arguments: [
      // Pictures that are reordered, without decoding times.
      [.video(nil, 0), .video(nil, 160), .video(nil, 80), .video(nil, 40), .video(nil, 120)],
      // A picture now and then beside a sound.
      [.video(0, 0), .audio(0), .audio(20_000), .audio(40_000), .video(40_000, 40_000)],
      // Frames of sound that both segments have.
      [.audio(1000), .audio(1020), .audio(800), .audio(820)],
      // A hole.
      [.video(0, 0), .video(9000, 9000)],
    ] as [[Step]])
  func leftAlone(steps: [Step]) {
    #expect(Self.played(steps, listed: 40_000) == steps.map(\.presented))
  }

  @Test("a leap of more than ten seconds is a jump where the list has nothing so late")
  func leaps() {
    let steps: [Step] = [
      .video(0, 0), .video(90_000_000, 90_000_000), .video(90_000_040, 90_000_040),
    ]
    #expect(Self.played(steps, listed: 6000) == [0, 40, 80])
    // A slide show: the list has its pictures there.
    #expect(Self.played([.video(0, 0), .video(30_000, 30_000)], listed: 36_000) == [0, 30_000])
  }

  @Test("stamps from a liar end nothing")
  func liar() {
    var jumps = StampJumps()
    for time in [Int64.max, .min, 0, .max, -1] {
      for latest in [Int64.max, .min, 0, nil] {
        for presented in [Int64.max, .min] {
          let stamp = StampJumps.Stamp(
            kind: .video, time: time, isDecoding: true, presented: presented)
          _ = jumps.take(stamp, latest: latest, end: latest) { time }
        }
      }
    }
  }
}
