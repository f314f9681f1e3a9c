import Synchronization
public import VitrineEngine
import VitrinePlayback
public import VitrineScanout

/// What the players do when the kernel switches to another virtual terminal, and back. Called by
/// the thread "console" alone.
public final class TerminalSwitching: Sendable {
  private let players: [Player]
  private let watch: ConnectorWatch
  /// Whether it was us who paused.
  private let isPausing = Mutex(false)

  /// `players` are those of all outputs; the first is the one that people operate.
  public init(_ players: [Player], _ watch: ConnectorWatch) {
    (self.players, self.watch) = (players, watch)
  }

  /// Pauses, and gives the display up once every output is off.
  func leave() -> Bool {
    if let first = players.first, !first.status.isPaused {
      first.perform(.pause)
      isPausing.withLock { $0 = true }
    }
    for player in players { player.leaveDisplay() }
    watch.leave()
    return true
  }

  /// Takes the display back, and goes on.
  func enter() {
    for player in players { player.enterDisplay() }
    watch.enter()
    let hasPaused = isPausing.withLock { isPausing in
      defer { isPausing = false }
      return isPausing
    }
    if hasPaused { players.first?.perform(.play) }
  }
}
