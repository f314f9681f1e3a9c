internal import Linux
internal import Pictures
import Synchronization

/// What the buffers of a pool have in common.
struct PoolKey: Hashable, Sendable {
  let format: PixelFormat
  let size: PixelSize
  /// What a decoder asks for around its pictures; nil for what we write ourselves.
  var room: PixelSize?
  /// Where pictures are written; around it the buffers are black.
  var part: PixelRect?
  var range: ColorDescription.Range?
  /// Of the display that shows them.
  let epoch: Epoch?

  init(format: PixelFormat, size: PixelSize, room: PixelSize, epoch: Epoch?) {
    (self.format, self.size, self.room, self.epoch) = (format, size, room, epoch)
  }

  /// Of what lies over the picture, in ARGB.
  init(overlay size: PixelSize, epoch: Epoch?) {
    (format, self.size, self.epoch) = (.argb8888, size, epoch)
  }

  init(_ plan: ScanoutPlan) {
    (format, size, part) = (plan.format, plan.bufferSize, plan.bufferPart)
    (range, epoch) = (plan.color.range, plan.epoch)
  }
}

/// A set of equal buffers that are used in turn. Thread-safe.
final class ScanoutPool: Sendable {
  let key: PoolKey
  private let free = BoundedQueue<ScanoutBuffer>(limit: .max)
  private let all = Mutex<[UInt: ScanoutBuffer]>([:])
  private let limit: Int
  private let make: @Sendable () throws(PoolError) -> ScanoutBuffer

  struct PoolError: Error {
    let message: String
  }

  /// A pool of at most `limit` buffers, made when they are first needed.
  init(
    _ key: PoolKey, limit: Int, make: @escaping @Sendable () throws(PoolError) -> ScanoutBuffer
  ) {
    (self.key, self.limit, self.make) = (key, limit, make)
  }

  /// A free buffer, waiting for one while all are in use. Nil once `isCancelled`, which is asked
  /// again at each `wakeAll`.
  func take(unless isCancelled: () -> Bool) throws(PoolError) -> BufferLease? {
    if let lease = try takeAtOnce() { return lease }
    return free.pop(unless: isCancelled).map { BufferLease($0, of: self) }
  }

  /// A free buffer without waiting; nil while all are in use.
  func takeAtOnce() throws(PoolError) -> BufferLease? {
    if let buffer = free.tryPop() { return BufferLease(buffer, of: self) }
    guard all.withLock({ $0.count }) < limit else { return nil }
    let buffer = try make()
    all.withLock { unsafe $0[UInt(bitPattern: buffer.bytes.baseAddress)] = buffer }
    return BufferLease(buffer, of: self)
  }

  /// Makes all buffers now: the first touch of memory is slow, and later it would cost frames.
  func fill() throws(PoolError) {
    while all.withLock({ $0.count }) < limit {
      let buffer = try make()
      all.withLock { unsafe $0[UInt(bitPattern: buffer.bytes.baseAddress)] = buffer }
      giveBack(buffer)
    }
  }

  /// Our buffer that a decoder's picture lies in; nil for memory that is not ours.
  func buffer(containing address: UnsafeRawPointer) -> ScanoutBuffer? {
    all.withLock { buffers in
      let number = UInt(bitPattern: address)
      return buffers.values.first { buffer in
        let start = unsafe UInt(bitPattern: buffer.bytes.baseAddress)
        return unsafe number >= start && number < start + UInt(buffer.bytes.count)
      }
    }
  }

  /// Whoever waits for a buffer looks whether it is wanted still.
  func wakeAll() { free.wakeAll() }

  fileprivate func giveBack(_ buffer: ScanoutBuffer) { free.force(buffer) }
}

/// The right to one buffer of a pool. Dropping it gives the buffer back.
final class BufferLease: Sendable {
  let buffer: ScanoutBuffer
  private let pool: ScanoutPool

  fileprivate init(_ buffer: ScanoutBuffer, of pool: ScanoutPool) {
    (self.buffer, self.pool) = (buffer, pool)
  }

  deinit { pool.giveBack(buffer) }
}

/// Pools that nobody uses at the moment: items follow each other for months, mostly in the same
/// few sizes, and memory that was touched once is not touched for the first time again.
/// Thread-safe.
final class PoolShelf: Sendable {
  private let pools = Shared<[ScanoutPool]>([])
  /// Two items at an edge, each with pictures of its decoder's and of ours.
  private static let limit = 4

  /// A pool with this key, if there is one.
  func take(_ key: PoolKey) -> ScanoutPool? {
    pools.update { pools in
      pools.lastIndex { $0.key == key }.map { pools.remove(at: $0) }
    }
  }

  func clear() { pools.update { $0 = [] } }

  /// Keeps pools for others; the ones that waited longest are dropped.
  func put(_ returned: [ScanoutPool]) {
    let dropped = pools.update { pools in
      pools += returned
      let surplus = Array(pools.prefix(max(0, pools.count - Self.limit)))
      pools.removeFirst(surplus.count)
      return surplus
    }
    _ = dropped  // freed outside of the lock
  }
}
