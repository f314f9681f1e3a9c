import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// Decides when the service manager's watchdog is fed: while all players live. A value.
struct Watchdog {
  private struct Watched {
    var liveness = LivenessCheck()
    /// Since the watchdog was fed last.
    var isAlive = false
  }

  /// Nil where the manager has no watchdog.
  private let interval: Duration?
  private var players: [Watched]
  private var nextFeed: HostTime?

  init(players count: Int, interval: Duration? = ServiceNotice.watchdogInterval) {
    self.interval = interval
    players = Array(repeating: Watched(), count: count)
  }

  /// What the manager is told now, if anything; three chances within each interval. `sample` looks
  /// at the player with this index; only those are looked at that have not been found alive yet.
  mutating func look(at now: HostTime, sample: (Int) -> LivenessCheck.Sample) -> ServiceNotice? {
    guard let interval, nextFeed.map({ now >= $0 }) ?? true else { return nil }
    for index in players.indices where !players[index].isAlive {
      players[index].isAlive = players[index].liveness.isAlive(sample(index))
    }
    guard players.allSatisfy(\.isAlive) else { return nil }
    for index in players.indices { players[index].isAlive = false }
    nextFeed = now + interval / 3
    return .alive
  }
}

extension LivenessCheck.Sample {
  /// Of this player, whose threads are asked as well.
  init(_ player: any ServedPlayer) {
    let status = player.status
    self.init(
      answers: player.askWhetherAlive(), presented: status.statistics.presented,
      isMoving: status.isMoving, work: status.work)
  }
}
