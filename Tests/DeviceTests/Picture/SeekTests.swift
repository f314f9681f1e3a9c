import Foundation
import Testing
import VitrineFakes

/// The accuracy and latency of seeks, from the frame numbers on screen, read through writeback, and the kernel's trace
/// of flips.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SeekTests {
  private static let lab = ["--display", "640x480@60", "--audio", "none"]
  private static let travel = ["--travel"] + lab

  private func clip() throws -> NumberedClip { try NumberedClip(seconds: Lab.isSoak ? 300 : 60) }

  /// Orders for one screenshot.
  private func shot(_ number: Int, _ out: URL) -> [String] {
    ["screenshot \(out.path)/shot-\(number).png", "@wait screenshot"]
  }

  @Test("A seek shows exactly the requested frame")
  func exact() throws {
    let (clip, out) = (try clip(), try Lab.folder("seek-exact"))
    var dice = SeededRandom(seed: 1)
    let wanted = (0..<(Lab.isSoak ? 500 : 24)).map { _ in
      Int.random(in: 0..<clip.count, using: &dice)
    }
    let orders = wanted.enumerated().flatMap { index, frame in
      // On the frame, between it and the next one, and shortly before the next one. The last millisecond belongs to the
      // next frame on purpose, because many files use millisecond timestamps.
      let inside = [0, 0.016, 0.0322][index % 3]
      let time = (Double(frame) / NumberedClip.rate * 1e6).rounded(.up) / 1e6 + inside
      return [String(format: "seek %.6f", time), "@wait shown"] + shot(index + 1, out)
    }
    let talk = try Conversation(Self.travel, "--paused '\(clip.path)'", orders: orders, out: out)
    let seen = try NumberedClip.numbers(in: out, count: wanted.count)
    for (index, frame) in wanted.enumerated() {
      #expect(seen[index] == frame, "seek \(index): \(talk.sent("seek")[index].line ?? "")")
    }
  }

  @Test("The last of fifty rapid seeks wins, in about the time of one")
  func stormInRealTime() throws {
    let (clip, out) = (try clip(), try Lab.folder("seek-storm"))
    var dice = SeededRandom(seed: 2)
    let wanted = (0..<50).map { _ in Int.random(in: 0..<clip.count, using: &dice) }
    let seeks = wanted.map { String(format: "seek %.6f", Double($0) / NumberedClip.rate + 0.001) }
    // Seeking to the end of a group of pictures takes longest, so it is the reference.
    let talk = try Conversation(
      Self.lab, "--paused '\(clip.path)'",
      orders: ["@sleep 1", "seek 9.9", "@wait shown", "@sleep 0.5", "seek 29.9", "@wait shown"]
        + ["@sleep 0.5"] + seeks + ["@wait shown", "@sleep 3"] + shot(1, out), out: out)
    #expect(try NumberedClip.numbers(in: out, count: 1) == [wanted.last])
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let (commands, shots) = (talk.sent("seek"), talk.sent("screenshot"))
    let alone = try #require(flips.first { $0 > commands[1].time }) - commands[1].time
    let end = try #require(flips.last { $0 < shots[0].time })
    let storm = end - commands[commands.count - 1].time
    #expect(storm < 2 * alone + 0.1, "\(storm * 1000) ms, one: \(alone * 1000) ms")
  }

  /// The positions of a finger at 25 moves a second: first at twice the playback speed, then fast, back and forth.
  private static func finger() -> [Double] {
    let slow = (0..<40).map { 20 + 0.08 * Double($0) }
    return slow + (0..<60).map { 30 + 20 * sin(Double($0) / 10) }
  }

  @Test("Scrubbing keeps up with the finger, and playback resumes on release")
  func scrubInRealTime() throws {
    let (clip, out) = (try clip(), try Lab.folder("seek-scrub"))
    let path = Self.finger()
    let rest = 35 * 30 + 17
    let places = path + [Double(rest) / NumberedClip.rate + 0.001]
    let moves = places.flatMap { [String(format: "scrub-move %.6f", $0), "@sleep 0.04"] }
    let (talk, isFit) = try GuestPace.around {
      try Conversation(
        Self.lab, "'\(clip.path)'",
        orders: ["@sleep 2", "scrub-begin"] + moves + ["@sleep 1.5"] + shot(1, out)
          + ["scrub-end", "@sleep 1", "status", "@wait status"], out: out)
    }
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let latencies = talk.sent("scrub-move").map { move in
      (flips.first { $0 > move.time } ?? .infinity) - move.time
    }.sorted()
    let high = latencies[latencies.count * 95 / 100]
    print("from a finger's movement to its frame: 95 % within \(high * 1000) ms")
    if isFit { #expect(high <= 0.1, "\(high * 1000) ms") }
    let seen = try NumberedClip.numbers(in: out, count: 1)
    #expect(seen == [rest])
    let status = try #require(talk.all("status").last)
    #expect(status.phase == "playing" && status.paused == false)
    #expect((0.5...1.2).contains((status.position ?? 0) - Double(rest) / NumberedClip.rate))
  }

  @Test("Stepping shows the next frame, and stepping back the previous one")
  func steps() throws {
    let (clip, out) = (try clip(), try Lab.folder("seek-steps"))
    // Frame 300 is a key frame, so stepping back from it needs the previous group.
    let groups = [
      ["seek 10.001"], ["step"], ["step"], ["step-back"], ["step-back"], ["step-back"],
      ["step-back"], ["step"], ["step", "step", "step"], ["step-back", "step-back", "step-back"],
    ]
    let orders = groups.enumerated().flatMap { index, group in
      group + ["@sleep 0.5"] + shot(index + 1, out)
    }
    let talk = try Conversation(Self.travel, "--paused '\(clip.path)'", orders: orders, out: out)
    let seen = try NumberedClip.numbers(in: out, count: groups.count)
    #expect(seen == [300, 301, 302, 301, 300, 299, 298, 299, 302, 299])
    // Pictures that were decoded before appear within a refresh.
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    for back in talk.sent("step-back").prefix(2) {
      let flip = try #require(flips.first { $0 > back.time })
      #expect(flip - back.time <= 1 / 60 + 0.001, "\((flip - back.time) * 1000) ms")
    }
  }
}
