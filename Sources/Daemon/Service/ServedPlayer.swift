import VitrineEngine
import VitrineGestures
import VitrineOperations
import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists

/// The player that a service controls: the engine's or a test's. Thread-safe.
protocol ServedPlayer: WatchedPlayer {
  var status: PlaybackStatus { get }
  var queue: Queue { get }
  func perform(_ command: Command)
  /// Performs a command that does not change the default state.
  func performForVisitor(_ command: Command)
  /// Replaces the items to choose from and the title above them. Returns false if the display has
  /// no interface.
  @discardableResult
  func list(_ items: [Item], title: String?) -> Bool
  /// Sets the idle timeout. Returns false if the display has no interface.
  @discardableResult
  func setIdle(_ idle: IdleTime) -> Bool
  /// Replaces the actions of keys. Returns false if the display has no interface.
  @discardableResult
  func setKeys(_ keys: [String: KeyAction]) -> Bool
  /// Shows a notice above the picture, or removes it. Returns false if the display has no interface.
  @discardableResult
  func show(_ notice: Notice?) -> Bool
  /// Spares the machine, or stops doing so.
  func ease(_ easing: ThermalPolicy.Easing)
  /// Closes the display device and opens it again.
  func reopenDevice()
  func quit()
}

extension Player: ServedPlayer {}
