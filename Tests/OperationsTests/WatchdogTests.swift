import Synchronization
import Testing
import VitrineLinux
import VitrinePlayback
import VitrineTiming

@testable import VitrineOperations

struct WatchdogTests {
  private func at(_ seconds: Int64) -> HostTime { HostTime(nanoseconds: seconds * 1_000_000_000) }

  /// One character per second and player: `x` answers and moves, `s` answers but its due frames
  /// do not come, `-` does not answer. The numbers are the seconds in which the watchdog is fed.
  @Test(
    "The watchdog is notified three times per interval while every player makes progress",
    arguments: [
      (["xxxxxxxxxx"], 9, [0, 3, 6, 9]), (["xxxxxxxxxx"], 3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      (["x---------"], 9, [0]), (["xsssssssss"], 9, [0]), (["x----x----"], 9, [0, 5]),
      (["xxxxxxxxxx", "x---------"], 9, [0]), (["x---------", "xxxxxxxxxx"], 9, [0]),
      // A player counts as alive until the next notification.
      (["x--x------", "x-----x---"], 9, [0, 6]), (["xxxxxxxxxx", "xsss--xxxx"], 9, [0, 6, 9]),
      ([], 9, [0, 3, 6, 9]), (["xxxxxxxxxx"], nil, []),
    ] as [([String], Int64?, [Int])])
  func table(players: [String], interval: Int64?, fed: [Int]) {
    var watchdog = Watchdog(players: players.count, interval: interval.map { .seconds($0) })
    let stories = players.map { Array($0) }
    var samples = players.map { _ in LivenessCheck.Sample(answers: 0, presented: 0, isMoving: true)
    }
    var seconds: [Int] = []
    for second in 0..<10 {
      for (index, story) in stories.enumerated() {
        if story[second] != "-" { samples[index].answers += 1 }
        if story[second] == "x" { samples[index].presented += 1 }
      }
      if watchdog.update(at: at(Int64(second)), sample: { samples[$0] }) == .alive {
        seconds.append(second)
      }
    }
    #expect(seconds == fed)
  }

  @Test("A player that has ended is not awaited, and one that has started is")
  func changing() {
    var watchdog = Watchdog(players: 1, interval: .seconds(9))
    let hung = LivenessCheck.Sample(answers: 0, presented: 0, isMoving: false)
    func isFed(_ second: Int64, _ alive: Set<Int>) -> Bool {
      watchdog.update(at: at(second)) { number in
        var sample = hung
        if alive.contains(number) { sample.answers = Int(second) + 1 }
        return sample
      } != nil
    }
    #expect(isFed(0, []))
    watchdog.add(1)
    #expect(!isFed(3, [1]))
    watchdog.remove(0)
    #expect(isFed(4, [1]))
    #expect(!isFed(7, []))
  }

  /// A player that answers each query.
  private final class AnsweringPlayer: WatchedPlayer {
    private let answers = Mutex(0)
    let status = PlaybackStatus()

    func askWhetherAlive() -> Int {
      answers.withLock { answers in
        answers += 1
        return answers
      }
    }
  }

  @Test("A player is queried only if its response is awaited")
  func asked() {
    let player = AnsweringPlayer()
    var watchdog = Watchdog(players: 1, interval: .seconds(9))
    for second in 0..<9 {
      _ = watchdog.update(at: at(Int64(second))) { _ in LivenessCheck.Sample(player) }
    }
    // In the seconds 0, 3 and 6, and now.
    #expect(
      LivenessCheck.Sample(player)
        == LivenessCheck.Sample(answers: 4, presented: 0, isMoving: false))
  }
}
