/// Decides by time whether a display is on. Thread-safe.
package protocol PowerSchedule: Sendable {
  /// Whether a touch turns on a display that is off.
  var wakesOnTouch: Bool { get }
  /// Begins with the player: from now on, `changed` is called when the decision may have changed, on
  /// any thread.
  func start(changed: @escaping @Sendable () -> Void) throws(PlaybackError)
  /// Ends the calls of `changed`.
  func close()
  /// Whether the display should be on now; nil if nothing decides that by time.
  func decide() -> Bool?
  /// Records a touch of the display.
  func recordTouch()
  /// Records that the operator turned the display on or off.
  func recordSwitch(isOn: Bool)
}
