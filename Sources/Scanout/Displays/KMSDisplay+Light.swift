internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// How an output is turned on and off.
extension KMSDisplay {
  var isLit: Bool { power.isEnabled }

  /// Sets the mode, with the picture that is there or else black, and waits for it. The link to
  /// the display is set up anew, whatever the kernel thinks that it is.
  func light() throws(KMSError) {
    try enable(with: commits.giveUp())
  }

  /// As `light`, with this picture.
  func enable(with layers: Layers?) throws(KMSError) {
    if isLit {
      disable()
    } else if routes.isLatching {
      // A console may have left it on, and its hardware as it was for that. It is off, or refuses.
      try? commitDisable()
    }
    try light(with: layers)
  }

  /// Without `writingBack` the writeback connector is left out, and out it stays where that helps.
  private func light(with wanted: Layers?, writingBack: Bool = true) throws(KMSError) {
    planes.forget()
    var request = AtomicRequest()
    let layers = try wanted.map(fitting)
    let buffer = try addPicture(layers, to: &request)
    try request.enable(output, mode: signal.mode, gamma: dimming.table)
    if let connector = captures.connector {
      if writingBack {
        try request.attach(connector, to: output.crtc)
      } else {
        request.detach(connector)
      }
    }
    let color = routes.signal.color(for: layers?.scanned.plan.hdr)
    try routes.signal.set(color, in: &request, device)
    do {
      try commits.commit(request, .blocking(allowModeset: true), layers)
    } catch .accessDenied {
      throw .notMaster(path: device.path, holders: DeviceHolder.all(of: device.path))
    } catch {
      let next = ModesetFallback.next(
        after: error, writesBack: writingBack && captures.connector != nil, isHDR: color.hdr != nil,
        isDimmed: dimming.table != nil)
      switch next {
      case .writeback:
        try light(with: layers, writingBack: false)
        return dropWriteback(error)
      case .hdr:
        refuseHDR(error)
        return try light(with: layers.map { Layers($0.picture) }, writingBack: writingBack)
      case .dimming:
        refuseDimming(error)
        return try light(with: layers, writingBack: writingBack)
      case nil:
        throw .commitRefused(error, output: output.connector.name, request: "\(request)")
      }
    }
    dimming.noteDone()
    power = .enabled(OutputPower.Enabled(black: buffer))
    planes.noteEnabled(with: layers, black: buffer)
    signal.noteSeries()
    signal.noteDone(color)
    commits.watchdog.recovered()
    if let layers { arrive(layers) }
  }

  /// Turns the CRTC off. What is shown from now on is not seen, and comes and goes all the
  /// same.
  func disable() {
    guard isLit else { return }
    // A display that is gone may refuse: then it is off anyway.
    try? commitDisable()
    noteDisabled()
  }

  /// The display is gone. A hub's connector is let go of: as long as something feeds it, the kernel
  /// keeps it and its name, and the same port comes back by another one.
  func unplug() {
    disable()
    guard output.connector.isBehindHub else { return }
    var request = AtomicRequest.off(output, device.claims)
    if let connector = captures.connector { request.detach(connector) }
    // Best effort: it may be gone already.
    try? commits.commit(request, .blocking(allowModeset: true))
  }

  /// Turns the CRTC off, and has the signal be what others expect: that of SDR, and not dimmed.
  func commitDisable() throws(Errno) {
    var request = AtomicRequest()
    try? request.disable(output)
    guard signal.colors.hdr != nil || dimming.table != nil else {
      return try commits.commit(request, .blocking(allowModeset: true))
    }
    var plain = request
    plain.setGamma(nil, of: output.crtc)
    let isHDR = signal.colors.hdr != nil
    if isHDR { routes.signal.setPlain(routes.signal.standard, in: &plain) }
    do {
      try commits.commit(plain, .blocking(allowModeset: true))
    } catch {
      // To be off comes first.
      return try commits.commit(request, .blocking(allowModeset: true))
    }
    if isHDR { signal.noteDone(routes.signal.standard) }
  }

  /// From now on what is shown is not seen, but `black`.
  func noteDisabled(over black: ScanoutBuffer? = nil) {
    guard case .enabled(let before) = power else { return power.setBlack(black) }
    captures.writeback?.cancel()
    commits.watchdog.recovered()
    // The planes of a CRTC that is off keep what they had.
    power = .disabled(now: .now(), period: output.mode.period, over: black ?? before.black)
    signal.noteSeries()
    if isBusy { power.queue(now: .now()) }
  }

  /// Shows a picture unseen.
  func showUnseen(_ layers: Layers) {
    commits.queue(layers)
    power.queue(now: .now())
  }

  /// The writeback connector goes, and captures are composed from now on.
  private func dropWriteback(_ error: Errno) {
    captures.dropWriteback()
    news.append(
      .trouble(
        "\(output.connector.name): refused with its writeback connector: \(error). Screenshots are "
          + "composed"))
  }

  /// The planes of a commit that sets the mode: with the picture, else black, whose buffer is
  /// answered.
  private func addPicture(
    _ layers: Layers?, to request: inout AtomicRequest
  ) throws(KMSError) -> ScanoutBuffer? {
    if let layers {
      request = try planes.request(for: layers, over: nil)
      return nil
    }
    let buffer = try device.makeScanoutBuffer(.xrgb8888, size: size, room: nil, populating: false)
    try routes.configureBlack(&request, buffer)
    return buffer
  }
}
