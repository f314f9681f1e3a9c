import Foundation
import Synchronization

/// The lab's current capacity in real time, measured with programs other than the player. Expectations of tests
/// in real time depend on it: the cost of a system call varies by a factor of four between machines, and from hour to
/// hour.
struct GuestPace {
  /// The output of `tools/lab.d/pace`: the number of audio underruns, and the seconds it took to start a program with
  /// many libraries and to decode a clip of `length` seconds.
  private struct Figures: Decodable {
    let underruns: Int
    let start, decode, length: Double
  }

  private let figures: Figures
  /// The longest gap between flips of a program that only flips, in vblanks.
  private let longestGap: Int

  /// The last measurement and its time: the measurement after one test is also the one before the next.
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

  /// Why the machine is too slow for expectations in real time. The player needs about twice the time of decoding
  /// alone, a tenth of a second of audio ahead, and a few program starts per second.
  private var shortfalls: [String] {
    var all: [String] = []
    if figures.underruns > 0 { all.append("plain audio underran \(figures.underruns) times") }
    if longestGap > 6 { all.append("a plain flipper stalled for \(longestGap) vblanks") }
    if figures.start > 0.5 { all.append("a program takes \(figures.start) s to start") }
    if figures.decode > figures.length / 5 {
      all.append("\(figures.length) s of video are decoded in \(figures.decode) s")
    }
    return all
  }

  /// Runs `body` and reports whether the machine was fast enough before and after it. If it was not, prints why:
  /// another test checks each expectation exactly, in time-travel mode.
  static func around<Value>(_ body: () throws -> Value) throws -> (Value, isFit: Bool) {
    let before = try measured(within: .seconds(10))
    let value = try body()
    let shortfalls = before.shortfalls + (try measured().shortfalls)
    if !shortfalls.isEmpty {
      print("no real-time expectations, this machine is too slow: \(shortfalls)")
    }
    return (value, shortfalls.isEmpty)
  }
}
