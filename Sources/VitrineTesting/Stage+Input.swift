internal import VitrineEngine
public import VitrineKit
internal import VitrineLinux
internal import VitrinePictures

// Simulated input.
extension Stage {
  /// Taps the screen briefly.
  ///
  /// Input has no effect unless the player has an interface, draws touch areas or reads `inputs`.
  ///
  /// - Parameters:
  ///   - x: The horizontal position, from 0 (left) to 1, in the display's own orientation.
  ///   - y: The vertical position, from 0 (top) to 1.
  ///   - player: The player; nil for the latest one.
  public func tap(x: Double, y: Double, on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.tap(Point(x, y)) }
  }

  /// Puts a finger down, without lifting it. Its meaning may depend on the time until it moves or
  /// is lifted. The parameters are those of ``tap(x:y:on:)``.
  public func touch(x: Double, y: Double, on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.perform(ScriptedInput.touchDown(Point(x, y))) }
  }

  /// Moves the finger that is down to a position. The parameters are those of ``tap(x:y:on:)``.
  public func moveFinger(x: Double, y: Double, on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.perform(ScriptedInput.touchMove(Point(x, y))) }
  }

  /// Lifts the finger.
  public func liftFinger(on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.perform(ScriptedInput.touchUp) }
  }

  /// Presses and releases a key of a remote or keyboard, by the kernel's name such as `KEY_OK`.
  public func press(_ key: String, on player: VitrineKit.Player? = nil) {
    act(on: player) {
      $0.perform(ScriptedInput.key(key, isDown: true))
      $0.perform(ScriptedInput.key(key, isDown: false))
    }
  }

  private func act(on player: VitrineKit.Player?, _ body: (VitrineEngine.Player) -> Void) {
    guard let simulated = simulatedPlayer(of: player) else { return }
    thread.play {
      // The interface opens when the player starts.
      advanceClock(by: .zero)
      body(simulated.player.player)
      advanceClock(by: .zero)
    }
  }
}
