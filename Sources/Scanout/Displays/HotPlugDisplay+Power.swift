internal import KMS
internal import Linux
internal import Playback

/// How the display is turned on and off, and kept so.
extension HotPlugDisplay {
  public func setPower(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    // Without a display this counts for the next one.
    guard let output, life.isLit else { return }
    do throws(KMSError) {
      if isOn { try light(output) } else { try output.turnOff(request.off) }
    } catch {
      fail(PlaybackError(error))
    }
  }

  /// Lights an output, or has it dark while the display is off.
  func light(_ output: KMSDisplay) throws(KMSError) {
    guard isOn else {
      try output.turnOff(request.off)
      note(.off(output.description))
      return
    }
    try output.light()
    noteLit(output)
  }

  /// Looks whether the display is what it was told to be: another process may have turned it on or
  /// off, or its driver have lost it.
  func verifyPower() {
    guard let output, life.isLit, let state = output.stateInKernel else { return }
    let isWanted = isOn || request.off == .black ? state == .inMode : state == .off
    guard !isWanted else { return reassertions = 0 }
    // Where it does not help, it would only flicker.
    guard reassertions < Self.mostReassertions else { return }
    reassertions += 1
    note(.reasserted(isOn: isOn))
    do throws(KMSError) {
      try light(output)
    } catch {
      fail(PlaybackError(error))
    }
  }

  /// A flip that does not come, or a commit that is refused, may be that of an output that is off.
  func verifyRecovered() {
    let count = output?.recoveries ?? 0
    guard count != recoveriesSeen else { return }
    recoveriesSeen = count
    verifyPower()
  }

  private static let mostReassertions = 3
}
