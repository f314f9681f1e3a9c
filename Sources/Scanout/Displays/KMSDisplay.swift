internal import KMS
internal import Linux
internal import Pictures
internal import Playback
internal import Timing

/// One output on the kernel's atomic interface. Thread-bound to the display thread.
///
/// `light` sets the mode and waits for it; after that every commit takes effect at the next
/// vblank, one at a time, and is answered by a flip. While it rests its CRTC is off, and pictures
/// come and go by a clock of its own.
final class KMSDisplay: DisplaySink {
  let device: any AtomicDevice
  let output: Output
  var epoch = Epoch()
  let routes: RouteFinder
  let modeBlob: PropertyBlob
  var writeback: WritebackTaker?
  var signal = SignalState()
  /// What has to be told of it.
  var news: [DisplayNews] = []
  private let faults: DisplayFaults?
  /// How far content is turned on this connector beside what is wanted of all.
  private let turned: Rotation
  private let monitor: MonitorIdentity?
  var slots = FlipSlots<Layers>()
  var watchdog: FlipWatchdog
  var black: ScanoutBuffer?
  private var flattener: Flattener?
  private(set) var lastID: UInt64 = 0
  /// How the planes are set up, and what has to be told to the kernel to have them so.
  var planes: PlaneSetup
  /// What came on screen without a flip.
  var arrived: [SinkFlip] = []
  var recoveries = 0
  /// Whether a flip has brought a picture since the mode was set.
  var hasFlipped = false
  /// Paces while the CRTC is off; nil while it is on.
  var resting: Resting?
  var vblankSeries = 0
  var composed: Capture?
  /// Of the output that this one mirrors.
  var reflected: Epoch?
  private let binding = ThreadBinding()

  /// A CRTC that is off.
  struct Resting {
    let vblanks: VirtualVblanks
    /// When the queued picture has its turn.
    var target: Int64?
    /// What is on screen instead, where anything is.
    var black: ScanoutBuffer?
  }

  /// Takes an output over, with the claims of it; it rests until `light`. `before` are its
  /// connector's properties before us.
  init(
    _ output: Output, on device: any AtomicDevice, _ request: DisplayRequest, wakeup: Wakeup,
    before: Properties?
  ) throws(KMSError) {
    (self.device, self.output, faults) = (device, output, request.faults)
    monitor = MonitorIdentity(edid: output.connector.edid)
    turned = request.rotations[output.connector.name] ?? .none
    routes = RouteFinder(
      device: device, output: output, forced: request.renderMode, turning: request.turning,
      quirks: request.quirks, faults: request.faults, hdr: request.hdr,
      before: before)
    modeBlob = try device.makeBlob(of: output.mode)
    writeback =
      request.isCapturing
      ? WritebackTaker(device: device, output: output, faults: request.faults) : nil
    planes = PlaneSetup(routes: routes, output: output, claims: device.claims)
    watchdog = FlipWatchdog(period: output.mode.period)
    resting = Resting(vblanks: VirtualVblanks(origin: .now(), period: output.mode.period))
    device.keepFlips(of: output.crtc, wakeup: wakeup)
  }

  deinit {
    device.forgetFlips(of: output.crtc.id)
    device.claims.release(output.crtc.id, of: output.connector.id)
  }

  var size: PixelSize { output.size }
  var state: DisplayState {
    var state = DisplayState(
      size: size, epoch: epoch, period: output.mode.period, vblankSeries: vblankSeries)
    state.pixelsPerMillimetre = output.connector.physicalSize.map {
      Double(size.width) / Double($0.width)
    }
    let builtIn = output.connector.properties.panelOrientation?.rotation ?? .none
    state.panelRotation = builtIn + turned
    return state
  }
  var isBusy: Bool { slots.queued != nil }
  var deadline: HostTime? {
    // No event tells of a picture that a blocking commit has brought.
    if !arrived.isEmpty { return .now() }
    guard let resting else { return watchdog.deadline }
    return resting.target.map { resting.vblanks.time(of: $0) }
  }

  var latestVblank: (sequence: UInt32, time: HostTime)? {
    resting?.vblanks.latest(at: .now()) ?? device.latestVblank(of: output.crtc.id)
  }

  var description: DisplayDescription {
    let route = planes.plan.map { routes[$0.route] }
    let used = [route?.pair.video.id, route?.pair.interface?.id].compactMap { $0?.rawValue }
    return DisplayDescription(
      name: "\(output.connector.name) on \(device.path) (\(device.driver))",
      mode: output.mode.description, renderMode: route?.mode.rawValue ?? "black", planes: used,
      format: planes.plan?.format.description, connector: output.connector.name, monitor: monitor,
      recoveries: recoveries)
  }

  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    binding.check()
    do throws(KMSError) {
      let mode = resting == nil ? nil : output.mode
      var plan = try routes.plan(showing: description, arrangement, setting: mode) {
        news.append(.trouble($0))
      }
      plan.epoch = epoch
      return plan
    } catch {
      throw PlaybackError(error)
    }
  }

  var bufferMaker: BufferMaker {
    { [device, epoch] (format, size, room) throws(PlaybackError) in
      do throws(KMSError) {
        return try device.makeScanoutBuffer(format, size: size, room: room, epoch: epoch)
      } catch {
        throw PlaybackError(error)
      }
    }
  }

  func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    binding.check()
    guard slots.queued == nil else { return false }
    lastID = device.flipNumber(of: output.crtc)
    if resting != nil {
      rest(with: usable(layers))
      if capture { composeCapture(of: usable(layers)) }
      return true
    }
    guard let layers = try flattened(usable(layers)) else { return false }
    do {
      if let isShown = try showInOtherColors(layers) {
        if isShown, capture { composeCapture(of: layers) }
        return isShown
      }
      var request = try planes.request(for: layers, over: slots.onScreen)
      try planes.addDamage(of: layers, over: slots.onScreen, to: &request, device)
      // What is written back of HDR is in the signal's colours, which no PNG has.
      let isCapturing =
        capture && layers.scanned.plan.hdr == nil && writeback?.add(to: &request) == true
      do {
        try commit(request, .flip(id: lastID), layers)
      } catch {
        writeback?.cancel()
        let isShown = try recover(from: error, layers, request)
        // What is awaited must come: a blocking commit takes no picture of the screen.
        if isShown, capture { composeCapture(of: layers) }
        return isShown
      }
      if isCapturing { writeback?.begin() } else if capture { composeCapture(of: layers) }
    } catch {
      throw PlaybackError(error)
    }
    noteQueued(layers)
    return true
  }

  /// A flip to these has been taken.
  func noteQueued(_ layers: Layers) {
    planes.noteDone(layers)
    watchdog.committed(id: lastID, at: .now())
    slots.queue(layers, id: lastID)
  }

  func takeFlips() -> [SinkFlip] {
    binding.check()
    var flips = arrived
    arrived = []
    for flip in device.takeFlips(of: output.crtc.id) {
      if let faults, faults.losesFlip() { continue }
      watchdog.flipped(id: flip.id)
      guard slots.flipped(id: flip.id), let layers = slots.onScreen else { continue }
      (black, hasFlipped) = (nil, true)
      flips.append(SinkFlip(layers, sequence: flip.sequence, time: flip.time))
    }
    if let (number, time) = resting?.due(now: .now()) {
      slots.flipped(id: lastID)
      if let layers = slots.onScreen {
        flips.append(SinkFlip(layers, sequence: number, time: time))
      }
    }
    return flips
  }

  func takeNews() -> [DisplayNews] {
    binding.check()
    defer { news = [] }
    return news
  }

  func takeCapture() -> Capture? {
    binding.check()
    defer { composed = nil }
    return composed ?? writeback?.take()
  }

  /// Gives a request to the kernel, which shows these.
  func commit(
    _ request: AtomicRequest, _ kind: CommitKind, _ layers: Layers? = nil
  ) throws(Errno) {
    let format = layers?.scanned.plan.format
    if let error = faults?.refusal(of: request, kind, format) { throw error }
    try device.commit(faults?.real(request) ?? request, kind)
  }

  /// Without what was made for another epoch.
  private func usable(_ layers: Layers) -> Layers {
    guard let layer = layers.interface, layer.buffer.epoch != epoch,
      reflected == nil || layer.buffer.epoch != reflected
    else { return layers }
    return Layers(layers.picture)
  }

  /// As the planes that there are can take it; with all that there is in one where they cannot.
  func fitting(_ layers: Layers) throws(KMSError) -> Layers {
    do {
      return try flattened(layers) ?? layers
    } catch {
      throw .noPlane(refusals: [error.message])
    }
  }

  /// Without a plane for it, what lies over the picture is put into a copy of the picture; and so
  /// is the picture itself where no plane takes it any more. Nil while there is no memory for that.
  private func flattened(_ layers: Layers) throws(PlaybackError) -> Layers? {
    var layers = layers
    layers.flattened = nil
    let route = routes[layers.picture.plan.route]
    let isUnwanted = layers.picture.plan.hdr != nil && routes.signal.isRefused
    guard
      route.pair.interface == nil && layers.interface != nil || route.isRefused || isUnwanted
    else { return layers }
    if flattener == nil { flattener = Flattener(try planOfScreen(), make: bufferMaker) }
    layers.flattened = try flattener?.flatten(layers)
    return layers.flattened == nil ? nil : layers
  }

  private func planOfScreen() throws(PlaybackError) -> ScanoutPlan {
    let color = ColorDescription(matrix: nil, range: .full, of: size)
    return try plan(
      for: PictureDescription(
        format: .xrgb8888, depth: 8, chroma: .rgb, size: size, color: color),
      Arrangement())
  }
}

extension AtomicDevice {
  /// Memory to scan out. Thread-safe.
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
  /// The display's own words, with the exit status that belongs to them.
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
