internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// Turning an output on and off.
extension KMSDisplay {
  var isLit: Bool { power.isEnabled }

  /// Sets the mode, with the current picture or black, and waits for it. The link is always trained
  /// again, whatever state the kernel reports.
  func light() throws(KMSError) {
    try enable(with: commits.cancel())
  }

  /// Like `light`, with this picture.
  func enable(with layers: Layers?) throws(KMSError) {
    if isLit {
      disable()
    } else if routes.isLatching {
      // A console may have left it on, with its hardware set up for that. If turning it off is
      // rejected, it is off already.
      try? commitDisable()
    }
    try light(with: layers)
  }

  /// Without `writingBack` the writeback connector is omitted, and stays so if that helps.
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
      if let layers, planes.hasMovedFilm(layers) {
        planes.refuseMovingFilms()
        return try light(with: layers, writingBack: writingBack)
      }
      if layers?.insetPlanes != nil {
        return try light(with: layers?.withoutInsets, writingBack: writingBack)
      }
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
    dimming.recordCommit()
    power = .enabled(OutputPower.Enabled(black: buffer))
    planes.recordEnable(with: layers, black: buffer)
    signal.beginVblankSeries()
    signal.recordCommit(of: color)
    commits.watchdog.recovered()
    if let layers { arrive(layers) }
  }

  /// Turns the CRTC off. Pictures then advance without being visible.
  func disable() {
    guard isLit else { return }
    // This may fail for a disconnected monitor, which is off anyway.
    try? commitDisable()
    recordDisable()
  }

  /// The monitor is gone. A hub's connector is detached: as long as it is in use, the kernel keeps
  /// it and its name, and the same port reappears under another one.
  func unplug() {
    disable()
    guard output.connector.isBehindHub else { return }
    var request = AtomicRequest.off(output, device.claims)
    if let connector = captures.connector { request.detach(connector) }
    // Best effort: it may be gone already.
    try? commits.commit(request, .blocking(allowModeset: true))
  }

  /// Turns the CRTC off, and resets the signal for other programs: SDR, and not dimmed.
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
      // Turning it off is more important.
      return try commits.commit(request, .blocking(allowModeset: true))
    }
    if isHDR { signal.recordCommit(of: routes.signal.standard) }
  }

  /// From now on pictures are not visible; `black` is shown instead.
  func recordDisable(over black: ScanoutBuffer? = nil) {
    guard case .enabled(let before) = power else { return power.setBlack(black) }
    captures.writeback?.cancel()
    commits.watchdog.recovered()
    // The planes of a disabled CRTC keep their buffers.
    power = .disabled(now: .now(), period: output.mode.period, over: black ?? before.black)
    signal.beginVblankSeries()
    if isBusy { power.queue(now: .now()) }
  }

  /// Shows a picture without making it visible.
  func showUnseen(_ layers: Layers) {
    commits.queue(layers)
    power.queue(now: .now())
  }

  /// Drops the writeback connector; screenshots are composed from now on.
  private func dropWriteback(_ error: Errno) {
    captures.dropWriteback()
    pendingEvents.append(
      .warning(
        "\(output.connector.name): cannot use its writeback connector: \(error); screenshots are "
          + "composed"))
  }

  /// A black picture of the whole mode.
  fileprivate func makeBlack() throws(KMSError) -> ScanoutBuffer {
    try device.makeScanoutBuffer(
      .xrgb8888, size: output.mode.size, room: nil, populating: false)
  }

  /// Adds the planes for a mode set: with the picture, or with black, whose buffer is returned.
  private func addPicture(
    _ layers: Layers?, to request: inout AtomicRequest
  ) throws(KMSError) -> ScanoutBuffer? {
    if let layers {
      request = try planes.request(for: layers, over: nil)
      return nil
    }
    let buffer = try makeBlack()
    try routes.configureBlack(&request, buffer)
    return buffer
  }
}

/// Turning the signal off, or showing black, on request.
extension KMSDisplay {
  /// The kernel's state of an output.
  enum StateInKernel { case off, inMode, otherwise }

  /// Turns off the signal, or shows black; pictures are then not visible.
  func turnOff(_ off: DisplayOff) throws(KMSError) {
    var buffer: ScanoutBuffer?
    switch off {
    case .dpms:
      do {
        try commitDisable()
      } catch {
        throw .commitRefused(error, output: output.connector.name, request: "off")
      }
    case .black: buffer = try commitBlack()
    }
    recordDisable(over: buffer)
  }

  /// Sets the mode with a black picture, and returns it.
  private func commitBlack() throws(KMSError) -> ScanoutBuffer {
    var request = AtomicRequest()
    let black = try makeBlack()
    try routes.configureBlack(&request, black)
    try request.enable(output, mode: signal.mode)
    routes.signal.setPlain(routes.signal.standard, in: &request)
    planes.forget()
    do {
      try commits.commit(request, .blocking(allowModeset: true))
    } catch {
      throw .commitRefused(error, output: output.connector.name, request: "\(request)")
    }
    signal.recordCommit(of: routes.signal.standard)
    planes.recordEnable(with: nil, black: nil)
    return black
  }

  /// Read from the kernel; nil if it reports none.
  var stateInKernel: StateInKernel? {
    let asked = device.values(of: ["ACTIVE", "MODE_ID"], output.crtc)
    guard let active = asked["ACTIVE"], let mode = asked["MODE_ID"] else { return nil }
    if active == 0 { return .off }
    return mode == UInt64(signal.mode.id) ? .inMode : .otherwise
  }
}
