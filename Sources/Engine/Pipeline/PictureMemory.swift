internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout

/// The scanout memory of a track's pictures, and the plans for showing it: memory for copies, and
/// memory that the decoder itself writes to. Bound to the video thread of its pipeline.
struct PictureMemory: ~Copyable {
  private let pools: PicturePools
  private var copies: Copies?
  private var direct: Direct?
  /// Counts the changes of the arrangement; older plans are invalid.
  private var arrangementGeneration: Int

  /// How pictures of one kind are shown as copies, and the memory for them.
  struct Copies {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: ScanoutPool
    /// Whether to keep the frames beside their copies: the copies will be read, and their memory is
    /// slow to read.
    let keepsFrames: Bool
  }

  /// How pictures are shown that the decoder wrote into scanout memory itself.
  private struct Direct {
    let description: PictureDescription
    let plan: ScanoutPlan
    let pool: DirectPool
  }

  /// One picture is on screen, one queued in the kernel, one has just left the screen; four are
  /// queued; one is being written.
  private static let ringSize = 8
  /// A decoder also holds reference frames: at most sixteen, and one per thread.
  private static let lentLimit = 40

  init(_ pools: PicturePools) {
    self.pools = pools
    arrangementGeneration = pools.display.arrangementGeneration
  }

  deinit { release() }

  private func release() {
    if let copies { pools.release(copies.pool) }
    direct?.pool.close()
  }

  /// Returns all memory. Queued pictures and the one on screen keep their buffers.
  mutating func releaseAll() {
    release()
    (copies, direct) = (nil, nil)
  }

  /// Returns all memory if the arrangement has changed; returns whether it has.
  mutating func releaseOutdated() -> Bool {
    guard arrangementGeneration != pools.display.arrangementGeneration else { return false }
    arrangementGeneration = pools.display.arrangementGeneration
    releaseAll()
    return true
  }

  /// Memory for the decoder itself, if its pictures can be shown unchanged and that memory is fast
  /// to read.
  mutating func lender(for description: PictureDescription) throws(PlaybackError) -> BufferLender? {
    guard !description.size.isEmpty, try pools.display.isCached() else { return nil }
    let plan = try pools.display.plan(for: description)
    guard plan.isDirect(for: description), let format = description.format else { return nil }
    direct?.pool.close()
    let pool = DirectPool(pools, limit: Self.lentLimit, epoch: plan.epoch)
    direct = Direct(description: description, plan: plan, pool: pool)
    return BufferLender { [size = description.size] wanted, visible, room in
      guard wanted == format, visible == size else { return nil }
      return pool.lend(format, size: size, room: room)
    }
  }

  /// The buffer that the decoder has written a frame to, and its plan; nil if the frame is
  /// elsewhere.
  func lent(
    _ frame: Frame, _ description: PictureDescription
  ) -> (buffer: ScanoutBuffer, plan: ScanoutPlan)? {
    guard let direct, let address = unsafe frame.address,
      let buffer = unsafe direct.pool.buffer(containing: address),
      // A frame cropped at the left or top starts later, but the display reads from the start.
      unsafe address == UnsafeRawPointer(buffer.bytes.baseAddress),
      description == direct.description
    else { return nil }
    return (buffer, direct.plan)
  }

  /// Whether the memory for copies of this kind is set up.
  func hasCopies(of description: PictureDescription) -> Bool { copies?.description == description }

  /// The memory for copies of this kind, which replaces that of other kinds.
  mutating func copies(of description: PictureDescription) throws(PlaybackError) -> Copies {
    if let copies, copies.description == description { return copies }
    let plan = try pools.display.plan(for: description)
    if let copies { pools.release(copies.pool) }
    let pool = pools.pool(PoolKey(plan), limit: Self.ringSize)
    let made = Copies(
      description: description, plan: plan, pool: pool,
      keepsFrames: plan.isFlattened || pools.isMixed ? try !pools.display.isCached() : false)
    copies = made
    return made
  }

  /// Allocates the rest of the memory for copies.
  func fill() throws(PlaybackError) { try copies?.pool.fill() }
}

/// Scanout memory for a decoder's own pictures, with the padding that the decoder needs.
final class DirectPool: Sendable {
  private let pools: PicturePools
  private let limit: Int
  private let epoch: Epoch?
  private let lending = Shared(Lending())

  private struct Lending {
    var made: (key: PoolKey, pool: ScanoutPool)?
    var isClosed = false
  }

  init(_ pools: PicturePools, limit: Int, epoch: Epoch?) {
    self.pools = pools
    self.limit = limit
    self.epoch = epoch
  }

  func buffer(containing address: UnsafeRawPointer) -> ScanoutBuffer? {
    unsafe lending.value.made?.pool.buffer(containing: address)
  }

  /// Returns nil if all buffers are in use or the padding changed: the decoder then uses its own
  /// memory.
  func lend(_ format: PixelFormat, size: PixelSize, room: PixelSize) -> LentBuffer? {
    // Identical for all pictures of a file; the decoder reports it with the first.
    let key = PoolKey(format: format, size: size, room: room, epoch: epoch)
    guard let (known, pool) = made(key), known == key, let lease = try? pool.tryAcquire() else {
      return nil
    }
    return unsafe LentBuffer(bytes: lease.buffer.bytes, layout: lease.buffer.layout, lease: lease)
  }

  private func made(_ key: PoolKey) -> (key: PoolKey, pool: ScanoutPool)? {
    let lending = lending.value
    guard !lending.isClosed, lending.made == nil else { return lending.made }
    let pool = pools.pool(key, limit: limit)
    self.lending.update { $0.made = (key, pool) }
    return (key, pool)
  }

  /// Stops lending; lent buffers stay with their holders. Must not be called while the decoder
  /// requests a buffer.
  func close() {
    let pool = lending.update { lending in
      defer { lending = Lending(isClosed: true) }
      return lending.made?.pool
    }
    if let pool { pools.release(pool) }
  }
}
