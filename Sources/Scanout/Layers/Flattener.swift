internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback

/// Composes the picture and the layers above it into one, for a display without a plane for the
/// layers. The picture's own memory is not changed: it may be a decoder's reference, and the layers
/// may disappear. Thread-bound to the display thread.
///
/// Composing touches all pixels of a display, so a separate thread does it: the display's thread
/// has priority over all others, which would be blocked meanwhile.
final class Flattener {
  private let pool: ScanoutPool
  private let plan: ScanoutPlan
  private let jobs = BoundedQueue<Job>(limit: 1)
  private let finished = Shared<Outcome?>(nil)
  private let thread: NamedThread
  /// The layers being composed, or waiting to be shown.
  private var pending: Layers?
  private let binding = ThreadBinding()

  private typealias Outcome = Result<ScanoutPicture, PlaybackError>

  private struct Job: Sendable {
    let layers: Layers
    let lease: BufferLease
  }

  /// One on screen, one queued in the kernel, one has just left the screen, one being written.
  private static let size = 4

  /// `plan` is for RGB pictures of the display's size. `wakeup` rings when a composition is
  /// finished.
  init(
    _ plan: ScanoutPlan, wakeup: Wakeup, make: @escaping BufferMaker
  ) throws(PlaybackError) {
    self.plan = plan
    pool = ScanoutPool(PoolKey(plan), limit: Self.size) { () throws(PlaybackError) in
      try make(plan.format, plan.bufferSize, nil)
    }
    do throws(Errno) {
      thread = try NamedThread("flatten") { [jobs, finished] in
        var canvas: FlatCanvas?
        while let job = jobs.pop() {
          let outcome = Self.outcome(of: job, plan, &canvas)
          finished.update { $0 = outcome }
          wakeup.ring()
        }
      }
    } catch {
      throw PlaybackError(
        .display, "the interface thread: \(error)", exitStatus: .unavailable)
    }
  }

  /// The thread's buffers belong to the display's device, which may be closed next.
  deinit {
    jobs.close(discarding: true)
    thread.join()
  }

  /// Whether layers are being composed, or wait to be shown.
  var isBusy: Bool { pending != nil }

  /// Drops a finished composition that is no longer needed.
  func forget() {
    guard pending != nil, finished.value != nil else { return }
    pending = nil
    finished.update { $0 = nil }
  }

  /// Returns these layers composed into one. Returns nil until that is done: call it again with the
  /// same layers after the wakeup has rung; also nil while no memory is free, without a wakeup.
  func flatten(_ layers: Layers) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    if let pending {
      guard let outcome = finished.value else { return nil }
      self.pending = nil
      finished.update { $0 = nil }
      if pending.isSame(as: layers) { return try outcome.get() }
    }
    guard let lease = try pool.tryAcquire() else { return nil }
    pending = layers
    jobs.push(Job(layers: layers, lease: lease))
    return nil
  }

  /// Composes on this thread, for a mode set that must show everything.
  func flattenAtOnce(_ layers: Layers) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    guard let lease = try pool.tryAcquire() else { return nil }
    var canvas: FlatCanvas?
    return try Self.write(Job(layers: layers, lease: lease), plan, &canvas)
  }

  private static func outcome(
    of job: Job, _ plan: ScanoutPlan, _ canvas: inout FlatCanvas?
  ) -> Outcome {
    do throws(PlaybackError) {
      return .success(try write(job, plan, &canvas))
    } catch {
      return .failure(error)
    }
  }

  private static func write(
    _ job: Job, _ plan: ScanoutPlan, _ cached: inout FlatCanvas?
  ) throws(PlaybackError) -> ScanoutPicture {
    let old = cached.take()
    var canvas: FlatCanvas
    if let old { canvas = old } else { canvas = try FlatCanvas(plan.bufferSize) }
    try canvas.write(job.layers, to: job.lease.buffer)
    cached = consume canvas
    let picture = job.layers.picture
    return ScanoutPicture(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: job.lease.buffer,
      plan: plan, holder: .lease(job.lease))
  }
}

/// Ordinary memory of a display's size to compose in: blending reads it again, and scanout memory
/// may be slow to read.
private struct FlatCanvas: ~Copyable {
  private let buffer: ScanoutBuffer
  private var converter: PictureConverter

  init(_ size: PixelSize) throws(PlaybackError) {
    buffer = try ScanoutBuffer(canvasOf: size)
    converter = PictureConverter()
  }

  mutating func write(_ layers: Layers, to target: ScanoutBuffer) throws(PlaybackError) {
    let all = PixelRect(buffer.layout.size)
    buffer.clear(all)
    try Composition.compose(layers, into: buffer, &converter)
    target.copy(all, from: buffer)
  }
}

extension Layers {
  /// Whether these have the same content: retained buffers are not rewritten.
  fileprivate func isSame(as other: Layers) -> Bool {
    picture.buffer === other.picture.buffer && picture.plan == other.picture.plan
      && picture.run == other.picture.run && picture.pts == other.picture.pts
      && interface?.buffer === other.interface?.buffer && interface?.box == other.interface?.box
  }
}
