import Engine
import Linux
import Playback
import Timing

/// Feeds the service manager's watchdog while the player lives.
struct Watchdog {
  private let interval = ServiceNotice.watchdogInterval
  private var signs = LifeSigns()
  private var nextFeed: HostTime?

  /// Three chances within each interval.
  mutating func look(_ player: Player, at now: HostTime) {
    guard let interval, nextFeed.map({ now >= $0 }) ?? true else { return }
    let status = player.status
    let look = LifeSigns.Look(
      answers: player.askWhetherAlive(), presented: status.statistics.presented,
      isMoving: status.isMoving)
    guard signs.isAlive(look) else { return }
    ServiceNotice.alive.send()
    nextFeed = now + interval / 3
  }
}
