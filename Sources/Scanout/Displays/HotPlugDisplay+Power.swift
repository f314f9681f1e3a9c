internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePlayback

/// Turning the display on and off, and enforcing that state.
extension HotPlugDisplay {
  public func setPower(_ isOn: Bool) {
    guard isOn != power.isOn else { return }
    power.isOn = isOn
    // Without a display, this applies to the next one.
    guard let output, policy.isLit else { return }
    do throws(KMSError) {
      if isOn { try light(output) } else { try output.turnOff(request.off) }
    } catch {
      fail(error)
    }
  }

  /// Lights an output, or turns it off if the display should be off.
  func light(_ output: KMSDisplay) throws(KMSError) {
    guard power.isOn else {
      try output.turnOff(request.off)
      news.append(.off(output.description))
      return
    }
    try output.light()
    recordLit(output)
  }

  /// Checks whether the display is in the requested state: another process may have turned it on or
  /// off, or its driver may have lost it.
  func verifyPower() {
    guard let output, policy.isLit, let state = output.stateInKernel,
      power.needsReassertion(state, off: request.off)
    else { return }
    news.append(.reasserted(isOn: power.isOn))
    do throws(KMSError) {
      try light(output)
    } catch {
      fail(error)
    }
  }

  /// A missing flip or a rejected commit may mean that the output is off.
  func verifyRecovered() {
    if power.hasRecovered(output?.commits.recoveries ?? 0) { verifyPower() }
  }
}
