import Synchronization
package import VitrineEngine
import VitrinePlayback
package import VitrineScanout

/// Pauses and resumes the players around switches to another virtual terminal. Called only on the
/// thread "console".
package final class TerminalSwitching: Sendable {
  private let players: [Player]
  private let watch: ConnectorWatch
  /// Whether `leave` has paused playback.
  private let isPausing = Mutex(false)

  /// `players` are those of all outputs, the main player first.
  package init(_ players: [Player], _ watch: ConnectorWatch) {
    self.players = players
    self.watch = watch
  }

  /// Pauses, turns all outputs off, and releases the display.
  func leave() -> Bool {
    if let first = players.first, !first.status.isPaused {
      first.perform(.pause)
      isPausing.withLock { $0 = true }
    }
    for player in players { player.leaveDisplay() }
    watch.leave()
    return true
  }

  /// Takes the display back and resumes playback.
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
