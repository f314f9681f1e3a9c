import Foundation
import Testing

/// From the finger to the glass, in time travel: what the way through the player costs, without
/// what computing does.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchLatencyTests {
  /// What is on screen meanwhile.
  enum Picture: String, CaseIterable, Sendable {
    case playing30, playing60, paused
  }

  /// A drag meets fewer moments of a refresh than a tap.
  private static func count(_ picture: Picture) -> Int {
    Lab.isSoak ? 600 : picture == .paused ? 60 : 30
  }
  private static let glass = TouchGlass(width: 1280, height: 720)

  @Test(
    "the answer is on screen within two refreshes, at whatever moment a finger comes",
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
    // At every phase of the refresh, and not at one.
    let phases = Set(answers.map { Int($0.delay / refresh * 8) })
    #expect(phases.count >= 8, "\(phases)")
    // The moments are the kernel's, and not made up.
    let flips = scene.flips
    for answer in answers {
      #expect(flips.contains { abs($0 - answer.flip) < 2e-6 }, "no flip at \(answer.flip)")
    }
  }

  /// A tap shows the bars, and another one hides them. A finger that is lifted has tapped.
  private static func tap(_ number: Int) -> [String] {
    let tap = glass.tap(0.5, 0.3)
    return [TouchGlass.wait(700 + phase(number))] + tap.dropLast() + ["# asks"] + tap.suffix(1)
      + [TouchGlass.wait(450)] + tap
  }

  /// The bars of a paused picture stay: the loudness is shown while a finger changes it, and goes
  /// by itself. A finger that has moved so far is no tap.
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
  /// For each mark: how long after it the next picture of the interface came on screen, and when
  /// that was. The mark is made just before the order that follows it, and so before the kernel
  /// has its events. Where the interface was moving already, nothing can be told.
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
