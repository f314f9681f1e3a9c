import Foundation
import Testing

/// A player that is killed during playback, and its successor, in real time.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct KillTests {
  private struct Cycle: Decodable {
    let start, kill: Double
    let on, after: [Int]
    let framebuffers: Int
  }

  @Test("A player restarted after a kill shows a picture within two seconds")
  func killsInRealTime() throws {
    let cycles = Lab.isSoak ? 200 : 6  // every second kill is during playback
    let clip = try Clips.motion("kill.mp4", size: "320x180", seconds: 4)
    let out = try Lab.folder("kill")
    let (result, isFit) = try GuestPace.around {
      try Lab.guest(
        ["--display", "640x480@60", "--audio", "dummy"], out: out,
        """
        $VITRINE play --end 0.5 --stats $OUT/stats.json '\(clip)' || exit
        tools/lab.d/kill-cycles \(cycles) 11 $OUT/kills $VITRINE play --loop queue '\(clip)'
        """)
    }
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let text = try String(contentsOf: out.appending(path: "kills"), encoding: .utf8)
    let all = try text.split(separator: "\n").map {
      try JSONDecoder().decode(Cycle.self, from: Data($0.utf8))
    }
    #expect(all.count == cycles)
    let display = try #require(try Statistics(out.appending(path: "stats.json")).display)
    try checkTimes(all.filter { $0.kill - $0.start >= 2 }, out, isFit)
    for (number, cycle) in all.enumerated() {
      // The interface is hidden, so its plane is off.
      let own = Set(display.planes.prefix(1))
      #expect(Set(cycle.on).isSubset(of: own), "\(number): \(cycle.on), own are \(own)")
      if cycle.kill - cycle.start >= 2 { #expect(cycle.on.count == 1, "\(number)") }
      #expect(cycle.after == [] && cycle.framebuffers == 0, "\(number), once it was dead")
    }
  }

  private func checkTimes(_ cycles: [Cycle], _ out: URL, _ isFit: Bool) throws {
    let trace = out.appending(path: "flips.trace")
    let flips = try FlipTrace(trace).flips.map(\.time)
    let commits = try FlipTrace(trace, withBlocking: true).flips.map(\.time)
    func wait(_ times: [Double], _ cycle: Cycle) -> Double {
      (times.first { $0 > cycle.start } ?? .infinity) - cycle.start
    }
    let waits = cycles.map { wait(flips, $0) }
    // The mode is set with a black screen.
    let black = cycles.map { wait(flips, $0) - wait(commits, $0) }
    try #require(!waits.isEmpty)
    let slowest = waits.max() ?? .infinity
    print(
      "\(cycles.count) kills during playback: picture after \(Self.milliseconds(waits)) ms, of which "
        + "the display is on and black for \(Self.milliseconds(black)) ms")
    #expect(slowest < .infinity)
    guard isFit else { return }
    #expect(waits.sorted()[waits.count / 2] <= 4)
    // The two seconds hold on an idle machine. A busy one may exceed them once.
    guard !Lab.isSoak else {
      #expect(slowest <= 2)
      return
    }
    withKnownIssue(isIntermittent: true) { #expect(slowest <= 2) }
  }

  private static func milliseconds(_ all: [Double]) -> String {
    let sorted = all.sorted().map { ($0 * 1000).rounded() }
    guard let last = sorted.last else { return "no" }
    return "\(sorted[sorted.count / 2]), at most \(last)"
  }
}
