internal import KMS
internal import Linux
internal import Pictures
internal import Timing

/// How an output is turned on and off.
extension KMSDisplay {
  var isLit: Bool { resting == nil }

  /// Sets the mode, with the picture that is there or else black, and waits for it. The link to
  /// the display is set up anew, whatever the kernel thinks that it is.
  func light() throws(KMSError) {
    if isLit { rest() }
    try light(with: slots.giveUp() ?? slots.onScreen)
  }

  /// Without `writingBack` the writeback connector is left out, and out it stays where that helps.
  private func light(with wanted: Layers?, writingBack: Bool = true) throws(KMSError) {
    planes.forget()
    var request = AtomicRequest()
    let layers = try wanted.map(fitting)
    let buffer = try addPicture(layers, to: &request)
    try request.enable(output, mode: modeBlob)
    if let connector = writeback?.writeback.connector {
      if writingBack {
        try request.attach(connector, to: output.crtc)
      } else {
        request.detach(connector)
      }
    }
    let color = routes.signal.color(for: layers?.scanned.plan.hdr)
    try routes.signal.set(color, in: &request, device)
    do {
      try commit(request, .blocking(allowModeset: true), layers)
    } catch .accessDenied {
      throw .notMaster(path: device.path, holders: DeviceHolder.all(of: device.path))
    } catch {
      let next = ModesetFallback.next(
        after: error, writesBack: writingBack && writeback != nil, isHDR: color.hdr != nil)
      switch next {
      case .writeback:
        try light(with: layers, writingBack: false)
        return dropWriteback(error)
      case .hdr:
        refuseHDR(error)
        return try light(with: layers.map { Layers($0.picture) }, writingBack: writingBack)
      case nil:
        throw .commitRefused(error, output: output.connector.name, request: "\(request)")
      }
    }
    black = buffer
    (resting, hasFlipped) = (nil, false)
    vblankSeries += 1
    signal.noteDone(color)
    watchdog.recovered()
    if let layers { arrive(layers) }
  }

  /// Turns the CRTC off. What is shown from now on is not seen, and comes and goes all the
  /// same.
  func rest() {
    guard isLit else { return }
    // A display that is gone may refuse: then it is off anyway.
    try? commitRest()
    beginResting()
  }

  /// The display is gone. A hub's connector is let go of: as long as something feeds it, the kernel
  /// keeps it and its name, and the same port comes back by another one.
  func unplug() {
    rest()
    guard output.connector.isBehindHub else { return }
    var request = AtomicRequest.off(output, device.claims)
    if let connector = writeback?.writeback.connector { request.detach(connector) }
    // Best effort: it may be gone already.
    try? commit(request, .blocking(allowModeset: true))
  }

  /// Turns the CRTC off, and has the signal be what others expect.
  func commitRest() throws(Errno) {
    var request = AtomicRequest()
    try? request.disable(output)
    guard signal.hdr != nil else { return try commit(request, .blocking(allowModeset: true)) }
    var plain = request
    routes.signal.setPlain(routes.signal.standard, in: &plain)
    do {
      try commit(plain, .blocking(allowModeset: true))
    } catch {
      // To be off comes first.
      return try commit(request, .blocking(allowModeset: true))
    }
    signal.noteDone(routes.signal.standard)
  }

  /// From now on what is shown is not seen, but `black`.
  func beginResting(over black: ScanoutBuffer? = nil) {
    guard isLit else {
      resting?.black = black
      return
    }
    writeback?.cancel()
    watchdog.recovered()
    let period = output.mode.period
    resting = Resting(
      vblanks: VirtualVblanks(origin: .now(), period: period), target: nil, black: black)
    vblankSeries += 1
    if slots.queued != nil { resting?.queue(now: .now()) }
  }

  /// Shows a picture unseen.
  func rest(with layers: Layers) {
    slots.queue(layers, id: lastID)
    resting?.queue(now: .now())
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

extension KMSDisplay.Resting {
  /// A picture waits for the next vblank.
  mutating func queue(now: HostTime) { target = vblanks.number(at: now) + 1 }

  /// The vblank that has come for the queued picture; nil while it has not.
  mutating func due(now: HostTime) -> (sequence: UInt32, time: HostTime)? {
    guard let number = target, vblanks.time(of: number) <= now else { return nil }
    target = nil
    return (UInt32(truncatingIfNeeded: number), vblanks.time(of: number))
  }
}
