import Engine
import Linux
import Playback
import Timing

/// Feeds the service manager's watchdog while all players live.
struct Watchdog {
  private let interval = ServiceNotice.watchdogInterval
  private var players: [(player: Player, liveness: LivenessCheck, isAlive: Bool)]
  private var nextFeed: HostTime?

  init(_ players: [Player]) {
    self.players = players.map { ($0, LivenessCheck(), false) }
  }

  /// Three chances within each interval.
  mutating func look(at now: HostTime) {
    guard let interval, nextFeed.map({ now >= $0 }) ?? true else { return }
    for index in players.indices where !players[index].isAlive {
      let player = players[index].player
      let status = player.status
      let sample = LivenessCheck.Sample(
        answers: player.askWhetherAlive(), presented: status.statistics.presented,
        isMoving: status.isMoving)
      players[index].isAlive = players[index].liveness.isAlive(sample)
    }
    guard players.allSatisfy(\.isAlive) else { return }
    for index in players.indices { players[index].isAlive = false }
    ServiceNotice.alive.send()
    nextFeed = now + interval / 3
  }
}
