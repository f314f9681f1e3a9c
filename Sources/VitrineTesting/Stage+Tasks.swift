internal import VitrineKit
internal import VitrineLinux
internal import VitrineTiming

// Time that passes while the program's tasks run.
extension Stage {
  /// Lets so much time pass as `advance(by:)` does, with room for tasks of the program: for those that follow
  /// `events`, `inputs` or `statuses`, and those that sleep by `clock`. After each vblank, and at each moment that
  /// such a sleep ends, time stands until they have had their turn; what they then ask of a player is done before it
  /// goes on.
  ///
  /// A task that waits for something else meanwhile, as for a file, is not waited for.
  public func advance(for duration: Duration) async {
    precondition(duration >= .zero, "time passes in one direction")
    let end = time + duration
    await giveWay(isNews: true)
    while time < end { await pass(step(to: end)) }
  }

  /// Lets time pass so until `condition` holds, for `patience` at the most. Whether it does.
  @discardableResult
  public func advance(
    for patience: Duration, until condition: () -> Bool
  ) async -> Bool {
    let end = time + patience
    await giveWay(isNews: true)
    while !condition() {
      guard time < end else { return false }
      await pass(step(to: end))
    }
    return true
  }

  /// To the next vblank, or to where a task wakes; further where nothing happens before.
  private func step(to end: Duration) -> Duration {
    let now = time
    let due = thread.play { cast.value.compactMap(\.deadline).min() }
      .map { startTime.duration(to: Moment($0)) }
    let next = max(now + vblank, due ?? end)
    let wake = sleepers.next.map { startTime.duration(to: $0) } ?? end
    return max(min(next, wake, end) - now, .nanoseconds(1))
  }

  private func pass(_ duration: Duration) async {
    let before = told
    let wakes = sleepers.next.map { $0 <= clock.now.advanced(by: duration) } ?? false
    advance(by: duration)
    await giveWay(isNews: wakes || told != before)
  }

  /// How much was told so far.
  private var told: Int { cast.value.reduce(0) { $0 + $1.told } }

  /// Lets all run that has something to do, and has what they ask for done. Nothing tells when they are through: they
  /// have begun once what is behind them has its turn, and where there is news for them they get some of the machine's
  /// time, too.
  private func giveWay(isNews: Bool) async {
    advance(by: .zero)
    await standBehindOthers()
    for _ in 0..<(isNews ? 4 : 0) {
      try? await Task.sleep(for: .milliseconds(1))
      await standBehindOthers()
    }
    advance(by: .zero)
  }

  /// Has a turn of each priority, of which each has a line of its own. Such a task is not awaited as one: that would
  /// have it overtake those that it is to come behind.
  private func standBehindOthers() async {
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

extension Role {
  /// When it wants to be played again at the latest.
  fileprivate var deadline: HostTime? { isOver ? nil : player.deadline }
}
