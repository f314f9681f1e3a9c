internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback

/// Puts the picture and what lies over it into one, for a display that has no plane for the
/// second. The picture's own memory stays as it is: it may be a decoder's reference, and what
/// lies over it may go again. Thread-bound to the display thread.
///
/// All pixels of a display are touched for it, so that a thread of its own does it: the display's
/// comes before all others, which would stand meanwhile.
final class Flattener {
  private let pool: ScanoutPool
  private let plan: ScanoutPlan
  private let orders = BoundedQueue<Order>(limit: 1)
  private let finished = Shared<Outcome?>(nil)
  private let thread: NamedThread
  /// What is being put together, or waits to be taken.
  private var ordered: Layers?
  private let binding = ThreadBinding()

  private typealias Outcome = Result<ScanoutPicture, PlaybackError>

  private struct Order: Sendable {
    let layers: Layers
    let lease: BufferLease
  }

  /// One on screen, one given to the kernel, one that has just left, one being written.
  private static let size = 4

  /// `plan` is of RGB pictures of the display's size. `wakeup` is rung when something is finished.
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
        .display, "a thread for the interface: \(error)", exitStatus: .unavailable)
    }
  }

  /// What the thread has is of the display's device, which may be gone next.
  deinit {
    orders.close(discarding: true)
    thread.join()
  }

  /// Whether something is being put together, or waits to be taken.
  var isBusy: Bool { ordered != nil }

  /// Lets go of what was put together and is wanted no more.
  func forget() {
    guard ordered != nil, finished.value != nil else { return }
    ordered = nil
    finished.update { $0 = nil }
  }

  /// These layers in one. Nil while they are not: to be asked again for the same once the wakeup has
  /// rung; and nil while there is no memory free, of which nothing tells.
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

  /// The same on this thread, where a mode is set and nothing may be left out.
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

/// Ordinary memory of a display's size in which layers are put together: what is blended is read
/// again, and memory that a display scans out may be slow to read.
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
  /// Whether these are of the same memory: what is held is not written anew.
  fileprivate func isSame(as other: Layers) -> Bool {
    picture.buffer === other.picture.buffer && picture.plan == other.picture.plan
      && picture.run == other.picture.run && picture.pts == other.picture.pts
      && interface?.buffer === other.interface?.buffer && interface?.box == other.interface?.box
  }
}
