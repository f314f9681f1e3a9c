package import VitrineEngine
package import VitrinePlayback
package import VitrineTiming

/// Decides when to notify the service manager's watchdog: while all players are alive. A value
/// type.
package struct Watchdog: Sendable {
  private struct Watched: Sendable {
    var liveness = LivenessCheck()
    /// Whether it was alive since the last notification.
    var isAlive = false
  }

  /// Nil if the manager has no watchdog for this program.
  private let interval: Duration?
  private var players: [Int: Watched]
  private var nextFeed: HostTime?

  package init(players count: Int, interval: Duration? = ServiceNotification.watchdogInterval) {
    self.interval = interval
    players = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, Watched()) })
  }

  /// Adds a player that has started.
  package mutating func add(_ number: Int) { players[number] = Watched() }

  /// Removes a player that has ended.
  package mutating func remove(_ number: Int) { players[number] = nil }

  /// Whether a notification is overdue, with some time left before the manager ends the program.
  package func isLate(at now: HostTime) -> Bool {
    guard let interval, let nextFeed else { return false }
    return now >= nextFeed + interval / 3
  }

  /// Returns the notification to send now, if any; there are three chances within each interval.
  /// `sample` samples the player with this number, and is called only for players not found alive
  /// yet.
  package mutating func update(at now: HostTime, sample: (Int) -> LivenessCheck.Sample)
    -> ServiceNotification?
  {
    guard let interval, nextFeed.map({ now >= $0 }) ?? true else { return nil }
    for (number, var player) in players where !player.isAlive {
      player.isAlive = player.liveness.isAlive(sample(number))
      players[number] = player
    }
    guard players.values.allSatisfy(\.isAlive) else { return nil }
    for number in players.keys { players[number]?.isAlive = false }
    nextFeed = now + interval / 3
    return .alive
  }
}

/// A player that the watchdog checks: the engine's or a test's. Thread-safe.
package protocol WatchedPlayer: AnyObject, Sendable {
  var status: PlaybackStatus { get }
  /// Queries the player's threads for liveness; returns how many answers have arrived so far.
  func askWhetherAlive() -> Int
}

extension Player: WatchedPlayer {}

extension LivenessCheck.Sample {
  /// A sample of this player; also queries its threads.
  package init(_ player: any WatchedPlayer) {
    let status = player.status
    self.init(
      answers: player.askWhetherAlive(), presented: status.statistics.presented,
      isMoving: status.isMoving, work: status.work)
  }
}
