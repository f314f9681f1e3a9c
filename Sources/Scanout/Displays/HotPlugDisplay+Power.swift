internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePlayback

/// How the display is turned on and off, and kept so.
extension HotPlugDisplay {
  public func setPower(_ isOn: Bool) {
    guard isOn != power.isOn else { return }
    power.isOn = isOn
    // Without a display this counts for the next one.
    guard let output, life.isLit else { return }
    do throws(KMSError) {
      if isOn { try light(output) } else { try output.turnOff(request.off) }
    } catch {
      fail(error)
    }
  }

  /// Lights an output, or has it dark while the display is off.
  func light(_ output: KMSDisplay) throws(KMSError) {
    guard power.isOn else {
      try output.turnOff(request.off)
      news.note(.off(output.description))
      return
    }
    try output.light()
    noteLit(output)
  }

  /// Looks whether the display is what it was told to be: another process may have turned it on or
  /// off, or its driver have lost it.
  func verifyPower() {
    guard let output, life.isLit, let state = output.stateInKernel,
      power.needsReassertion(state, off: request.off)
    else { return }
    news.note(.reasserted(isOn: power.isOn))
    do throws(KMSError) {
      try light(output)
    } catch {
      fail(error)
    }
  }

  /// A flip that does not come, or a commit that is refused, may be that of an output that is off.
  func verifyRecovered() {
    if power.hasRecovered(output?.commits.recoveries ?? 0) { verifyPower() }
  }
}
