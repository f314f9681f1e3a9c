internal import VitrineKMS
internal import VitrinePlayback

/// Whether a display is to be on, and how often it was not as it was told to be. A value.
struct PowerControl {
  var isOn: Bool
  /// Another virtual terminal has the display.
  var isLeft = false
  /// How often in a row it was not as it was set.
  private var reassertions = 0
  /// Of the output's recoveries, those after which it was looked at.
  private var recoveriesSeen = 0

  /// Where it does not help, it would only flicker.
  private static let mostReassertions = 3

  init(isOn: Bool) { self.isOn = isOn }

  /// Whether the output has to be set again, as the kernel has it now.
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

  /// Whether the output has recovered since the last question.
  mutating func hasRecovered(_ recoveries: Int) -> Bool {
    defer { recoveriesSeen = recoveries }
    return recoveries != recoveriesSeen
  }
}
