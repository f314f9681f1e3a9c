internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineTiming

/// Recovery from rejected commits and missing flips.
extension KMSDisplay {
  func timePassed(_ now: HostTime) throws(PlaybackError) {
    commitDimming(now)
    try commitMove(now)
    guard isLit, let layers = commits.presumeFlipped(now) else { return }
    power.recordPresumedFlip()
    recordArrival(of: layers)
  }

  /// Handles a rejected commit. Returns true if its picture is on screen after all.
  /// `allowedModeset` is whether it could have set the mode.
  func recover(
    from error: Errno, _ layers: Layers, _ refused: AtomicRequest, allowedModeset: Bool = false
  ) throws(KMSError) -> Bool {
    // An output that another process has turned off rejects everything, whatever its planes
    // support.
    let isRefused = error.isRefusal && stateInKernel != .off
    if isRefused, !allowedModeset,
      (try? commits.commit(refused, .test(allowModeset: true), layers)) != nil
    {
      // Only once, rather than at each new size of the interface.
      if planes.changesOnlyBox(for: layers) { routes.keepInterfaceWhole() }
      return try commitBlocking(layers, settingMode: false, allowingModeset: true)
    }
    if isRefused, try returnToCentre(layers, after: error) {
      commits.recoveries += 1
      return try commitBlocking(layers, settingMode: false)
    }
    if isRefused, planes.hasMovedFilm(layers) {
      commits.recoveries += 1
      planes.refuseMovingFilms()
      return try commitBlocking(layers, settingMode: false)
    }
    if isRefused, let planes = layers.insetPlanes {
      // Their next pictures are shown on other planes, or composed.
      commits.recoveries += 1
      routes.insets.refuse(planes, at: routes.now())
      self.planes.forget()
      return try commitBlocking(layers.withoutInsets, settingMode: false)
    }
    if isRefused, layers.scanned.plan.hdr != nil, !routes.signal.isRefused {
      commits.recoveries += 1
      planes.forget()
      refuseHDR(error)
      return try commitBlocking(Layers(layers.picture), settingMode: false)
    }
    if isRefused,
      try routes.reroute(layers.scanned.plan, interface: planes.interface(of: layers))
    {
      commits.recoveries += 1
      planes.forget()
      return try commitBlocking(layers, settingMode: false)
    }
    return try recover(with: commits.watchdog.refused(error, at: .now()), layers, error, refused)
  }

  /// Repeats the commit with an escalating step, until the picture is on screen or nothing helps.
  private func recover(
    with step: FlipWatchdog.Step, _ layers: Layers, _ cause: Errno,
    _ refused: AtomicRequest
  ) throws(KMSError) -> Bool {
    commits.recoveries += 1
    planes.forget()  // its state is unknown: the next commit sets everything
    switch step {
    case .presume, .again: return false
    case .reopen:
      throw .commitRefused(cause, output: output.connector.name, request: "\(refused)")
    case .blocking, .modeset:
      return try commitBlocking(layers, settingMode: step == .modeset)
    }
  }

  /// Shows these layers, and sets the signal's colours for them.
  func commitBlocking(
    _ wanted: Layers, settingMode: Bool, allowingModeset: Bool = false
  ) throws(KMSError) -> Bool {
    let layers = try fitting(wanted)
    var request = try planes.request(for: layers, over: commits.slots.onScreen)
    if settingMode { try request.enable(output, mode: signal.mode, gamma: dimming.table) }
    let color = routes.signal.color(for: layers.scanned.plan.hdr)
    let setsColor = settingMode || signal.colors.step(to: color) != .stay
    if setsColor { try routes.signal.set(color, in: &request, device) }
    let allowsModeset = setsColor || allowingModeset
    do {
      try commits.commit(request, .blocking(allowModeset: allowsModeset), layers)
    } catch {
      return try recover(from: error, layers, request, allowedModeset: allowsModeset)
    }
    // The CRTC restarts the numbering of its vblanks.
    if allowingModeset { signal.beginVblankSeries() }
    signal.recordModeset(with: color)
    if settingMode { dimming.recordCommit() }
    commits.watchdog.recovered()
    arrive(layers)
    return true
  }

  /// A blocking commit has put these layers on screen.
  func arrive(_ layers: Layers) {
    commits.replace(with: layers)
    planes.recordCommit(of: layers)
    recordArrival(of: layers)
  }

  private func recordArrival(of layers: Layers) {
    commits.recordArrival(of: layers, at: latestVblank)
  }
}

extension Errno {
  /// Whether the kernel would reject it again.
  var isRefusal: Bool {
    switch self {
    case .busy, .interrupted, .noDevice, .accessDenied, .notPermitted: false
    default: true
    }
  }
}
