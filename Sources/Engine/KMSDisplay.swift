public import KMS
internal import Linux
public import Pictures
public import Playback
public import Timing

/// A display on the kernel's atomic interface. Thread-bound to the display thread.
///
/// The first commit sets the mode with a black picture and waits for it; after that every
/// commit takes effect at the next vblank, one at a time, and is answered by a flip.
public final class KMSDisplay: DisplaySink {
  let device: DRMDevice
  let output: Output
  private let routes: RouteFinder
  private let modeBlob: PropertyBlob
  private let before: ScreenState
  private let writeback: WritebackTaker?
  private var slots = FlipSlots<Layers>()
  private var watchdog: FlipWatchdog
  private var black: ScanoutBuffer?
  private var flattener: Flattener?
  private var lastID: UInt64 = 0
  /// The plan whose plane set-up is in force; nil before the first picture.
  private var configured: Configuration?
  /// What the planes are set up for; while it stays, only framebuffers are exchanged.
  private struct Configuration: Equatable {
    let plan: ScanoutPlan
    let pitch: Int
    /// Which part of the interface's plane shows something.
    let interfaceBox: PixelRect?
  }
  private var recovered: [SinkFlip] = []
  private var recoveries = 0

  /// Opens a device (by path, else the first that drives displays), takes the display over
  /// and makes it black. `capturing` readies the writeback connector, where there is one.
  public init(_ request: DisplayRequest) throws(PlaybackError) {
    do {
      device = try DRMDevice.find(at: request.devicePath)
      guard device.becomeMaster() else {
        throw KMSError.notMaster(
          path: device.path, holders: DeviceHolder.all(of: device.path))
      }
      output = try Output(on: device, connector: request.connector, mode: request.mode)
      routes = RouteFinder(device: device, output: output, forced: request.renderMode)
      modeBlob = try device.makeBlob(of: output.mode)
      before = try ScreenState(of: output, on: device)
      writeback = request.isCapturing ? WritebackTaker(device: device, output: output) : nil
    } catch let error as KMSError {
      throw PlaybackError(error)
    } catch {
      throw PlaybackError(.display, "\(error)", exitStatus: .unavailable)
    }
    watchdog = FlipWatchdog(period: output.mode.period)
    try showBlack()
  }

  deinit { before.restore(detaching: writeback?.writeback) }

  public var size: PixelSize { output.size }
  public var pixelsPerMillimetre: Double? {
    output.connector.physicalSize.map { Double(output.size.width) / Double($0.width) }
  }
  public var period: Duration { output.mode.period }
  public var isBusy: Bool { slots.queued != nil }
  public var deadline: HostTime? { watchdog.deadline }

  public var latestVblank: (sequence: UInt32, time: HostTime)? {
    device.latestVblank(of: output.crtc.id)
  }

  /// What an event loop waits on for flips.
  var eventSource: FileDescriptor {
    _read { yield device.eventSource }
  }

  public var description: DisplayDescription {
    let route = configured.map { routes[$0.plan.route] }
    let planes = [route?.pair.video.id, route?.pair.interface?.id].compactMap { $0?.rawValue }
    return DisplayDescription(
      name: "\(output.connector.name) on \(device.path) (\(device.driver))",
      mode: output.mode.description, renderMode: route?.mode.rawValue ?? "black", planes: planes,
      format: configured?.plan.format.description, recoveries: recoveries)
  }

  public func plan(
    for description: PictureDescription, fit: Fit
  ) throws(PlaybackError) -> ScanoutPlan {
    do {
      return try routes.plan(for: description, fit: fit)
    } catch {
      throw PlaybackError(error)
    }
  }

  public var bufferMaker: BufferMaker {
    { [device] (format, size, room) throws(PlaybackError) in
      do throws(KMSError) {
        return try device.makeScanoutBuffer(format, size: size, room: room)
      } catch {
        throw PlaybackError(error)
      }
    }
  }

  public func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    guard slots.queued == nil, let layers = try flattened(layers) else { return false }
    lastID += 1
    do {
      var request = try self.request(for: layers)
      let damage = try addDamage(of: layers, to: &request)
      defer { _ = damage }  // the kernel has taken it by then
      let isCapturing = try capture && writeback?.add(to: &request) == true
      do {
        try device.commit(request, .flip(id: lastID))
      } catch {
        writeback?.cancel()
        return try recover(with: watchdog.refused(error), layers, error, request)
      }
      if isCapturing { writeback?.begin() } else if capture { composeCapture(of: layers) }
    } catch let error as KMSError {
      throw PlaybackError(error)
    } catch {
      throw PlaybackError(.display, "\(error)", exitStatus: .unavailable)
    }
    configured = configuration(of: layers)
    watchdog.committed(id: lastID, at: .now())
    slots.queue(layers, id: lastID)
    return true
  }

  public func takeFlips() -> [SinkFlip] {
    var flips = recovered
    recovered = []
    for flip in device.readFlips() {
      watchdog.flipped(id: flip.id)
      guard slots.flipped(id: flip.id), let layers = slots.onScreen else { continue }
      black = nil
      flips.append(SinkFlip(layers, sequence: flip.sequence, time: flip.time))
    }
    return flips
  }

  public func takeCapture() -> Capture? {
    defer { composed = nil }
    return composed ?? writeback?.take()
  }
  private var composed: Capture?

  public func timePassed(_ now: HostTime) throws(PlaybackError) {
    guard let step = watchdog.timePassed(now), let layers = slots.giveUp() else { return }
    do {
      _ = try recover(with: step, layers, .timedOut, try request(for: layers))
    } catch {
      throw PlaybackError(error)
    }
  }

  /// One more try, harder than the last, until the picture is on screen or nothing helps.
  private func recover(
    with step: FlipWatchdog.Step, _ layers: Layers, _ cause: Errno,
    _ refused: AtomicRequest
  ) throws(KMSError) -> Bool {
    recoveries += 1
    configured = nil  // whatever the kernel has now, the next commit sets everything
    switch step {
    case .again: return false
    case .reopen:
      throw .commitRefused(cause, output: output.connector.name, request: "\(refused)")
    case .blocking, .modeset:
      var request = try self.request(for: layers)
      if step == .modeset { try request.enable(output, mode: modeBlob) }
      do {
        try device.commit(request, .blocking(allowModeset: step == .modeset))
      } catch {
        return try recover(with: watchdog.refused(error), layers, error, request)
      }
      watchdog.recovered()
      slots.replace(with: layers)
      let vblank = latestVblank ?? (0, .now())
      recovered.append(SinkFlip(layers, sequence: vblank.sequence, time: vblank.time))
      return true
    }
  }

  private func configuration(of layers: Layers) -> Configuration {
    let picture = layers.scanned
    return Configuration(
      plan: picture.plan, pitch: picture.buffer.layout.planes[0].pitch,
      interfaceBox: interface(of: layers)?.box)
  }

  /// What goes on the interface's plane, and the part of the plane that has to be on.
  private func interface(
    of layers: Layers
  ) -> (framebuffer: ObjectID<Framebuffer>, box: PixelRect)? {
    let route = routes[layers.scanned.plan.route]
    guard route.pair.interface != nil, let layer = layers.interface,
      let framebuffer = layer.buffer.framebuffer
    else { return nil }
    return (framebuffer, route.isPlaceable ? layer.box : PixelRect(size))
  }

  /// Without a plane for it, what lies over the picture is put into a copy of the picture. Nil
  /// while there is no memory for that.
  private func flattened(_ layers: Layers) throws(PlaybackError) -> Layers? {
    var layers = layers
    layers.flattened = nil
    guard routes[layers.picture.plan.route].pair.interface == nil, layers.interface != nil else {
      return layers
    }
    if flattener == nil { flattener = Flattener(try planOfScreen(), make: bufferMaker) }
    layers.flattened = try flattener?.flatten(layers)
    return layers.flattened == nil ? nil : layers
  }

  private func planOfScreen() throws(PlaybackError) -> ScanoutPlan {
    let color = ColorDescription(matrix: nil, range: .full, of: size)
    return try plan(
      for: PictureDescription(
        format: .xrgb8888, depth: 8, chroma: .rgb, size: size, color: color),
      fit: .contain)
  }

  /// All properties when the plan is new, else only the framebuffers.
  private func request(for layers: Layers) throws(KMSError) -> AtomicRequest {
    var request = AtomicRequest()
    let picture = layers.scanned
    guard let framebuffer = picture.buffer.framebuffer else { return request }
    let route = routes[picture.plan.route]
    let interface = interface(of: layers)
    if configured == configuration(of: layers) {
      try request.flip(to: framebuffer, on: route.pair.video)
      // One that is on screen already stays there: touching its plane would mean that all of it
      // is new.
      if let interface, let plane = route.pair.interface,
        layers.interface?.buffer !== slots.onScreen?.interface?.buffer
      {
        try request.flip(to: interface.framebuffer, on: plane)
      }
      return request
    }
    try route.configure(
      &request, plan: picture.plan, framebuffer: framebuffer, interface: interface, on: output)
    return request
  }

  /// Tells the kernel which parts of the interface are new, where it wants to know. The answer
  /// has to live until the commit.
  private func addDamage(
    of layers: Layers, to request: inout AtomicRequest
  ) throws(KMSError) -> PropertyBlob? {
    let pair = routes[layers.scanned.plan.route].pair
    let isFlat = layers.flattened != nil
    guard let plane = isFlat ? pair.video : pair.interface,
      plane.properties["FB_DAMAGE_CLIPS"] != nil, let layer = layers.interface,
      let damage = layer.damage, let number = layer.number, !damage.isEmpty,
      let shown = slots.onScreen, let before = shown.interface?.number, number - before == 1,
      // In one with the picture, only what lies over the same picture is known to be new.
      !isFlat || shown.flattened != nil && shown.picture === layers.picture
    else { return nil }
    let blob = try device.makeBlob(ofDamage: damage)
    try request.setDamage(blob, on: plane)
    return blob
  }

  private func composeCapture(of layers: Layers) {
    // A screenshot that fails is reported by whoever asked for it; the picture goes on.
    composed = (try? Composition.compose(layers, size: size))
      .map { Capture(buffer: $0, origin: .composition) }
  }

  private func showBlack() throws(PlaybackError) {
    do {
      let buffer = try device.makeScanoutBuffer(
        .xrgb8888, size: size, room: nil, populating: false)
      var request = AtomicRequest()
      try routes.configureBlack(&request, buffer)
      try request.enable(output, mode: modeBlob)
      if let writeback { try request.attach(writeback.writeback.connector, to: output.crtc) }
      do {
        try device.commit(request, .blocking(allowModeset: true))
      } catch .accessDenied {
        throw KMSError.notMaster(path: device.path, holders: DeviceHolder.all(of: device.path))
      } catch {
        throw KMSError.commitRefused(
          error, output: output.connector.name, request: "\(request)")
      }
      black = buffer
    } catch let error as KMSError {
      throw PlaybackError(error)
    } catch {
      throw PlaybackError(.display, "\(error)", exitStatus: .unavailable)
    }
  }
}

/// Which display is wanted, and how.
public struct DisplayRequest: Sendable {
  public var devicePath: String?
  public var connector: String?
  public var mode: ModeWish?
  /// Only this way of rendering; nil takes the best that works.
  public var renderMode: RenderMode?
  /// Whether screenshots will be asked for.
  public var isCapturing: Bool

  public init(
    devicePath: String? = nil, connector: String? = nil, mode: ModeWish? = nil,
    renderMode: RenderMode? = nil, isCapturing: Bool = false
  ) {
    (self.devicePath, self.connector, self.mode) = (devicePath, connector, mode)
    (self.renderMode, self.isCapturing) = (renderMode, isCapturing)
  }
}

extension DRMDevice {
  /// Dumb memory with a framebuffer on it. Thread-safe.
  func makeScanoutBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool = true
  ) throws(KMSError) -> ScanoutBuffer {
    let memory = try DumbBuffer(
      on: self, format: format, size: size, alignedWidth: room?.width,
      allocatedRows: room?.height, populating: populating)
    return ScanoutBuffer(try Framebuffer(memory, on: self))
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
