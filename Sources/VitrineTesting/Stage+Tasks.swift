internal import VitrineKit
internal import VitrineLinux
internal import VitrineTiming

// Advancing the clock while the program's tasks run.
extension Stage {
  /// Advances the clock like ``advance(by:)``, and lets the program's tasks run meanwhile.
  ///
  /// After each vblank, and whenever a sleep on ``clock`` ends, the clock stands still until tasks
  /// that follow `events`, `inputs` or `statuses`, or that sleep on ``clock``, have run. Their
  /// commands are carried out before the clock continues. A task that awaits something else, such
  /// as a file, is not waited for.
  ///
  /// ```swift
  /// async let closed: Void = close(player, after: .seconds(5), by: stage.clock)
  /// await stage.advance(for: .seconds(6))
  /// try await closed
  /// ```
  public func advance(for duration: Duration) async {
    precondition(duration >= .zero, "time cannot go backwards")
    let end = time + duration
    await yieldToTasks(hasEvents: true)
    while time < end { await pass(step(to: end)) }
  }

  /// Advances the clock like ``advance(for:)`` until a condition holds, by `patience` at most.
  ///
  /// - Returns: Whether the condition holds.
  @discardableResult
  public func advance(
    for patience: Duration, until condition: () -> Bool
  ) async -> Bool {
    let end = time + patience
    await yieldToTasks(hasEvents: true)
    while !condition() {
      guard time < end else { return false }
      await pass(step(to: end))
    }
    return true
  }

  /// Returns the time to the next vblank or the next wake-up of a task, or longer if nothing
  /// happens before.
  private func step(to end: Duration) -> Duration {
    let now = time
    let due = thread.play { players.value.compactMap(\.deadline).min() }
      .map { startTime.duration(to: Moment($0)) }
    let next = max(now + vblank, due ?? end)
    let wake = sleepers.next.map { startTime.duration(to: $0) } ?? end
    return max(min(next, wake, end) - now, .nanoseconds(1))
  }

  private func pass(_ duration: Duration) async {
    let before = sentCount
    let wakes = sleepers.next.map { $0 <= clock.now.advanced(by: duration) } ?? false
    advance(by: duration)
    await yieldToTasks(hasEvents: wakes || sentCount != before)
  }

  /// The number of elements sent so far.
  private var sentCount: Int { players.value.reduce(0) { $0 + $1.sentCount } }

  /// Lets tasks run that have something to do, and carries out their commands.
  ///
  /// Nothing reports when tasks have finished. They have started once later tasks of the executor
  /// have run. If they have something to handle, they also get some real time.
  private func yieldToTasks(hasEvents: Bool) async {
    advance(by: .zero)
    await yieldToAllPriorities()
    for _ in 0..<(hasEvents ? 4 : 0) {
      try? await Task.sleep(for: .milliseconds(1))
      await yieldToAllPriorities()
    }
    advance(by: .zero)
  }

  /// Waits for a turn at each priority, since each has its own queue. These tasks are not awaited
  /// directly: that would raise their priority, and they would overtake the others.
  private func yieldToAllPriorities() async {
    for priority in Self.priorities {
      await withCheckedContinuation { turn in
        _ = Task.detached(priority: priority) { turn.resume() }
      }
    }
  }

  private static let priorities: [TaskPriority] = [
    TaskPriority(rawValue: 33), .userInitiated, .medium, .utility, .background,
  ]
}

extension SimulatedPlayer {
  /// When the player has to be driven again at the latest.
  fileprivate var deadline: HostTime? { isOver ? nil : player.deadline }
}
