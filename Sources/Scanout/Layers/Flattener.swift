internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback

/// Composes the picture and the layers above it into one, for a display without a plane for the
/// layers: in RGB, or in the video's own YUV. The picture's own memory is not changed: it may be a
/// decoder's reference, and the layers may disappear. Thread-bound to the display thread.
///
/// Composing touches all pixels of a display, so a separate thread does it: the display's thread
/// has priority over all others, which would be blocked meanwhile.
final class Flattener {
  private let make: BufferMaker
  /// For the latest formats, at most one for RGB and one for YUV.
  private var pools: [ScanoutPool] = []
  private let jobs = BoundedQueue<Job>(limit: 1)
  private let finished = Shared<Outcome?>(nil)
  private let thread: NamedThread
  /// The layers being composed, or waiting to be shown, and the plan of the result.
  private var pending: (layers: Layers, plan: ScanoutPlan)?
  private let binding = ThreadBinding()

  private typealias Outcome = Result<ScanoutPicture, PlaybackError>

  private struct Job: Sendable {
    let layers: Layers
    let plan: ScanoutPlan
    let lease: BufferLease
  }

  /// One on screen, one queued in the kernel, one has just left the screen, one being written.
  private static let size = 4

  /// `wakeup` rings when a composition is finished.
  init(wakeup: Wakeup, make: @escaping BufferMaker) throws(PlaybackError) {
    self.make = make
    do throws(Errno) {
      thread = try NamedThread("flatten") { [jobs, finished] in
        var canvas: FlatCanvas?
        while let job = jobs.pop() {
          let outcome = Self.outcome(of: job, &canvas)
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

  /// Returns these layers composed into one, for a plan of the display's size. Returns nil until that
  /// is done: call it again with the same layers after the wakeup has rung; also nil while no memory
  /// is free, without a wakeup.
  func flatten(
    _ layers: Layers, to plan: ScanoutPlan
  ) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    if let pending {
      guard let outcome = finished.value else { return nil }
      self.pending = nil
      finished.update { $0 = nil }
      if pending.plan == plan, pending.layers.isSame(as: layers) { return try outcome.get() }
    }
    guard let lease = try pool(plan).tryAcquire() else { return nil }
    pending = (layers, plan)
    jobs.push(Job(layers: layers, plan: plan, lease: lease))
    return nil
  }

  /// Composes on this thread, for a mode set that must show everything.
  func flattenAtOnce(
    _ layers: Layers, to plan: ScanoutPlan
  ) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    guard let lease = try pool(plan).tryAcquire() else { return nil }
    var canvas: FlatCanvas?
    return try Self.write(Job(layers: layers, plan: plan, lease: lease), &canvas)
  }

  private func pool(_ plan: ScanoutPlan) -> ScanoutPool {
    let key = PoolKey(plan)
    if let pool = pools.first(where: { $0.key == key }) { return pool }
    pools.removeAll { $0.key.format.isRGB == key.format.isRGB }
    let pool = ScanoutPool(key, limit: Self.size) { [make] () throws(PlaybackError) in
      let buffer = try make(plan.format, plan.bufferSize, nil)
      if plan.bufferPart != PixelRect(plan.bufferSize) { buffer.clear(plan.color) }
      return buffer
    }
    pools.append(pool)
    return pool
  }

  private static func outcome(
    of job: Job, _ canvas: inout FlatCanvas?
  ) -> Outcome {
    do throws(PlaybackError) {
      return .success(try write(job, &canvas))
    } catch {
      return .failure(error)
    }
  }

  private static func write(
    _ job: Job, _ cached: inout FlatCanvas?
  ) throws(PlaybackError) -> ScanoutPicture {
    let old = cached.take()
    var canvas: FlatCanvas
    if let old, old.fits(job.plan) { canvas = old } else { canvas = try FlatCanvas(job.plan) }
    try canvas.write(job.layers, to: job.lease.buffer, job.plan)
    cached = consume canvas
    let picture = job.layers.picture
    return ScanoutPicture(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: job.lease.buffer,
      plan: job.plan, holder: .lease(job.lease))
  }
}

extension Layers {
  /// Whether to blend the layer into the video's own YUV: subtitles over SDR. The interface is not:
  /// coloured details would lose their sharpness.
  var isBlendable: Bool {
    guard let interface, interface.number == nil else { return false }
    return interface.transfer == nil && picture.plan.hdr == nil && !picture.plan.format.isRGB
  }

  /// Whether a format's chroma is aligned with the positions of picture and insets, and can be rotated
  /// like them.
  func canCompose(in format: PixelFormat) -> Bool {
    picture.plan.canCompose(in: format)
      && composedInsets.allSatisfy { $0.plan.canCompose(in: format) }
  }

  /// Whether these have the same content.
  fileprivate func isSame(as other: Layers) -> Bool {
    picture.hasSameContent(as: other.picture)
      && interface?.buffer === other.interface?.buffer && interface?.box == other.interface?.box
      && mixture == other.mixture
      && insets.elementsEqual(other.insets) { $0.hasSameContent(as: $1) }
  }
}

extension ScanoutPlan {
  fileprivate func canCompose(in format: PixelFormat) -> Bool {
    let (place, (across, down)) = (pictureDestination, format.chroma)
    return place.x % across == 0 && place.y % down == 0
      && format.canTurn(by: rotation + plane.rotation)
  }
}
