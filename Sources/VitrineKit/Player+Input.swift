internal import VitrineEngine
internal import VitrineGestures

// What people do at the display. Each call may come at any time, also before `run`.
extension Player {
  /// Touches and keys from now on, in their order: taps and drags on areas of the program's own (see
  /// `Drawing.Canvas.area`) and on the picture, and all keys. What is on the interface's controls is the
  /// interface's; what is on the picture, or a key that is not claimed, has its meaning in the interface, too.
  ///
  /// The first call has touchscreens, remotes and keyboards read where `PlayerOptions.interface` is nil. Who does
  /// not read gets the last 1,000. Ends with the player.
  public var inputs: AsyncStream<Input> {
    engine.listen()
    return audience.inputs.stream()
  }

  /// Keeps these keys for the program, by the kernel's names (`KEY_RED`), in the place of those before: they arrive
  /// in `inputs` and do nothing else.
  public func claimKeys(_ names: Set<String>) { engine.keep(.these(names)) }

  /// Keeps all keys for the program.
  public func claimAllKeys() { engine.keep(.all) }
}
