internal import VitrineEngine
public import VitrineKit
internal import VitrineLinux
internal import VitrinePictures

// What visitors do at a display: nothing where there is no interface. Places are parts of the display's width and
// height as it hangs, from its upper left corner. Of the last player where none is named.
extension Stage {
  /// A short touch.
  public func tap(x: Double, y: Double, on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.tap(Point(x, y)) }
  }

  /// A finger lands, and stays. What it means may come of the time that passes until it moves or leaves.
  public func touch(x: Double, y: Double, on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.perform(ScriptedInput.touchDown(Point(x, y))) }
  }

  /// The finger that is down slides to here.
  public func moveFinger(x: Double, y: Double, on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.perform(ScriptedInput.touchMove(Point(x, y))) }
  }

  /// The finger leaves.
  public func liftFinger(on player: VitrineKit.Player? = nil) {
    act(on: player) { $0.perform(ScriptedInput.touchUp) }
  }

  /// A key of a remote or a keyboard, by the kernel's name: `KEY_OK`.
  public func press(_ key: String, on player: VitrineKit.Player? = nil) {
    act(on: player) {
      $0.perform(ScriptedInput.key(key, isDown: true))
      $0.perform(ScriptedInput.key(key, isDown: false))
    }
  }

  private func act(on player: VitrineKit.Player?, _ body: (VitrineEngine.Player) -> Void) {
    guard let role = role(of: player) else { return }
    thread.play {
      // There is no interface before it has begun.
      turn(by: .zero)
      body(role.player.player)
      turn(by: .zero)
    }
  }
}
