import VitrineLinux
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A display in memory, paced by a timer: for machines without a display, and to measure everything
/// but the display.
package final class MemoryDisplay: DisplaySink {
  package let state: DisplayState
  private let publishedPlans = PublishedPlans()
  private let vblanks: VirtualVblanks
  private let now: @Sendable () -> HostTime
  private var queued: (layers: Layers, vblank: Int64)?
  private var onScreen: Layers?
  private var capture: Capture?
  private var wantsCapture = false
  /// Mixes the pictures of two items.
  private var mixer: Mixer?
  private var format: PixelFormat?
  private let binding = ThreadBinding()

  /// `refresh` is in hertz. `now` is the machine's clock, or a test's.
  package convenience init(
    size: PixelSize, refresh: Double, now: @escaping @Sendable () -> HostTime = HostTime.now
  ) {
    self.init(area: PixelRect(size), of: size, refresh: refresh, now: now)
  }

  /// Uses a part of a mode.
  init(
    area: PixelRect, of mode: PixelSize, refresh: Double,
    now: @escaping @Sendable () -> HostTime = HostTime.now
  ) {
    let period = Duration(roundingNanoseconds: 1e9 / refresh)
    var state = DisplayState(size: area.size, epoch: Epoch(), period: period)
    state.screen = area.screen(of: mode)
    self.state = state
    self.now = now
    vblanks = VirtualVblanks(origin: now(), period: period)
  }

  package var latestVblank: (sequence: UInt32, time: HostTime)? { vblanks.latest(at: now()) }

  package var isBusy: Bool { queued != nil }
  package var deadline: HostTime? { queued.map { vblanks.time(of: $0.vblank) } }

  package var description: DisplayDescription {
    let refresh = (1 / period.seconds * 100).rounded() / 100
    return DisplayDescription(
      name: "headless", mode: "\(screen.size)@\(refresh)", size: screen.size, refresh: refresh,
      renderMode: "headless", planes: [],
      format: format?.description)
  }

  /// Supports all formats that Vitrine writes, without scaling or rotation, like the simplest real
  /// planes.
  package func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    binding.check()
    // It is never an HDR display.
    let shown = description.inSDR
    for format in shown.scanoutPreference where format.memoryPlanes != nil {
      let plans =
        arrangement.isInset
        ? [ScanoutPlan.inset(for: shown, arrangement, on: size, format: format)].compactMap(\.self)
        : ScanoutPlan.candidates(for: shown, arrangement, on: size, format: format)
      let plan = plans.first {
        $0.plane.rotation == .none && $0.plane.source.size == $0.plane.destination.size
      }
      if var plan {
        plan.epoch = epoch
        publishedPlans.insert(plan, for: description, arrangement)
        return plan
      }
    }
    throw PlaybackError(.display, "headless: cannot show \(description.size)", exitStatus: .bug)
  }

  package var plans: PublishedPlans? { publishedPlans }

  package var bufferMaker: BufferMaker {
    { [epoch] (format, size, room) throws(PlaybackError) in
      try Self.makeBuffer(format, size: size, room: room, epoch: epoch)
    }
  }

  private static func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, epoch: Epoch
  ) throws(PlaybackError) -> ScanoutBuffer {
    let width = max(size.width, room?.width ?? 0)
    let pitch = BufferLayout.alignedPitch(format: format, width: width)
    let layout = BufferLayout(
      format: format, size: size, pitch: pitch, allocatedRows: room?.height)
    guard let layout else {
      throw PlaybackError(.format, "cannot show a frame of \(size)", exitStatus: .data)
    }
    do {
      return try ScanoutBuffer(plain: layout, epoch: epoch)
    } catch {
      throw PlaybackError(.display, "memory for \(size): \(error)", exitStatus: .unavailable)
    }
  }

  package var bufferImporter: BufferImporter {
    { [epoch] (memory, layout) throws(PlaybackError) in
      guard let buffer = ScanoutBuffer(foreign: memory, layout, epoch: epoch) else {
        throw PlaybackError(
          .display, "cannot show frames in \(layout.format)", exitStatus: .data)
      }
      return buffer
    }
  }

  package func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) {}

  package func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    binding.check()
    guard queued == nil else { return false }
    var layers = layers
    if let mixture = layers.mixture {
      layers.flattened = try mix(layers.withoutInterface, mixture)
      layers.isInterfaceApart = layers.flattened != nil
      if layers.flattened == nil { layers.mixture = nil }
    }
    queued = (layers, vblanks.number(at: now()) + 1)
    format = layers.picture.buffer.layout.format
    wantsCapture = capture
    return true
  }

  private struct Mixer: ~Copyable {
    var canvas: FlatCanvas
    let pool: ScanoutPool
    let plan: ScanoutPlan
  }

  /// Mixes pictures like a display with a plane for the interface, but on this thread. Returns nil
  /// while no memory is free.
  private func mix(
    _ layers: Layers, _ mixture: Mixture
  ) throws(PlaybackError) -> ScanoutPicture? {
    guard let description = mixture.descriptions(with: layers.picture, on: size).first else {
      return nil
    }
    let plan = try plan(for: description, Arrangement())
    if mixer?.plan != plan {
      let pool = ScanoutPool(PoolKey(plan), limit: 3) {
        [make = bufferMaker] () throws(PlaybackError) in
        try make(plan.format, plan.bufferSize, nil)
      }
      mixer = Mixer(canvas: try FlatCanvas(plan), pool: pool, plan: plan)
    }
    guard let lease = try mixer?.pool.tryAcquire() else { return nil }
    try mixer?.canvas.write(layers, to: lease.buffer, plan)
    let picture = layers.picture
    return ScanoutPicture(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: lease.buffer,
      plan: plan, holder: .lease(lease))
  }

  package func drainFlips() throws(PlaybackError) -> [SinkFlip] {
    binding.check()
    guard let (layers, number) = queued, vblanks.time(of: number) <= now() else { return [] }
    (onScreen, queued) = (layers, nil)
    if wantsCapture {
      wantsCapture = false
      capture = Capture(
        buffer: try Composition.compose(layers, size: size, on: screen), origin: .composition)
    }
    return [
      SinkFlip(
        layers, sequence: UInt32(truncatingIfNeeded: number),
        time: vblanks.time(of: number))
    ]
  }

  package func collectCapture() -> Capture? {
    defer { capture = nil }
    return capture
  }

  package func timePassed(_ now: HostTime) {}
}
