import Foundation
import Testing

/// Touch latency in time-travel mode: the latency of the player's design, without the time for computing.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchLatencyTests {
  /// The state of the picture during the test.
  enum Picture: String, CaseIterable, Sendable {
    case playing30, playing60, paused
  }

  /// A drag covers fewer phases of the refresh than a tap, so it needs more repetitions.
  private static func count(_ picture: Picture) -> Int {
    Lab.isSoak ? 600 : picture == .paused ? 60 : 30
  }
  private static let glass = TouchGlass(width: 1280, height: 720)

  @Test(
    "A response is on screen within two refreshes of a touch at any phase",
    arguments: Picture.allCases)
  func latency(picture: Picture) throws {
    let clip = try TouchClips.large(rate: picture == .playing60 ? 60 : 30)
    let scene = try TouchScene(
      "latency-\(picture)",
      "--loop queue \(picture == .paused ? "--paused" : "") '\(clip)'",
      lab: ["--travel", "--audio", "dummy", "--display", "1280x720@60"],
      ["@wait shown", "@sleep 1"]
        + (0..<Self.count(picture)).flatMap { picture == .paused ? Self.drag($0) : Self.tap($0) })
    let answers = scene.answers
    #expect(answers.count == Self.count(picture))
    let refresh = 1 / 60.0
    let late = answers.filter { $0.delay > 2 * refresh }
    #expect(late.isEmpty, "\(late.count): \(late.map { Int($0.delay * 1000) }) ms")
    #expect(answers.allSatisfy { $0.delay > 0 })
    // Every phase of the refresh is covered.
    let phases = Set(answers.map { Int($0.delay / refresh * 8) })
    #expect(phases.count >= 8, "\(phases)")
    // The times are the kernel's, not the player's own.
    let flips = scene.flips
    for answer in answers {
      #expect(flips.contains { abs($0 - answer.flip) < 2e-6 }, "no flip at \(answer.flip)")
    }
  }

  /// A tap shows the bars and another one hides them. A tap counts when the finger is lifted.
  private static func tap(_ number: Int) -> [String] {
    let tap = glass.tap(0.5, 0.3)
    return [TouchGlass.wait(700 + phase(number))] + tap.dropLast() + ["# asks"] + tap.suffix(1)
      + [TouchGlass.wait(450)] + tap
  }

  /// The bars of a paused picture stay, so this uses the volume indicator: it is visible while a finger changes the
  /// volume and then hides. A finger that moved this far is not a tap.
  private static func drag(_ number: Int) -> [String] {
    let (from, to) = number.isMultiple(of: 2) ? (0.4, 0.5) : (0.5, 0.4)
    return [
      TouchGlass.wait(1700 + phase(number)), glass.down(0.9, from), TouchGlass.wait(60), "# asks",
      glass.move(0.9, to), TouchGlass.wait(50), glass.up(),
    ]
  }

  private static func phase(_ number: Int) -> Int { number * 7 % 17 }
}

extension TouchScene {
  /// For each mark, the delay until the next picture of the interface and the time of its flip. The mark precedes its
  /// order, and so the kernel's events. Marks set while the interface was already moving are skipped.
  var answers: [(delay: Double, flip: Double)] {
    let shown = conversation.all("interface")
    return conversation.sent("#").compactMap { mark in
      let before = shown.last { $0.time <= mark.time }
      guard let answer = shown.first(where: { $0.time > mark.time }),
        before.map({ $0.visible == false || mark.time - $0.time > 0.03 }) ?? true
      else { return nil }
      return (answer.time - mark.time, answer.time)
    }
  }
}
