internal import KMS
internal import Linux
internal import Pictures
internal import Playback

/// How HDR pictures reach a display that takes them: with a signal in their colours.
extension KMSDisplay {
  /// Shows pictures that want another signal than the one before. Nil where they want the same;
  /// false while they are not on screen.
  func showInOtherColors(_ layers: Layers) throws(KMSError) -> Bool? {
    guard layers.scanned.plan.hdr != signal.hdr else { return nil }
    let color = routes.signal.color(for: layers.scanned.plan.hdr)
    if signal.step(to: color) == .retell, let isShown = try flip(to: layers, telling: color) {
      return isShown
    }
    return try commitBlocking(layers, settingMode: false)
  }

  /// Tells the display other numbers with a flip. Nil where the driver does not do that.
  private func flip(to layers: Layers, telling color: SignalColor) throws(KMSError) -> Bool? {
    var request = try planes.request(for: layers, over: slots.onScreen)
    try routes.signal.set(color, in: &request, device)
    guard (try? commit(request, .test(allowModeset: false), layers)) != nil else { return nil }
    do {
      try commit(request, .flip(id: lastID), layers)
    } catch {
      return try recover(from: error, layers, request)
    }
    signal.noteDone(color)
    noteQueued(layers)
    return true
  }

  /// A commit that may set the mode has brought a signal in these colours.
  func noteColor(_ color: SignalColor) {
    // Vblanks begin anew where the mode was set for it.
    if signal.inForce != color { vblankSeries += 1 }
    signal.noteDone(color)
  }

  /// The kernel refuses what it took in a test. From now on HDR pictures are mapped to SDR; those
  /// that are made already are of no use.
  func refuseHDR(_ error: Errno) {
    routes.refuseHDR()
    epoch = Epoch()
    news.append(.trouble("\(output.connector.name): HDR refused: \(error). It is shown as SDR"))
  }
}
