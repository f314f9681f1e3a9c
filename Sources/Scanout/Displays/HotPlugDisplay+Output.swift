internal import KMS
internal import Playback

/// How an output is made for a display, and left.
extension HotPlugDisplay {
  /// Puts back what was there before us, while the output still has its claims.
  func leaveOutput() {
    before.take()?.restore()
    output = nil
  }

  /// Lights what the last look found.
  func lightDriven(on device: DRMDevice) throws(KMSError) {
    guard let driven = life.driven else { return }
    try light(driven.connector, driven.choice.mode, on: device)
  }

  /// Lights a connector with an output of its own.
  func light(_ connector: Connector, _ mode: Mode, on device: DRMDevice) throws(KMSError) {
    output?.rest()
    // What was there before us is put back once, when its connector is left.
    if remembered?.connector.id != connector.id { leaveOutput() }
    output = nil
    let wanted = try Output(connector, mode: mode, on: device)
    do throws(KMSError) {
      try remember(wanted, on: device)
      let next = try KMSDisplay(
        wanted, on: device, request, wakeup: wakeup, before: remembered?.connector.properties)
      try light(next)
      output = next
    } catch {
      device.claims.release(wanted.crtc.id, of: connector.id)
      throw error
    }
  }

  /// The output whose state before us is known.
  private var remembered: Output? {
    switch before {
    case .some(let before): before.output
    case .none: nil
    }
  }

  private func remember(_ wanted: Output, on device: DRMDevice) throws(KMSError) {
    guard remembered?.crtc.id != wanted.crtc.id else { return }
    // The same connector is fed from another CRTC now.
    before.take()?.restore()
    before = try ScreenState(of: wanted, on: device)
  }
}
