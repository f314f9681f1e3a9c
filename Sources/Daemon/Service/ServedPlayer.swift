import VitrineEngine
import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules

/// What a service asks of a player: the engine's, or a test's. Thread-safe.
protocol ServedPlayer: AnyObject, Sendable {
  var status: PlaybackStatus { get }
  var queue: Queue { get }
  func perform(_ command: Command)
  /// Has people choose from these from now on, below this title. False where the display has no
  /// interface.
  @discardableResult
  func list(_ items: [Item], title: String?) -> Bool
  /// Has all go back after so long without use. False where the display has no interface.
  @discardableResult
  func setIdle(_ idle: IdleTime) -> Bool
  func schedule(_ table: TimeTable)
  /// Asks the player's threads whether they still turn; how often they have answered so far.
  func askWhetherAlive() -> Int
  func quit()
}

extension Player: ServedPlayer {}
