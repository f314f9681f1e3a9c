internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// How HDR pictures reach a display that takes them: with a signal in their colours.
extension KMSDisplay {
  /// Shows pictures that want another signal than the one before. Nil where they want the same;
  /// false while they are not on screen.
  func showInOtherColors(_ layers: Layers) throws(KMSError) -> Bool? {
    guard layers.scanned.plan.hdr != signal.colors.hdr else { return nil }
    let color = routes.signal.color(for: layers.scanned.plan.hdr)
    if signal.colors.step(to: color) == .retell, let isShown = try flip(to: layers, telling: color)
    {
      return isShown
    }
    return try commitBlocking(layers, settingMode: false)
  }

  /// Tells the display other numbers with a flip. Nil where the driver does not do that.
  private func flip(to layers: Layers, telling color: SignalColor) throws(KMSError) -> Bool? {
    var request = try planes.request(for: layers, over: commits.slots.onScreen)
    try routes.signal.set(color, in: &request, device)
    guard (try? commits.commit(request, .test(allowModeset: false), layers)) != nil else {
      return nil
    }
    do {
      try commits.commit(request, .flip(id: commits.lastID), layers)
    } catch {
      return try recover(from: error, layers, request)
    }
    signal.noteDone(color)
    noteQueued(layers)
    return true
  }

  /// The kernel refuses what it took in a test. From now on HDR pictures are mapped to SDR; those
  /// that are made already are of no use.
  func refuseHDR(_ error: Errno) {
    routes.refuseHDR()
    epochs.renew()
    news.append(.trouble("\(output.connector.name): HDR refused: \(error). It is shown as SDR"))
  }
}
