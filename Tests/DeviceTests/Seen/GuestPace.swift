import Foundation
import Synchronization

/// What the lab can do in real time just now, by programs that are not the player: what a test that
/// looks at the clock may claim rests on it. Machines differ by a factor of four in what a system
/// call costs there, hour by hour.
struct GuestPace {
  /// What `tools/lab.d/pace` prints: how often the sound ran dry, and the seconds that the start of a
  /// program of many libraries took and the decoding of a clip of `length` seconds.
  private struct Figures: Decodable {
    let underruns: Int
    let start, decode, length: Double
  }

  private let figures: Figures
  /// Of a program that only flips, in vblanks.
  private let longestGap: Int

  /// The last one, and when it was measured: of two tests that follow each other, what is behind the
  /// one is before the other.
  private static let last = Mutex<(pace: Self, at: ContinuousClock.Instant)?>(nil)

  private static func measured(within age: Duration = .zero) throws -> Self {
    if let last = last.withLock(\.self), last.at.duration(to: .now) < age { return last.pace }
    let pace = try measure()
    last.withLock { $0 = (pace, .now) }
    return pace
  }

  private static func measure() throws -> Self {
    let clip = try Clips.motion("pace.mp4", size: "720x480", seconds: 8)
    let out = try Lab.folder("pace")
    let result = try Lab.guest(
      ["--display", "640x480@60"], out: out, "tools/lab.d/pace '\(clip)' > $OUT/pace.json")
    guard result.status == 0 else { throw Unmeasured(output: result.output) }
    let sequence = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.sequence)
    return Self(
      figures: try JSONDecoder().decode(
        Figures.self, from: Data(contentsOf: out.appending(path: "pace.json"))),
      longestGap: zip(sequence, sequence.dropFirst()).map { $1 - $0 }.max() ?? .max)
  }

  struct Unmeasured: Error { let output: String }

  /// What is too slow for a claim about real time. The player needs about twice what decoding alone
  /// does, sound of a tenth of a second ahead, and some starts of programs a second.
  private var shortfalls: [String] {
    var all: [String] = []
    if figures.underruns > 0 { all.append("plain sound ran dry \(figures.underruns) times") }
    if longestGap > 6 { all.append("a plain flipper stood for \(longestGap) vblanks") }
    if figures.start > 0.5 { all.append("a program takes \(figures.start) s to start") }
    if figures.decode > figures.length / 5 {
      all.append("\(figures.length) s of video are decoded in \(figures.decode) s")
    }
    return all
  }

  /// Does what is timed, and says whether the machine was fit for claims about it, before and after.
  /// Where it was not, that is printed: the exact form of each claim is another test, in time travel.
  static func around<Value>(_ body: () throws -> Value) throws -> (Value, isFit: Bool) {
    let before = try measured(within: .seconds(10))
    let value = try body()
    let shortfalls = before.shortfalls + (try measured().shortfalls)
    if !shortfalls.isEmpty {
      print("no claim about real time, this machine is too slow: \(shortfalls)")
    }
    return (value, shortfalls.isEmpty)
  }
}
