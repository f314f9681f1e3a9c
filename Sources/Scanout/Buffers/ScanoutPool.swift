import Synchronization
internal import VitrineLinux
package import VitrinePictures
package import VitrinePlayback

/// The common properties of a pool's buffers.
package struct PoolKey: Hashable, Sendable {
  package let format: PixelFormat
  package let size: PixelSize
  /// The padded size that a decoder needs; nil for converted pictures.
  package var room: PixelSize?
  /// The part that is written; the rest of the buffers is black.
  package var part: PixelRect?
  package var range: ColorDescription.Range?
  /// The epoch of the display that shows them.
  package let epoch: Epoch?

  /// For a decoder's own pictures, with `room` around them.
  package init(format: PixelFormat, size: PixelSize, room: PixelSize, epoch: Epoch?) {
    self.format = format
    self.size = size
    self.room = room
    self.epoch = epoch
  }

  /// For the layers above the picture, in ARGB.
  package init(overlay size: PixelSize, epoch: Epoch?) {
    (format, self.size, self.epoch) = (.argb8888, size, epoch)
  }

  /// For pictures of a plan.
  package init(_ plan: ScanoutPlan) {
    (format, size, part) = (plan.format, plan.bufferSize, plan.bufferPart)
    (range, epoch) = (plan.color.range, plan.epoch)
  }
}

/// A set of identical buffers, used in turn. Thread-safe.
package final class ScanoutPool: Sendable {
  package let key: PoolKey
  private let free = BoundedQueue<ScanoutBuffer>(limit: .max)
  private let content: Mutex<Content>
  private let limit: Int
  private let make: @Sendable () throws(PlaybackError) -> ScanoutBuffer

  private struct Content {
    /// By their addresses.
    var buffers: [UInt: ScanoutBuffer] = [:]
    /// Includes buffers being allocated.
    var count = 0
    /// The maximum number, reduced if memory was short.
    var limit: Int
  }

  /// The minimum for continuous playback: on screen, just left, being written.
  private static let least = 3

  /// A pool of at most `limit` buffers, allocated on demand.
  package init(
    _ key: PoolKey, limit: Int, make: @escaping @Sendable () throws(PlaybackError) -> ScanoutBuffer
  ) {
    self.key = key
    self.limit = limit
    self.make = make
    content = Mutex(Content(limit: limit))
  }

  /// Takes a free buffer; waits if all are in use. Returns nil once `isCancelled`, which is checked
  /// again at each `wakeAll`.
  package func acquire(unless isCancelled: () -> Bool) throws(PlaybackError) -> BufferLease? {
    if let lease = try tryAcquire() { return lease }
    return free.pop(unless: isCancelled).map { BufferLease($0, of: self) }
  }

  /// Takes a free buffer without waiting; returns nil if all are in use.
  package func tryAcquire() throws(PlaybackError) -> BufferLease? {
    if let buffer = free.tryPop() { return BufferLease(buffer, of: self) }
    return try makeOne().map { BufferLease($0, of: self) }
  }

  /// Allocates all buffers now: the first access to memory is slow, and would cost frames later.
  package func fill() throws(PlaybackError) {
    while let buffer = try makeOne() { giveBack(buffer) }
  }

  /// Allocates one more buffer; nil if the limit is reached. If memory is short, the existing ones
  /// must suffice.
  private func makeOne() throws(PlaybackError) -> ScanoutBuffer? {
    let hasRoom = content.withLock { content in
      guard content.count < content.limit else { return false }
      content.count += 1
      return true
    }
    guard hasRoom else { return nil }
    do throws(PlaybackError) {
      let buffer = try make()
      content.withLock { unsafe $0.buffers[UInt(bitPattern: buffer.bytes.baseAddress)] = buffer }
      return buffer
    } catch {
      guard settleForLess() else { throw error }
      return nil
    }
  }

  /// Lowers the limit after a failed allocation. Returns false if the existing buffers do not
  /// suffice.
  private func settleForLess() -> Bool {
    content.withLock { content in
      content.count -= 1
      guard content.count >= Self.least else { return false }
      content.limit = content.count
      return true
    }
  }

  /// Restores the limit: there may be more memory by now.
  func forgetShortage() { content.withLock { $0.limit = limit } }

  /// Whether all its buffers are of this epoch: the display may have changed while they were
  /// allocated.
  package func isOf(_ epoch: Epoch) -> Bool {
    key.epoch == epoch
      && content.withLock { $0.buffers.values.allSatisfy { $0.epoch == epoch } }
  }

  /// The buffer that contains a decoder's picture; nil for other memory.
  package func buffer(containing address: UnsafeRawPointer) -> ScanoutBuffer? {
    content.withLock { content in
      let number = UInt(bitPattern: address)
      return content.buffers.values.first { buffer in
        let start = unsafe UInt(bitPattern: buffer.bytes.baseAddress)
        return unsafe number >= start && number < start + UInt(buffer.bytes.count)
      }
    }
  }

  /// Wakes decoder threads that wait for a buffer, so that they check whether they still need it.
  package func wakeAll() { free.wakeAll() }

  fileprivate func giveBack(_ buffer: ScanoutBuffer) { free.force(buffer) }
}

/// The right to use one buffer of a pool. Releasing it returns the buffer.
package final class BufferLease: Sendable {
  package let buffer: ScanoutBuffer
  private let pool: ScanoutPool

  fileprivate init(_ buffer: ScanoutBuffer, of pool: ScanoutPool) {
    self.buffer = buffer
    self.pool = pool
  }

  deinit { pool.giveBack(buffer) }
}
