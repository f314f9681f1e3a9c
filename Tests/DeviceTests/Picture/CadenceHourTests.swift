import Foundation
import Testing

/// Common frame rates on common modes for up to an hour: every frame is at its exact vblank, checked by the kernel's
/// trace.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct CadenceHourTests {
  static let rates = chosen(
    by: "VITRINE_RATES", of: ["24", "25", "30", "50", "60", "24000/1001", "60000/1001"])
  static let modes = chosen(by: "VITRINE_MODES", of: ["24", "50", "59.94", "60"])

  /// All values, or those listed in the environment variable `name`, separated by spaces.
  private static func chosen(by name: String, of all: [String]) -> [String] {
    guard let words = ProcessInfo.processInfo.environment[name] else { return all }
    let wanted = words.split(separator: " ").map(String.init)
    return all.filter(wanted.contains)
  }

  private static let seconds = Lab.isSoak ? 3600 : 12

  private static func clip(_ rate: String, _ seconds: Int) throws -> String {
    let name = "hour-\(rate.replacing("/", with: "-"))-\(seconds).mp4"
    return try Clips.make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc=s=64x36:r=\(rate):d=\(seconds)", "-pix_fmt", "yuv420p",
        "-c:v", "libx264", "-preset", "ultrafast",
      ])
  }

  /// Seconds per frame.
  private static func interval(_ rate: String) -> Double {
    let parts = rate.split(separator: "/").compactMap { Double($0) }
    return (parts.count > 1 ? parts[1] : 1) / parts[0]
  }

  /// One playback: its flips, the period of its mode in seconds, and the player's frame counts.
  private struct Play {
    let trace: FlipTrace
    let period: Double
    let frames: Statistics.Frames
  }

  /// Plays clips of these rates one after the other in a mode.
  private func play(
    _ name: String, _ rates: [String], on mode: String, seconds: Int, _ lab: [String]
  ) throws -> [Play] {
    // The display lists no mode of this size, so the player must have set it.
    let size = "336x240@\(mode)"
    let out = try Lab.folder("\(name)-\(mode)")
    let visits = try rates.enumerated().map { number, rate in
      """
      echo > /sys/kernel/tracing/trace
      (until grep -hs 'mode: ".*": [0-9]* [0-9]* 336 ' \
          /sys/kernel/debug/dri/[0-9]*/state > $OUT/modes-\(number); do sleep 0.2; done) &
      $VITRINE play --mode \(size) --custom-mode \(size) --stats $OUT/stats-\(number).json \
        '\(try Self.clip(rate, seconds))' || exit
      cat /sys/kernel/tracing/trace > $OUT/trace-\(number)
      """
    }
    let result = try Lab.guest(
      ["--display", "640x480@60", "--audio", "none", "--time-limit", "2900"] + lab, out: out,
      visits.joined(separator: "\n"))
    try #require(result.status == 0, "\(result.output.suffix(2000))")
    return try rates.indices.map { number in
      let modes = try String(contentsOf: out.appending(path: "modes-\(number)"), encoding: .utf8)
      return Play(
        trace: try FlipTrace(out.appending(path: "trace-\(number)")),
        period: try Self.period(modes),
        frames: try Statistics(out.appending(path: "stats-\(number).json")).frames)
    }
  }

  /// Parses `mode: "640x480": 60 25175 640 656 752 800 480 490 492 525 0x40 0xa`, where 25175 is the clock in kHz. The
  /// virtual display uses whole nanoseconds.
  private static func period(_ text: String) throws -> Double {
    let lines = text.split(separator: "\n").compactMap { line in
      line.split(separator: "\": ").last?.split(separator: " ").compactMap { Int($0) }
    }
    let mode = try #require(lines.first { $0.count >= 10 && $0[1] > 0 })
    return Double(mode[5] * mode[9] * 1_000_000 / mode[1]) / 1e9
  }

  // One boot for all rates.
  @Test("Every frame is flipped at exactly its vblank", arguments: modes)
  func exact(mode: String) throws {
    let plays = try play("hour", Self.rates, on: mode, seconds: Self.seconds, ["--travel"])
    for (rate, play) in zip(Self.rates, plays) { try check(play, rate, mode) }
  }

  private func check(_ play: Play, _ rate: String, _ mode: String) throws {
    let (trace, period, frames) = (play.trace, play.period, play.frames)
    let (flips, interval) = (trace.flips, Self.interval(rate))
    let count = Int((Double(Self.seconds) / interval - 1e-6).rounded(.up))
    try #require(flips.count > 2, "\(rate)")
    #expect(abs(1 / period - (Double(mode) ?? 0)) < 0.005, "another mode was set")
    // The period in the trace is the mode's.
    let (first, last) = (flips[1], flips[flips.count - 1])
    let seen = (last.time - first.time) / Double(last.sequence - first.sequence)
    #expect(abs(seen / period - 1) < 1e-6, "\(seen) s, expected \(period)")
    if interval >= period {
      let times = (0..<count).map { Double($0) * interval }
      let mismatch = trace.mismatch(with: times, period: period)
      #expect(mismatch == nil, "\(rate): \(mismatch ?? "")")
      #expect(frames.late == 0 && frames.dropped == 0 && frames.repeated == 0, "\(rate)")
    } else {
      // Each vblank gets a new frame.
      let gaps = zip(flips.dropFirst(2), flips.dropFirst()).filter {
        $0.sequence != $1.sequence + 1
      }
      #expect(gaps.isEmpty, "\(rate): after vblanks \(gaps.map(\.1.sequence).prefix(9))")
      let room = Double(count) * interval / period
      #expect(
        abs(Double(flips.count) - room) <= 2, "\(rate): \(flips.count) flips, \(room) vblanks")
      #expect(frames.presented + frames.dropped == count && frames.late == 0, "\(rate)")
    }
    print("\(rate) on \(1 / period) Hz: \(flips.count) flips of \(count) frames")
  }

  /// A weaker test for a machine that may be busy.
  @Test("Frames stay exact for at least half a second in real time")
  func realTime() throws {
    let (rates, seconds) = (["25", "60"], Lab.isSoak ? 600 : 6)
    let plays = try play("real", rates, on: "59.94", seconds: seconds, [])
    for (rate, play) in zip(rates, plays) {
      let runs = play.trace.runs(interval: Self.interval(rate), period: play.period)
      let longest = Double(runs.max() ?? 0) * Self.interval(rate)
      print(
        "\(rate) in real time: \(runs.count - 1) errors in \(seconds) s, "
          + "at most \(longest) s without an error")
      #expect(longest > 0.5, "\(rate)")
    }
  }
}
