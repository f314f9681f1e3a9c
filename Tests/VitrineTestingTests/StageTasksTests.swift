import Synchronization
import Testing
import VitrineKit
import VitrineTesting

/// Programs whose tasks follow events or sleep, on a manual clock.
@Suite("Tasks on a stage", .timeLimit(.minutes(2)))
struct StageTasksTests {
  private final class Log: Sendable {
    let woken = Mutex<[Duration]>([])
  }

  private let stage = Stage()
  private let player: Player

  init() {
    stage.films["a"] = Film(seconds: 10, hasSound: false)
    var options = PlayerOptions()
    options.interface = nil
    player = stage.player([Item(path: "a"), Item(path: "b")], options: options)
  }

  @Test("A task that follows events acts before time advances")
  func events() async throws {
    let events = player.events
    let follower = Task { [player] in
      for await case .playing(let item) in events where item.location == "b" { player.pause() }
    }
    await stage.advance(for: .seconds(15))
    #expect(player.status.isPaused && player.status.item?.location == "b")
    let received = try #require(
      stage.events.last { if case .playing = $0.event { true } else { false } })
    let last = try #require(stage.frames.last)
    #expect(
      last.item?.location == "b" && last.time - received.time < .milliseconds(120),
      "\(last) \(received)")
    player.close()
    stage.advance(by: .seconds(1))
    await follower.value
  }

  @Test("A task that follows inputs acts before time advances")
  func inputs() async {
    player.claimKeys(["KEY_RED"])
    let inputs = player.inputs
    let follower = Task { [player] in
      for await input in inputs where input.pressedKey == "KEY_RED" { player.pause() }
    }
    await stage.advance(for: .seconds(2))
    let position = player.status.position
    stage.press("KEY_RED")
    await stage.advance(for: .seconds(5))
    #expect(player.status.isPaused)
    #expect(player.status.position - position < .milliseconds(100))
    player.close()
    stage.advance(by: .seconds(1))
    await follower.value
  }

  @Test("A sleep on the stage's clock ends when the stage reaches its time")
  func sleep() async throws {
    let clock = stage.clock
    let log = Log()
    let sleeper = Task { [stage] in
      for _ in 0..<3 {
        try await Task.sleep(for: .milliseconds(1_234_567), clock: clock)
        log.woken.withLock { $0.append(stage.time) }
      }
    }
    await stage.advance(for: .milliseconds(3 * 1_234_567) - .nanoseconds(1))
    #expect(log.woken.withLock { $0.count } == 2)
    await stage.advance(for: .nanoseconds(1))
    try await sleeper.value
    #expect(log.woken.withLock { $0 } == [1, 2, 3].map { .milliseconds($0 * 1_234_567) })
  }

  @Test("A program can await a player's timed close")
  func closing() async throws {
    let clock = stage.clock
    let closer = Task { [player] in
      try await Task.sleep(for: .seconds(3), clock: clock)
      player.close()
    }
    let playing = Task { [player] in try await player.run() }
    await stage.advance(for: .seconds(8))
    try await closer.value
    try await playing.value
    let last = try #require(stage.frames.last)
    #expect(last.time >= .seconds(2.9) && last.time <= .seconds(3.02), "\(last)")
  }

  @Test("A sleep also ends with an advance that waits for no tasks, and with its task")
  func wakes() async throws {
    let clock = stage.clock
    #expect(clock.now == stage.startTime)
    let (sleeper, other) = (
      Task { try await Task.sleep(for: .seconds(2), clock: clock) },
      Task { try await Task.sleep(for: .seconds(2000), clock: clock) }
    )
    await stage.advance(for: .seconds(1))
    stage.advance(by: .seconds(1))
    try await sleeper.value
    other.cancel()
    await #expect(throws: CancellationError.self) { try await other.value }
    try await clock.sleep(until: stage.startTime, tolerance: nil)
    #expect(clock.now == stage.startTime.advanced(by: .seconds(2)))
  }

  @Test("Time advances until a condition holds, up to a limit")
  func until() async {
    let clock = stage.clock
    let log = Log()
    let task = Task { [stage] in
      try? await Task.sleep(for: .seconds(5), clock: clock)
      log.woken.withLock { $0.append(stage.time) }
    }
    let isLate = await stage.advance(for: .seconds(4)) { log.woken.withLock { !$0.isEmpty } }
    #expect(!isLate && stage.time == .seconds(4))
    let holds = await stage.advance(for: .seconds(4)) { log.woken.withLock { !$0.isEmpty } }
    #expect(holds && stage.time < .seconds(5.1))
    await task.value
  }
}
