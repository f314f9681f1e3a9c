internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

/// One output, driven by atomic commits. Thread-bound to the display thread.
///
/// `light` sets the mode and waits for it; after that, each commit takes effect at the next vblank,
/// one at a time, followed by a flip event. While disabled, pictures advance by a separate clock.
final class KMSDisplay: DisplaySink {
  var epochs = OutputEpochs()
  let routes: RouteFinder
  var signal: OutputSignal
  var power: OutputPower
  var commits: CommitState
  var captures: CaptureSource
  /// The setup of the planes, and how to change it.
  var planes: PlaneSetup
  private var flattener: Flattener?
  /// The composed pictures that no plane shows. Their test commits are not repeated for each picture.
  private var refusedCompositions: [ComposedKind: KMSError] = [:]
  /// The epoch in which it was reported that layers are not shown.
  private var reportedRefusal: Epoch?
  /// The epoch in which it was reported that insets are not shown.
  private var reportedInset: Epoch?
  /// Until when insets are not shown, because they could not be composed, and the epoch.
  private var insetFailure: (epoch: Epoch, end: HostTime)?
  /// Why pictures of two items could not be mixed.
  private var mixingFailure: (epoch: Epoch, reason: String)?
  private let wakeup: Wakeup
  /// Events to report.
  var pendingEvents: [DisplayEvent] = []
  let panel: DisplayPanel
  private let binding = ThreadBinding()

  /// Takes over an output with its claims; it is disabled until `light`. `before` are the initial
  /// properties of its connector.
  init(
    _ output: Output, on device: any AtomicDevice, _ request: DisplayRequest, wakeup: Wakeup,
    before: Properties?
  ) throws(KMSError) {
    let faults = request.faults?.of(output.connector.name)
    self.wakeup = wakeup
    panel = DisplayPanel(output, request.panels)
    routes = RouteFinder(
      device: device, output: output, request.routing, faults: faults, hdr: request.hdr,
      before: before)
    signal = OutputSignal(mode: try device.makeBlob(of: output.mode))
    // Writeback has only this display's part of a wall.
    captures = CaptureSource(
      request.isCapturing && output.shares.isEmpty
        ? WritebackCapturer(device: device, output: output, faults: faults) : nil,
      size: output.size)
    planes = PlaneSetup(routes: routes, output: output, claims: device.claims)
    commits = CommitState(output, on: device, faults: faults)
    power = .disabled(now: .now(), period: output.mode.period, over: nil)
    device.subscribeToFlips(of: output.crtc, wakeup: wakeup)
  }

  deinit {
    device.unsubscribeFromFlips(of: output.crtc.id)
    device.claims.release(output.crtc.id, of: output.connector.id)
  }

  var device: any AtomicDevice { routes.device }
  var output: Output { routes.output }
  var size: PixelSize { output.size }
  var epoch: Epoch { epochs.own }
  var state: DisplayState {
    var state = DisplayState(
      size: size, epoch: epoch, period: output.mode.period, vblankSeries: signal.vblankSeries)
    state.pixelsPerMillimetre = panel.pixelsPerMillimetre
    state.panelRotation = panel.rotation
    (state.screen, state.shift) = (output.screen, planes.shift)
    return state
  }
  var isBusy: Bool { commits.isBusy }
  var deadline: HostTime? {
    if commits.hasArrivals { return .now() }
    guard power.isEnabled else { return power.deadline }
    // While it is busy, its flip comes first.
    let alone = isBusy ? [] : [dimming.due, aloneMoveDue]
    return ([commits.watchdog.deadline] + alone).compactMap(\.self).min()
  }

  var latestVblank: (sequence: UInt32, time: HostTime)? {
    power.vblanks?.latest(at: .now()) ?? device.latestVblank(of: output.crtc.id)
  }

  var description: DisplayDescription {
    let route = planes.plan.map { routes[$0.route] }
    let pair = planes.insetPlanes?.pair ?? route?.pair
    let insets = planes.insetPlanes?.insets.map(\.plane.id) ?? []
    let used = ([pair?.video.id] + insets + [pair?.interface?.id]).compactMap { $0?.rawValue }
    return DisplayDescription(
      name: "\(output.connector.name) on \(device.path) (\(device.driver))",
      mode: output.mode.description, size: output.mode.size, refresh: output.mode.refresh,
      renderMode: route?.mode.rawValue ?? "black", planes: used,
      format: planes.plan?.format.description, connector: output.connector.name,
      monitor: panel.monitor, recoveries: commits.recoveries)
  }

  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    binding.check()
    let plan = try find(description, arrangement)
    routes.publish(plan, for: description, arrangement)
    return plan
  }

  private func find(
    _ description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    do throws(KMSError) {
      return try search(description, arrangement)
    } catch {
      throw PlaybackError(error)
    }
  }

  private func search(
    _ description: PictureDescription, _ arrangement: Arrangement
  ) throws(KMSError) -> ScanoutPlan {
    let mode = power.isEnabled ? nil : output.mode
    var plan = try routes.plan(showing: description, arrangement, setting: mode) {
      pendingEvents.append(.warning($0))
    }
    plan.epoch = epoch
    if !arrangement.isInset { plan.isFlattened = routes[plan.route].pair.interface == nil }
    return plan
  }

  var plans: PublishedPlans? { routes.published }

  var bufferMaker: BufferMaker {
    { [device, epoch] (format, size, room) throws(PlaybackError) in
      do throws(KMSError) {
        return try device.makeScanoutBuffer(format, size: size, room: room, epoch: epoch)
      } catch {
        throw PlaybackError(error)
      }
    }
  }

  var bufferImporter: BufferImporter {
    { [device, epoch, faults = routes.faults] (memory, layout) throws(PlaybackError) in
      do throws(KMSError) {
        if let error = faults?.refusalOfImport() {
          throw .importRefused(layout.size, layout.format, error)
        }
        let imported = try device.importFramebuffer(memory, layout)
        if let buffer = ScanoutBuffer(imported, epoch: epoch) { return buffer }
        throw .importRefused(layout.size, layout.format, .invalid)
      } catch {
        throw PlaybackError(error)
      }
    }
  }

  func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError) {
    binding.check()
    // Plans for an earlier display are not used; while the output is off, only a mode set could be
    // tested.
    guard plan.epoch == epoch, buffer.epoch == epoch, power.isEnabled else { return }
    do throws(KMSError) {
      if let error = try routes.refusal(of: routes[plan.route], plan, buffer) {
        throw .importRefused(buffer.layout.size, buffer.layout.format, error)
      }
    } catch {
      throw PlaybackError(error)
    }
  }

  func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    binding.check()
    guard !isBusy else { return false }
    commits.number()
    guard power.isEnabled else {
      showUnseen(epochs.usable(layers))
      if capture { composeCapture(epochs.usable(layers)) }
      return true
    }
    try reopen(layers.picture.plan)
    guard let layers = try flattened(epochs.usable(layers)) else { return false }
    do throws(KMSError) {
      if planes.isMisread(layers) {
        try enable(with: layers)
        if capture { composeCapture(layers) }
        return true
      }
      if let isShown = try showInOtherColors(layers) {
        if isShown, capture { composeCapture(layers) }
        return isShown
      }
      return try flip(to: layers, capture: capture)
    } catch {
      throw PlaybackError(error)
    }
  }

  /// Tests a closed route again after a while.
  private func reopen(_ plan: ScanoutPlan) throws(PlaybackError) {
    do throws(KMSError) {
      if try routes.reopen(plan) { planes.forget() }
    } catch {
      throw PlaybackError(error)
    }
  }

  private func flip(to layers: Layers, capture: Bool) throws(KMSError) -> Bool {
    if planes.movesFilm(of: layers) { try testFilmMove(layers) }
    if let due = planes.moveDue, due <= .now() { try move(layers, at: .now()) }
    var request = try planes.request(for: layers, over: commits.slots.onScreen)
    try planes.addDamage(of: layers, over: commits.slots.onScreen, to: &request, device)
    dimming.add(to: &request, output.crtc)
    // The writeback of HDR pictures has the signal's colours, which PNG does not support.
    let writesBack =
      capture && layers.scanned.plan.hdr == nil && captures.writeback?.add(to: &request) == true
    do throws(Errno) {
      try commits.commit(request, .flip(id: commits.lastID), layers)
    } catch {
      captures.writeback?.cancel()
      let isShown = try recover(from: error, layers, request)
      // A requested screenshot must be delivered: a blocking commit has no writeback.
      if isShown, capture { composeCapture(layers) }
      return isShown
    }
    if writesBack { captures.writeback?.begin() } else if capture { composeCapture(layers) }
    dimming.recordCommit()
    recordFlip(to: layers)
    return true
  }

  /// The kernel has accepted a flip to these layers.
  private func recordFlip(to layers: Layers) {
    planes.recordCommit(of: layers)
    commits.recordFlip(to: layers)
  }

  func drainFlips() -> [SinkFlip] {
    binding.check()
    let (arrivals, flips) = (commits.drainArrivals(), commits.drainFlips())
    if !flips.isEmpty { power.recordFlip() }
    let unseen = power.finishQueued(at: .now()).flatMap { commits.finish($0) }
    return arrivals + flips + [unseen].compactMap(\.self)
  }

  func drainEvents() -> [DisplayEvent] {
    binding.check()
    defer { pendingEvents = [] }
    return pendingEvents
  }

  /// Playback continues without the screenshot; its client receives none.
  private func composeCapture(_ layers: Layers) {
    do throws(PlaybackError) {
      try captures.compose(layers, on: planes.output.screen.union(PixelRect(size)))
    } catch {
      pendingEvents.append(.warning("\(output.connector.name): no screenshot: \(error.message)"))
    }
  }

  func collectCapture() -> Capture? {
    binding.check()
    return captures.collect()
  }

  /// Whether layers are being composed into one, and wait to be shown.
  var isFlattening: Bool { flattener?.isBusy ?? false }

  /// Adapts layers to the available planes; composes them into one if necessary.
  func fitting(_ layers: Layers) throws(KMSError) -> Layers {
    do {
      return try flattened(layers, atOnce: true) ?? layers
    } catch {
      throw .noPlane(refusals: [error.message])
    }
  }

  /// Without a plane for them, the layers above the picture are drawn into a copy of it; the same
  /// applies to a picture that no plane accepts any longer. Returns nil until that is done, and while
  /// no memory is free. If no plane shows the copy, the picture stays alone.
  private func flattened(
    _ layers: Layers, atOnce: Bool = false
  ) throws(PlaybackError) -> Layers? {
    var layers = layers
    (layers.flattened, layers.isInterfaceApart, layers.insetPlanes) = (nil, false, nil)
    let route = routes[layers.picture.plan.route]
    let isRefused =
      route.isRefused || layers.picture.plan.hdr != nil && routes.signal.isRefused
    var plan: ScanoutPlan?
    if !isRefused, let mixture = layers.mixture {
      // After a failure the rest of the transition is cut.
      plan = mixingFailure?.epoch == epoch ? nil : try mixedPlan(of: layers, mixture)
      if plan == nil { layers.mixture = nil }
    }
    if let failure = insetFailure, failure.epoch == epoch, routes.now() < failure.end {
      layers = layers.withoutInsets
    }
    if !layers.insets.isEmpty, !isRefused {
      layers.insetPlanes = try insetPlanes(
        for: layers.insets, over: plan ?? layers.picture.plan,
        withInterface: layers.interface != nil)
      if layers.insetPlanes == nil, plan == nil { plan = try insetPlan(of: layers) }
      if layers.insetPlanes == nil, plan == nil {
        layers = layers.withoutInsets
        reportHiddenInsets("no plane is free, and they cannot be composed with it")
      }
    }
    guard isRefused || plan != nil || route.pair.interface == nil && layers.interface != nil else {
      flattener?.forget()
      return layers
    }
    if plan == nil {
      plan = try isRefused ? find(.composed(of: size), Arrangement()) : composedPlan(of: layers)
    }
    guard let plan else {
      flattener?.forget()
      return Layers(layers.picture)
    }
    if flattener == nil { flattener = try Flattener(wakeup: wakeup, make: bufferMaker) }
    layers.isInterfaceApart =
      (layers.mixture != nil || !layers.insets.isEmpty && !isRefused)
      && routes[plan.route].pair.interface != nil
    var composed = layers.isInterfaceApart ? layers.withoutInterface : layers
    if layers.insetPlanes != nil { composed = composed.withoutInsets }
    do throws(PlaybackError) {
      layers.flattened =
        try atOnce
        ? flattener?.flattenAtOnce(composed, to: plan) : flattener?.flatten(composed, to: plan)
    } catch {
      if !layers.composedInsets.isEmpty {
        // Such as a shortage of memory, which may be over by then.
        insetFailure = (epoch, routes.now() + InsetCache.wait)
        reportHiddenInsets(error.message)
        return try flattened(layers.withoutInsets, atOnce: atOnce)
      }
      guard layers.mixture != nil else { throw error }
      // The picture itself can be shown.
      mixingFailure = (epoch, error.message)
      layers.mixture = nil
      return try flattened(layers, atOnce: atOnce)
    }
    return layers.flattened == nil ? nil : layers
  }

  private func reportHiddenInsets(_ reason: String) {
    guard reportedInset != epoch else { return }
    reportedInset = epoch
    pendingEvents.append(
      .warning(
        "\(output.connector.name): sign language and the videos of zones are not shown above this video: "
          + reason))
  }

  /// The plan for mixed pictures; nil if no plane shows them. A layer above them that has no plane is
  /// drawn in RGB.
  private func mixedPlan(
    of layers: Layers, _ mixture: Mixture
  ) throws(PlaybackError) -> ScanoutPlan? {
    try composedPlan(of: layers, in: mixture.descriptions(with: layers.picture, on: size))
  }

  /// The plan for a picture with insets in it, like `mixedPlan`.
  private func insetPlan(of layers: Layers) throws(PlaybackError) -> ScanoutPlan? {
    guard layers.picture.plan.hdr == nil, !layers.picture.buffer.isDecoderMemory else { return nil }
    return try composedPlan(
      of: layers, in: PictureDescription.composed(of: size, in: layers.picture.plan, with: [layers])
    )
  }

  private func insetPlanes(
    for insets: [ScanoutPicture], over below: ScanoutPlan, withInterface: Bool
  ) throws(PlaybackError) -> InsetPlanes? {
    guard insets.allSatisfy({ $0.buffer.framebuffer != nil }) else { return nil }
    do throws(KMSError) {
      return try routes.insetPlanes(
        for: insets.map(\.plan), over: below, withInterface: withInterface,
        setting: power.isEnabled ? nil : output.mode)
    } catch {
      throw PlaybackError(error)
    }
  }

  private func composedPlan(
    of layers: Layers, in descriptions: [PictureDescription]
  ) throws(PlaybackError) -> ScanoutPlan? {
    for description in descriptions {
      guard let plan = try composedPlan(for: description) else { continue }
      let isApart = layers.interface == nil || routes[plan.route].pair.interface != nil
      if isApart || plan.format.isRGB || layers.isBlendable { return plan }
    }
    return nil
  }

  func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String? {
    if let obstacle = mixture.obstacle(with: picture) { return obstacle }
    if let mixingFailure, mixingFailure.epoch == epoch { return mixingFailure.reason }
    if routes.isLatching { return "this display needs a mode set for each kind of picture" }
    if (try? mixedPlan(of: Layers(picture), mixture)) == nil {
      return "no plane shows mixed pictures"
    }
    return nil
  }

  /// The plan for layers composed into one: subtitles in the video's own YUV, everything else in RGB.
  /// Returns nil if no plane shows that.
  private func composedPlan(of layers: Layers) throws(PlaybackError) -> ScanoutPlan? {
    if layers.isBlendable {
      let own = layers.picture.plan
      // Planes that reject this size in the video's format may accept another.
      let plan = try composedPlan(
        for: PictureDescription(
          format: own.format, depth: own.format.depth, chroma: .c420, size: size,
          color: own.color))
      if let plan, layers.canCompose(in: plan.format) { return plan }
    }
    let inRGB = PictureDescription.composed(of: size)
    if let plan = try composedPlan(for: inRGB) { return plan }
    if reportedRefusal != epoch, let error = refusedCompositions[kind(inRGB)] {
      reportedRefusal = epoch
      pendingEvents.append(
        .warning(
          "\(output.connector.name): video is shown without subtitles and interface: \(error). "
            + "Try another display.render"))
    }
    return nil
  }

  private func kind(_ description: PictureDescription) -> ComposedKind {
    ComposedKind(description: description, epoch: epoch)
  }

  private func composedPlan(
    for description: PictureDescription
  ) throws(PlaybackError) -> ScanoutPlan? {
    guard refusedCompositions[kind(description)] == nil else { return nil }
    do throws(KMSError) {
      return try search(description, Arrangement())
    } catch .noPlane(let refusals) {
      refusedCompositions[kind(description)] = .noPlane(refusals: refusals)
      return nil
    } catch {
      throw PlaybackError(error)
    }
  }
}

/// A kind of composed pictures, and the epoch in which it was tested.
private struct ComposedKind: Hashable {
  let description: PictureDescription
  let epoch: Epoch
}

extension AtomicDevice {
  /// Allocates memory to scan out. Thread-safe.
  func makeScanoutBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool = true,
    epoch: Epoch? = nil, faults: DisplayFaults? = nil
  ) throws(KMSError) -> ScanoutBuffer {
    if let error = faults?.refusal(ofBuffer: format) { throw .bufferRefused(size, format, error) }
    return ScanoutBuffer(
      try makeFramebuffer(format, size: size, room: room, populating: populating), epoch: epoch)
  }
}

extension PlaybackError {
  /// The error's own message, with its exit status.
  init(_ error: KMSError) {
    let status: ExitStatus =
      switch error {
      case .cannotOpen(_, .accessDenied), .cannotOpen(_, .notPermitted): .noPermission
      case .noMode: .configuration
      default: .unavailable
      }
    self.init(.display, error.description, exitStatus: status)
  }
}

/// Showing HDR pictures on an HDR display, with a matching signal.
extension KMSDisplay {
  /// Shows pictures that need another signal than the previous ones. Returns nil if they need the
  /// same; false if they are not on screen yet.
  private func showInOtherColors(_ layers: Layers) throws(KMSError) -> Bool? {
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
    pendingEvents.append(.warning("\(output.connector.name): HDR refused: \(error). Showing SDR"))
  }
}

/// The properties of the panel attached to a connector, and how it is used.
struct DisplayPanel {
  let monitor: MonitorIdentity?
  let pixelsPerMillimetre: Double?
  /// The rotation that makes content upright: of the panel's mounting, and from the configuration.
  let rotation: Rotation
  let dimming: ExternalDimming

  init(_ output: Output, _ wanted: PanelPreferences) {
    let connector = output.connector
    monitor = MonitorIdentity(edid: connector.edid)
    pixelsPerMillimetre = connector.physicalSize.map {
      Double(output.mode.size.width) / Double($0.width)
    }
    let turned = wanted.rotations[connector.name] ?? .none
    rotation = (connector.properties.panelOrientation?.rotation ?? .none) + turned
    dimming = wanted.dimming
  }
}
