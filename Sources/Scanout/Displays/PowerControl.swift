internal import VitrineKMS
internal import VitrinePlayback

/// Whether a display should be on, and how often its state had to be restored.
struct PowerControl {
  var isOn: Bool
  /// Whether another virtual terminal has the display.
  var isLeft = false
  /// How often in a row its state had to be restored.
  private var reassertions = 0
  /// The output's recoveries at the latest check.
  private var recoveriesSeen = 0

  /// If restoring does not help, the display would only flicker.
  private static let mostReassertions = 3

  init(isOn: Bool) { self.isOn = isOn }

  /// Whether the output's state in the kernel must be restored.
  mutating func needsReassertion(_ state: KMSDisplay.StateInKernel, off: DisplayOff) -> Bool {
    let isWanted = isOn || off == .black ? state == .inMode : state == .off
    guard !isWanted else {
      reassertions = 0
      return false
    }
    guard reassertions < Self.mostReassertions else { return false }
    reassertions += 1
    return true
  }

  /// Whether the output has recovered since the previous call.
  mutating func hasRecovered(_ recoveries: Int) -> Bool {
    defer { recoveriesSeen = recoveries }
    return recoveries != recoveriesSeen
  }
}
