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
  private let orders = BoundedQueue<Order>(limit: 1)
  private let finished = Shared<Outcome?>(nil)
  private let thread: NamedThread
  /// The layers being composed, or waiting to be taken.
  private var ordered: Layers?
  private let binding = ThreadBinding()

  private typealias Outcome = Result<ScanoutPicture, PlaybackError>

  private struct Order: Sendable {
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
      thread = try NamedThread("flatten") { [orders, finished] in
        var canvas: FlatCanvas?
        while let order = orders.pop() {
          let outcome = Self.outcome(of: order, plan, &canvas)
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
    orders.close(discarding: true)
    thread.join()
  }

  /// Whether layers are being composed, or wait to be taken.
  var isBusy: Bool { ordered != nil }

  /// Drops a finished composition that is no longer needed.
  func forget() {
    guard ordered != nil, finished.value != nil else { return }
    ordered = nil
    finished.update { $0 = nil }
  }

  /// Returns these layers composed into one. Returns nil until that is done: call it again with the
  /// same layers after the wakeup has rung; also nil while no memory is free, without a wakeup.
  func flatten(_ layers: Layers) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    if let ordered {
      guard let outcome = finished.value else { return nil }
      self.ordered = nil
      finished.update { $0 = nil }
      if ordered.isSame(as: layers) { return try outcome.get() }
    }
    guard let lease = try pool.takeAtOnce() else { return nil }
    ordered = layers
    orders.push(Order(layers: layers, lease: lease))
    return nil
  }

  /// Composes on this thread, for a mode set that must show everything.
  func flattenAtOnce(_ layers: Layers) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    guard let lease = try pool.takeAtOnce() else { return nil }
    var canvas: FlatCanvas?
    return try Self.write(Order(layers: layers, lease: lease), plan, &canvas)
  }

  private static func outcome(
    of order: Order, _ plan: ScanoutPlan, _ canvas: inout FlatCanvas?
  ) -> Outcome {
    do throws(PlaybackError) {
      return .success(try write(order, plan, &canvas))
    } catch {
      return .failure(error)
    }
  }

  private static func write(
    _ order: Order, _ plan: ScanoutPlan, _ kept: inout FlatCanvas?
  ) throws(PlaybackError) -> ScanoutPicture {
    let old = kept.take()
    var canvas: FlatCanvas
    if let old { canvas = old } else { canvas = try FlatCanvas(plan.bufferSize) }
    try canvas.write(order.layers, to: order.lease.buffer)
    kept = consume canvas
    let picture = order.layers.picture
    return ScanoutPicture(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: order.lease.buffer,
      plan: plan, holder: .lease(order.lease))
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
