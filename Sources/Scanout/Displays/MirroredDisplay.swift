package import VitrineKMS
package import VitrineLinux
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A display that is mirrored on others. Thread-bound to the display thread.
///
/// The first display determines the timing: each mirror shows the same pictures at its own vblanks,
/// at most one vblank later, and can be hot-plugged independently.
package final class MirroredDisplay: DisplaySink, DeviceSink {
  private let first: HotPlugDisplay
  private let mirrors: [Mirror]
  private let loop: EventLoop
  private let binding = ThreadBinding()
  private let isWall: Bool
  /// Whether the wall has left out videos above the picture.
  private var hasLeftOutInsets = false
  private var events: [DisplayEvent] = []

  /// A mirror, and the next layers to show.
  private final class Mirror {
    let display: HotPlugDisplay
    var next: Layers?
    /// The layers passed to the display, until it accepts them.
    private var pending: Layers?

    init(_ display: HotPlugDisplay) { self.display = display }

    func step(from first: HotPlugDisplay) {
      _ = try? display.drainFlips()
      if let newer = next, pending == nil || !display.isFlattening {
        (pending, next) = (newer, nil)
      }
      if let layers = pending, display.mirror(layers, from: first) { pending = nil }
    }
  }

  /// `connectors` are those of the mirrors, which may be disconnected.
  package init(
    _ request: DisplayRequest, on connectors: [String], _ watch: ConnectorWatch,
    isWanted: () -> Bool = { true }, report: (DisplayEvent) -> Void = { _ in }
  ) throws(PlaybackError) {
    var request = request
    // All of them would have to support the same signal.
    request.hdr = .off
    isWall = request.panels.wall != nil
    var own = request
    own.avoided.formUnion(connectors)
    first = try HotPlugDisplay(own, watch, isWanted: isWanted, report: report)
    var mirrors: [Mirror] = []
    for connector in connectors {
      var other = request
      (other.connector, other.isCapturing) = (connector, false)
      mirrors.append(Mirror(try HotPlugDisplay(other, watch, isWanted: isWanted)))
    }
    self.mirrors = mirrors
    do throws(Errno) {
      loop = try EventLoop()
      try loop.add(first.eventSource, token: 0)
      for mirror in mirrors { try loop.add(mirror.display.eventSource, token: 1) }
    } catch {
      throw PlaybackError(.display, "event loop: \(error)", exitStatus: .unavailable)
    }
  }

  package var eventSource: FileDescriptor {
    _read { yield loop.descriptor }
  }

  package var state: DisplayState { first.state }
  package var latestVblank: (sequence: UInt32, time: HostTime)? { first.latestVblank }
  package var isBusy: Bool { first.isBusy }
  package var deviceFaults: Int { first.deviceFaults }
  package var description: DisplayDescription { first.description }
  package var plans: PublishedPlans? { first.plans }
  package var bufferMaker: BufferMaker { first.bufferMaker }
  package var bufferImporter: BufferImporter { first.bufferImporter }
  package var deadline: HostTime? {
    ([first.deadline] + mirrors.map(\.display.deadline)).compactMap(\.self).min()
  }

  package func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    binding.check()
    return try first.plan(for: description, arrangement)
  }

  package func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError) {
    try first.accepts(buffer, by: plan)
  }

  package func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String? {
    first.obstacle(to: mixture, with: picture)
  }

  package func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    binding.check()
    // On a wall, each display would compose the whole picture with them.
    if isWall, !hasLeftOutInsets, !layers.insets.isEmpty {
      hasLeftOutInsets = true
      events.append(.warning("walls show neither sign language nor the videos of zones"))
    }
    let layers = isWall ? layers.withoutInsets : layers
    guard try first.show(layers, capture: capture) else { return false }
    for mirror in mirrors {
      mirror.next = layers
      mirror.step(from: first)
    }
    return true
  }

  package func drainFlips() throws(PlaybackError) -> [SinkFlip] {
    binding.check()
    let flips = try first.drainFlips()
    for mirror in mirrors { mirror.step(from: first) }
    return flips
  }

  package func collectCapture() -> Capture? { first.collectCapture() }
  package func match(_ content: Refresh) { first.match(content) }

  package func leave() {
    first.leave()
    for mirror in mirrors { mirror.display.leave() }
  }

  package func enter() {
    first.enter()
    for mirror in mirrors { mirror.display.enter() }
  }

  /// All of them: a device is not reopened while one of its outputs shows pictures.
  package func reopenDevice() {
    for mirror in mirrors { mirror.display.reopenDevice() }
    first.reopenDevice()
  }

  package func setPower(_ isOn: Bool) {
    first.setPower(isOn)
    for mirror in mirrors { mirror.display.setPower(isOn) }
  }

  package var dimming: Dimming? { first.dimming }

  package func setBrightness(_ brightness: Brightness) {
    first.setBrightness(brightness)
    for mirror in mirrors { mirror.display.setBrightness(brightness) }
  }

  package func drainEvents() -> [DisplayEvent] {
    defer { events = [] }
    return first.drainEvents() + mirrors.flatMap { $0.display.drainEvents() } + events
  }

  package func timePassed(_ now: HostTime) throws(PlaybackError) {
    binding.check()
    try first.timePassed(now)
    for mirror in mirrors { try mirror.display.timePassed(now) }
  }
}

/// Mirroring another output of the same device: the same framebuffers at the same positions, scaled
/// to this display.
extension KMSDisplay {
  /// Shows `layers` of an output of this `size`. Returns false if the previous picture is still
  /// queued, or if the device cannot read the memory.
  func mirror(_ layers: Layers, from size: PixelSize) throws(PlaybackError) -> Bool {
    guard isLit, !isBusy, layers.picture.buffer.framebuffer != nil else { return false }
    var plan: ScanoutPlan
    do throws(KMSError) {
      plan = try routes.adopt(layers.picture.plan.mirrored(from: size, to: self.size))
    } catch {
      throw PlaybackError(error)
    }
    plan.epoch = epoch
    epochs.mirrored = layers.picture.buffer.epoch
    // The layers above the picture were drawn for a display of that size.
    var mirrored = Layers(
      ScanoutPicture(mirroring: layers.picture, plan),
      interface: size == self.size ? layers.interface : nil)
    if let mixture = layers.mixture {
      let other = mixture.other.plan.mirrored(from: size, to: self.size)
      mirrored.mixture = Mixture(
        with: ScanoutPicture(mirroring: mixture.other, other), isNext: mixture.isNext, mixture.step)
    }
    func mirror(_ inset: ScanoutPicture) -> ScanoutPicture {
      ScanoutPicture(mirroring: inset, inset.plan.mirrored(from: size, to: self.size))
    }
    (mirrored.inset, mirrored.zones) = (layers.inset.map(mirror), layers.zones.map(mirror))
    return try show(mirrored, capture: false)
  }
}

extension ScanoutPlan {
  /// The same picture, whole and centred on a display of another size.
  func mirrored(from size: PixelSize, to other: PixelSize) -> ScanoutPlan {
    guard size != other else { return self }
    let place = Fit.contain.placement(of: size, pixelAspect: (1, 1), on: other).destination
    var plan = self
    plan.plane.destination = plane.destination.scaled(with: PixelRect(size), onto: place)
    return plan
  }
}
