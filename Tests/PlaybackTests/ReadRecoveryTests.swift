import Testing
import VitrinePlayback
import VitrineTiming

struct ReadRecoveryTests {
  private let start = HostTime(nanoseconds: 1_000_000_000)

  private func steps(
    _ count: Int, end: MediaTime?, reached: MediaTime? = MediaTime(10, 1), apart: Duration = .zero
  ) -> [ReadRecovery.Step] {
    var recovery = ReadRecovery(end: end)
    return (0..<count).map { recovery.fail(reached: reached, now: start + apart * $0) }
  }

  @Test("The container is retried first, then seeks go further and further")
  func order() {
    #expect(
      steps(7, end: MediaTime(100, 1)) == [
        .again, .again, .again, .jump(to: MediaTime(11, 1)), .jump(to: MediaTime(12, 1)),
        .jump(to: MediaTime(14, 1)), .jump(to: MediaTime(18, 1)),
      ])
  }

  @Test("No retry seeks beyond the end")
  func end() {
    #expect(steps(6, end: MediaTime(25, 2)).last == .end)
    // If the length is unknown or too short, a few positions are tried.
    for end in [nil, MediaTime(5, 1)] {
      #expect(steps(6, end: end).last == .jump(to: MediaTime(14, 1)))
      #expect(steps(7, end: end).last == .end)
    }
  }

  @Test("A card that takes seconds per failure is given up early")
  func slow() {
    #expect(steps(3, end: MediaTime(100, 1), apart: .seconds(2)) == [.again, .again, .end])
  }

  @Test("Recovery is impossible if nothing was read")
  func nothing() {
    #expect(steps(1, end: nil, reached: nil) == [.end])
  }

  @Test("A bad part after a good one gets as many retries, up to a limit")
  func stretches() {
    var recovery = ReadRecovery(end: MediaTime(1000, 1))
    #expect(recovery.isFirst)
    var bad = 0
    while bad < 100 {
      var step = ReadRecovery.Step.again
      while step == .again { step = recovery.fail(reached: MediaTime(10, 1), now: start) }
      if step == .end { break }
      #expect(step == .jump(to: MediaTime(11, 1)))
      recovery.succeed()
      bad += 1
    }
    #expect(bad == 20)
    #expect(!recovery.isFirst)
  }
}
