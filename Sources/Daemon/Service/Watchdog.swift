import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// Decides when to notify the service manager's watchdog: while all players are alive. A value
/// type.
struct Watchdog {
  private struct Watched {
    var liveness = LivenessCheck()
    /// Whether it was alive since the last notification.
    var isAlive = false
  }

  /// Nil if the manager has no watchdog for this service.
  private let interval: Duration?
  private var players: [Watched]
  private var nextFeed: HostTime?

  init(players count: Int, interval: Duration? = ServiceNotification.watchdogInterval) {
    self.interval = interval
    players = Array(repeating: Watched(), count: count)
  }

  /// Returns the notification to send now, if any; there are three chances within each interval.
  /// `sample` samples the player with this index, and is called only for players not found alive
  /// yet.
  mutating func update(at now: HostTime, sample: (Int) -> LivenessCheck.Sample)
    -> ServiceNotification?
  {
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
  /// A sample of this player; also queries its threads.
  init(_ player: any ServedPlayer) {
    let status = player.status
    self.init(
      answers: player.askWhetherAlive(), presented: status.statistics.presented,
      isMoving: status.isMoving, work: status.work)
  }
}
