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
  /// How the planes are set up, and what has to be told to the kernel to have them so.
  private var planes: PlaneSetup
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
      routes = RouteFinder(
        device: device, output: output, forced: request.renderMode, turning: request.turning)
      modeBlob = try device.makeBlob(of: output.mode)
      before = try ScreenState(of: output, on: device)
      writeback = request.isCapturing ? WritebackTaker(device: device, output: output) : nil
    } catch let error as KMSError {
      throw PlaybackError(error)
    } catch {
      throw PlaybackError(.display, "\(error)", exitStatus: .unavailable)
    }
    planes = PlaneSetup(routes: routes, output: output)
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
    let route = planes.plan.map { routes[$0.route] }
    let used = [route?.pair.video.id, route?.pair.interface?.id].compactMap { $0?.rawValue }
    return DisplayDescription(
      name: "\(output.connector.name) on \(device.path) (\(device.driver))",
      mode: output.mode.description, renderMode: route?.mode.rawValue ?? "black", planes: used,
      format: planes.plan?.format.description, recoveries: recoveries)
  }

  public func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    do {
      return try routes.plan(for: description, arrangement)
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
      var request = try planes.request(for: layers, over: slots.onScreen)
      let damage = try planes.addDamage(of: layers, over: slots.onScreen, to: &request, device)
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
    planes.noteDone(layers)
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
      _ = try recover(
        with: step, layers, .timedOut, try planes.request(for: layers, over: slots.onScreen))
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
    planes.forget()  // whatever the kernel has now, the next commit sets everything
    switch step {
    case .again: return false
    case .reopen:
      throw .commitRefused(cause, output: output.connector.name, request: "\(refused)")
    case .blocking, .modeset:
      var request = try planes.request(for: layers, over: slots.onScreen)
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
      Arrangement())
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
  /// Who turns pictures; nil takes the plane where it can.
  public var turning: Turning?
  /// Whether screenshots will be asked for.
  public var isCapturing: Bool

  public init(
    devicePath: String? = nil, connector: String? = nil, mode: ModeWish? = nil,
    renderMode: RenderMode? = nil, turning: Turning? = nil, isCapturing: Bool = false
  ) {
    (self.devicePath, self.connector, self.mode) = (devicePath, connector, mode)
    (self.renderMode, self.turning) = (renderMode, turning)
    self.isCapturing = isCapturing
  }
}

/// Who turns pictures on a display whose content is turned.
public enum Turning: String, Sendable, CaseIterable {
  /// The display's hardware, as it reads them.
  case plane
  /// The pass that writes them into the display's memory.
  case pass
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
