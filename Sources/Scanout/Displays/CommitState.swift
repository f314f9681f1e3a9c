internal import VitrineKMS
internal import VitrineLinux
internal import VitrineTiming

/// The commits of one output and their results. Thread-bound to the display thread.
struct CommitState {
  private let device: any AtomicDevice
  private let crtc: CRTC
  private let faults: DisplayFaults?
  private(set) var slots = FlipSlots<Layers>()
  var watchdog: FlipWatchdog
  private(set) var lastID: UInt64 = 0
  /// Layers that reached the screen without a flip.
  private var arrived: [SinkFlip] = []
  /// The kernel's error for the latest commit; nil if it succeeded.
  private(set) var refusal: Errno?
  /// The number of retried commits.
  var recoveries = 0

  init(_ output: Output, on device: any AtomicDevice, faults: DisplayFaults?) {
    (self.device, self.faults, crtc) = (device, faults, output.crtc)
    watchdog = FlipWatchdog(period: output.mode.period)
  }

  var isBusy: Bool { slots.queued != nil }
  /// Blocking commits bring pictures to the screen without an event.
  var hasArrivals: Bool { !arrived.isEmpty }

  /// Commits a request that shows these layers.
  mutating func commit(
    _ request: AtomicRequest, _ kind: CommitKind, _ layers: Layers? = nil
  ) throws(Errno) {
    do throws(Errno) {
      let format = layers?.scanned.plan.format
      if let error = faults?.refusal(of: request, kind, format) { throw error }
      try device.commit(faults?.real(request) ?? request, kind)
      refusal = nil
    } catch {
      refusal = error
      throw error
    }
  }

  /// Allocates a number for the next flip.
  mutating func number() { lastID = device.flipNumber(of: crtc) }

  /// Queues these layers for a vblank, with the latest number.
  mutating func queue(_ layers: Layers) { slots.queue(layers, id: lastID) }

  /// Like `queue`, for a flip that the kernel has accepted.
  mutating func recordFlip(to layers: Layers) {
    watchdog.committed(id: lastID, at: .now())
    queue(layers)
  }

  /// The flips since the previous call.
  mutating func drainFlips() -> [SinkFlip] {
    var flips: [SinkFlip] = []
    for flip in device.drainFlips(of: crtc.id) {
      if let faults, faults.losesFlip() { continue }
      watchdog.flipped(id: flip.id)
      guard slots.flipped(id: flip.id), let layers = slots.onScreen else { continue }
      flips.append(SinkFlip(layers, sequence: flip.sequence, time: flip.time))
    }
    return flips
  }

  mutating func drainArrivals() -> [SinkFlip] {
    defer { arrived = [] }
    return arrived
  }

  /// Completes the queued layers at a virtual vblank.
  mutating func finish(_ vblank: (sequence: UInt32, time: HostTime)) -> SinkFlip? {
    slots.flipped(id: lastID)
    return slots.onScreen.map { SinkFlip($0, sequence: vblank.sequence, time: vblank.time) }
  }

  /// Records layers on screen without a flip.
  mutating func recordArrival(of layers: Layers, at vblank: (sequence: UInt32, time: HostTime)?) {
    let (sequence, time) = vblank ?? (0, .now())
    arrived.append(SinkFlip(layers, sequence: sequence, time: time))
  }

  /// Records that a blocking commit has put these layers on screen.
  mutating func replace(with layers: Layers) { slots.replace(with: layers) }

  /// Assumes an overdue flip.
  mutating func presumeFlipped(_ now: HostTime) -> Layers? {
    guard watchdog.timePassed(now) != nil, let layers = slots.presumeFlipped() else { return nil }
    recoveries += 1
    return layers
  }

  /// The layers to show after a mode set: the queued ones, otherwise those on screen.
  mutating func cancel() -> Layers? { slots.cancel() ?? slots.onScreen }
}
