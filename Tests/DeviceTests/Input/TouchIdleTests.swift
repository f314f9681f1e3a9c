import Foundation
import Testing

/// Visitors who leave a display, and visitors who are still present at the idle timeout.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchIdleTests {
  private static let glass = TouchGlass()
  /// Pauses and waits a second for the response.
  private static let pause = glass.taps(2, 0.5, 0.3) + [TouchGlass.wait(1000)]

  /// The time from a mark to a request.
  private func delay(of request: String, after mark: String, _ scene: TouchScene) -> Double? {
    let marks = scene.conversation.sent("#")
    guard let start = marks.first(where: { $0.line == "# \(mark)" })?.time else { return nil }
    let asked = scene.conversation.entries.first { entry in
      entry.request == request && entry.time > start
    }
    return asked.map { $0.time - start }
  }

  @Test("A paused film resumes 90 s after the last touch with its initial settings")
  func goesOn() throws {
    let scene = try TouchScene(
      "idle", "--loop queue --volume 0.8 '\(TouchClips.calm())'",
      ["@wait shown", "@sleep 1"] + Self.glass.drag(from: (0.9, 0.3), to: (0.9, 0.6))
        + [TouchGlass.key("SUBTITLE"), TouchGlass.key("AUDIO"), TouchGlass.key("ZOOM")]
        + [TouchGlass.wait(3000)] + Self.pause
        + [
          "# left", "@sleep 78", "status", "# counted", "@sleep 9", "status", "# back", "@sleep 6",
          "status", "@sleep 30", "status",
        ])
    let chapters = scene.chapters
    try #require(chapters.count == 3)
    #expect(chapters[0].compactMap(\.request) == [] && chapters[1].compactMap(\.request) == [])
    #expect(
      chapters[2].compactMap(\.request) == ["volume 0.8", "tracks", "fit contain", "play"])
    // Each number of the countdown is one picture, in addition to those of the fade-in.
    let numbers = chapters[1].count { $0.event == "interface" }
    #expect((9...40).contains(numbers), "\(numbers) pictures")
    let waited = try #require(delay(of: "play", after: "left", scene))
    #expect(abs(waited - 89) < 0.5, "after \(waited) s")
    let statuses = scene.conversation.all("status")
    #expect(statuses.map(\.paused) == [true, true, false, false])
    #expect(statuses.last?.volume == 0.8)
    #expect(scene.conversation.all("interface").last?.visible == false)
  }

  @Test("A touch or a key during the idle countdown only cancels it")
  func stays() throws {
    let steps = [
      TouchScene.Step("left", Self.pause + ["@sleep 84"], ["toggle"], leaves: true),
      .init("a tap", Self.glass.tap(0.5, 0.5) + ["@sleep 80"], leaves: true),
      .init("a key", [TouchGlass.key("OK"), "@sleep 60"], leaves: true),
      .init("gone", ["@sleep 40"], ["play"], leaves: false),
    ]
    let scene = try TouchScene(
      "idle-stays", "--loop queue '\(TouchClips.calm())'",
      ["@wait shown", "@sleep 1"] + TouchScene.orders(steps))
    // The tap and the key arrive within the last ten seconds. The bars stay while the film is paused.
    let requests = scene.chapters.map { $0.compactMap(\.request) }
    #expect(requests == [["toggle"], [], [], ["play"]])
  }

  @Test("An idle paused film returns to the list, and the list to the attract loop")
  func list() throws {
    let clip = try TouchClips.calm()
    let card = Self.glass.firstCard
    let scene = try TouchScene(
      "idle-list", "--list --idle 30 --attract-timeout 60 '\(clip)'",
      ["@sleep 2"] + Self.glass.tap(card.x, card.y) + [TouchGlass.wait(2000)] + Self.pause
        + ["# left", "@sleep 28", "status", "# back", "@sleep 3", "status", "# plays", "@sleep 30"])
    let chapters = scene.chapters
    try #require(chapters.count == 3)
    #expect(chapters.map { $0.compactMap(\.request) } == [[], ["leave"], ["attract"]])
    #expect(scene.conversation.all("status").map(\.phase) == ["playing", "idle"])
  }

  @Test("A player without an idle timeout stays paused")
  func never() throws {
    for (name, option) in [("never", "--idle never"), ("zero", "--idle 0")] {
      let scene = try TouchScene(
        "idle-\(name)", "--loop queue \(option) '\(TouchClips.calm())'",
        ["@wait shown", "@sleep 1"] + Self.pause + ["# left", "@sleep 200", "status"])
      #expect(scene.chapters.flatMap { $0.compactMap(\.request) } == [])
      #expect(scene.conversation.all("status").first?.paused == true)
    }
  }
}
