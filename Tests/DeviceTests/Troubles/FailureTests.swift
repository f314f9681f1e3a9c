import Foundation
import Testing

/// A list without a playable item: the card for it, and the recovery.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct FailureTests {
  @Test("Without playable items a card is shown until a retry succeeds")
  func nothingToPlay() throws {
    let good = try Clips.motion("good.mp4", seconds: 1)
    let out = try Lab.folder("nothing")
    let talk = try Conversation(
      ["--travel", "--display", "640x480@60", "--audio", "none"],
      "--loop queue /run/bad/1.mp4 /run/bad/2.mp4",
      orders: [
        "@sleep 4", "screenshot \(out.path)/card.png", "@wait screenshot",
        "@run cp '\(good)' /run/bad/draft && mv /run/bad/draft /run/bad/2.mp4", "@wait shown",
      ], out: out,
      before: "mkdir /run/bad; echo no film > /run/bad/1.mp4; echo nor this > /run/bad/2.mp4")
    let waits = talk.log.filter { $0.text.hasPrefix("warning: nothing to play") }
    let pauses = zip(waits, waits.dropFirst()).map { $1.time - $0.time }
    let shown = try #require(talk.all("shown").first)
    let put = try #require(talk.sent("screenshot").first)
    // Retries after 1, 3 and 7 s. The file is repaired 4 s after the start.
    #expect(pauses.count == 2, "\(talk.log)")
    for (pause, wanted) in zip(pauses, [1.0, 2.0]) { #expect(abs(pause - wanted) < 0.1) }
    #expect((2.8...3.1).contains(shown.time - put.time), "\(shown.time - put.time) s")
    for name in ["1.mp4", "2.mp4"] {
      let lines = talk.log.filter { $0.text.hasPrefix("error: ") && $0.text.contains(name) }
      #expect(lines.count == 1, "\(name): \(talk.log)")
    }
    try checkCard(out.appending(path: "card.png"))
  }

  /// Checks for bright letters in the middle and dark borders.
  private func checkCard(_ file: URL) throws {
    let pixels = try Pixels(png: file)
    func share(_ xs: Range<Int>, _ ys: Range<Int>) -> Double {
      let bright = ys.flatMap { y in xs.filter { pixels[$0, y][1] > 120 } }.count
      return Double(bright) / Double(xs.count * ys.count)
    }
    let middle = share(160..<480, 180..<300)
    #expect(middle > 0.005 && middle < 0.4, "\(middle) of the middle is bright")
    #expect(share(0..<640, 0..<40) == 0 && share(0..<640, 440..<480) == 0)
  }
}
