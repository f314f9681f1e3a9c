internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback

/// Showing HDR pictures on an HDR display, with a matching signal.
extension KMSDisplay {
  /// Shows pictures that need another signal than the previous ones. Returns nil if they need the
  /// same; false if they are not on screen yet.
  func showInOtherColors(_ layers: Layers) throws(KMSError) -> Bool? {
    guard layers.scanned.plan.hdr != signal.colors.hdr else { return nil }
    let color = routes.signal.color(for: layers.scanned.plan.hdr)
    if signal.colors.step(to: color) == .updateMetadata,
      let isShown = try flip(to: layers, updatingMetadataTo: color)
    {
      return isShown
    }
    return try commitBlocking(layers, settingMode: false)
  }

  /// Changes the metadata with a flip. Returns nil if the driver does not support that.
  private func flip(to layers: Layers, updatingMetadataTo color: SignalColor) throws(KMSError)
    -> Bool?
  {
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
    signal.recordCommit(of: color)
    recordFlip(to: layers)
    return true
  }

  /// The kernel rejects a signal that passed the test commit. From now on HDR pictures are mapped
  /// to SDR; existing ones are invalid.
  func refuseHDR(_ error: Errno) {
    routes.refuseHDR()
    epochs.renew()
    news.append(.warning("\(output.connector.name): HDR refused: \(error). Showing SDR"))
  }
}
