import Testing

@testable import VitrineLinux

struct LivenessRegistryTests {
  /// A thread that queues its requests until it turns.
  private final class Asked: Sendable {
    let waiting = Shared<[@Sendable () -> Void]>([])
    func turn() {
      let answers = waiting.update { waiting in
        defer { waiting = [] }
        return waiting
      }
      for answer in answers { answer() }
    }
  }

  @Test("Every thread must respond, and a hung one is queried once")
  func all() {
    let roll = LivenessRegistry()
    let threads = (0..<3).map { _ in Asked() }
    for thread in threads { _ = roll.add { answer in thread.waiting.update { $0.append(answer) } } }
    var counts: [Int] = []
    for round in 0..<6 {
      counts.append(roll.ask())
      // From the third round on the last one hangs.
      for (index, thread) in threads.enumerated() where index < 2 || round < 2 { thread.turn() }
    }
    #expect(counts == [0, 1, 2, 2, 2, 2])
    #expect(threads[2].waiting.value.count == 1)
  }

  @Test("A new thread is not late, and a removed one is not awaited")
  func comings() {
    let roll = LivenessRegistry()
    _ = roll.add { $0() }
    for _ in 0..<5 { _ = roll.ask() }
    let silent = roll.add { _ in }
    #expect(roll.ask() == 5)
    #expect(roll.ask() == 5)
    roll.remove(silent)
    #expect(roll.ask() > 6)
  }
}
