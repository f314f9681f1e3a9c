import Foundation
import Testing

/// Touch latency in real time while a large video plays: the cost of computing.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchRealTimeTests {
  private static let count = Lab.isSoak ? 40 : 10

  /// One tap that shows the bars and one that hides them.
  private static func taps(_ number: Int) -> [String] {
    let tap = TouchGlass(width: 1920, height: 1080).tap(0.5, 0.3)
    var orders = [TouchGlass.wait(750 + number * 7 % 34)]
    orders.append(contentsOf: tap.dropLast())
    orders.append("# asks")
    orders.append(contentsOf: tap.suffix(1))
    return orders + [TouchGlass.wait(350)] + tap
  }

  @Test("A response is on screen within 100 ms while 1080p plays")
  func realTime() throws {
    let clip = try Clips.motion("touch-1080.mp4", size: "1920x1080", seconds: 10)
    let (scene, isFit) = try GuestPace.around {
      try TouchScene(
        "real-time", "--loop queue '\(clip)'",
        lab: ["--audio", "dummy", "--display", "1920x1080@60"],
        ["@wait shown", "@sleep 2"] + (0..<Self.count).flatMap(Self.taps) + ["@sleep 1"])
    }
    let inOrder = scene.answers.map { $0.delay * 1000 }
    let delays = inOrder.sorted()
    func percentile(_ share: Double) -> Int {
      delays.isEmpty ? 0 : Int(delays[min(delays.count - 1, Int(Double(delays.count) * share))])
    }
    let figures =
      "from a tap to its answer: \(percentile(0.5)) ms, 95 % within \(percentile(0.95)) ms,"
      + " at most \(percentile(1)) ms, the first \(Int(inOrder.first ?? 0)) ms"
    print(figures)
    guard isFit else { return }
    #expect(delays.count > Self.count / 2)
    // The lab's processor is emulated and may be shared. TouchLatencyTests checks the latency exactly, in time-travel
    // mode.
    #expect(percentile(0.5) <= 500, "\(figures)")
    withKnownIssue(isIntermittent: true) {
      #expect(percentile(0.95) <= 100, "\(figures)")
    }
  }
}
