internal import VitrineKMS
internal import VitrineLinux
internal import VitrineTiming

/// What was committed for one output, and what became of it. Thread-bound to the display thread.
struct CommitState {
  private let device: any AtomicDevice
  private let crtc: CRTC
  private let faults: DisplayFaults?
  private(set) var slots = FlipSlots<Layers>()
  var watchdog: FlipWatchdog
  private(set) var lastID: UInt64 = 0
  /// What came on screen without a flip.
  private var arrived: [SinkFlip] = []
  /// What the kernel answered to the latest commit; nil where it took it.
  private(set) var refusal: Errno?
  /// Commits that had to be tried again.
  var recoveries = 0

  init(_ output: Output, on device: any AtomicDevice, faults: DisplayFaults?) {
    (self.device, self.faults, crtc) = (device, faults, output.crtc)
    watchdog = FlipWatchdog(period: output.mode.period)
  }

  var isBusy: Bool { slots.queued != nil }
  /// No event tells of a picture that a blocking commit has brought.
  var hasArrivals: Bool { !arrived.isEmpty }

  /// Gives a request to the kernel, which shows these.
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

  /// Another number, for the next flip.
  mutating func number() { lastID = device.flipNumber(of: crtc) }

  /// These wait for a vblank, by the number that was taken last.
  mutating func queue(_ layers: Layers) { slots.queue(layers, id: lastID) }

  /// As `queue`, of a flip that the kernel has taken.
  mutating func noteFlip(to layers: Layers) {
    watchdog.committed(id: lastID, at: .now())
    queue(layers)
  }

  /// The flips that have come.
  mutating func takeFlips() -> [SinkFlip] {
    var flips: [SinkFlip] = []
    for flip in device.takeFlips(of: crtc.id) {
      if let faults, faults.losesFlip() { continue }
      watchdog.flipped(id: flip.id)
      guard slots.flipped(id: flip.id), let layers = slots.onScreen else { continue }
      flips.append(SinkFlip(layers, sequence: flip.sequence, time: flip.time))
    }
    return flips
  }

  mutating func takeArrivals() -> [SinkFlip] {
    defer { arrived = [] }
    return arrived
  }

  /// What waited has come, at a vblank of our own making.
  mutating func finish(_ vblank: (sequence: UInt32, time: HostTime)) -> SinkFlip? {
    slots.flipped(id: lastID)
    return slots.onScreen.map { SinkFlip($0, sequence: vblank.sequence, time: vblank.time) }
  }

  /// These are on screen without a flip.
  mutating func noteArrived(_ layers: Layers, at vblank: (sequence: UInt32, time: HostTime)?) {
    let (sequence, time) = vblank ?? (0, .now())
    arrived.append(SinkFlip(layers, sequence: sequence, time: time))
  }

  /// A blocking commit has put these on screen.
  mutating func replace(with layers: Layers) { slots.replace(with: layers) }

  /// A flip that does not come is presumed.
  mutating func presumeFlipped(_ now: HostTime) -> Layers? {
    guard watchdog.timePassed(now) != nil, let layers = slots.presumeFlipped() else { return nil }
    recoveries += 1
    return layers
  }

  /// What is to be shown after the mode was set: what waits, else what is there.
  mutating func giveUp() -> Layers? { slots.giveUp() ?? slots.onScreen }
}
