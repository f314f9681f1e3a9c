internal import VitrineEngine
internal import VitrineGestures

// Input at the display. All of it may be called at any time, even before `run`.
extension Player {
  /// A new sequence of touches and keys from now on, in order.
  ///
  /// It delivers taps and drags on your own areas (``Drawing/Canvas/hitArea(_:_:)``) and on the
  /// picture, and all keys. Touches on the interface's controls are not delivered. Touches on the
  /// picture, and keys that you do not claim, also keep their effect in the interface.
  ///
  /// ```swift
  /// player.claimKeys(["KEY_RED"])
  /// for await input in player.inputs where input.pressedKey == "KEY_RED" { speakEnglish() }
  /// ```
  ///
  /// If ``PlayerOptions/interface`` is nil, the first call opens touchscreens, remotes and
  /// keyboards. The sequence buffers the newest 1,000 elements and ends with the player.
  public var inputs: AsyncStream<Input> {
    engine.listen()
    return audience.inputs.stream()
  }

  /// Claims keys, by the kernel's names such as `KEY_RED`, instead of those claimed before. Claimed
  /// keys appear in ``inputs`` and have no other effect.
  public func claimKeys(_ names: Set<String>) { engine.keep(.these(names)) }

  /// Claims all keys: they appear in ``inputs`` and have no other effect.
  public func claimAllKeys() { engine.keep(.all) }
}
