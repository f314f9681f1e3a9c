import Synchronization
internal import VitrineLinux
public import VitrinePictures
public import VitrinePlayback

/// What the buffers of a pool have in common.
public struct PoolKey: Hashable, Sendable {
  public let format: PixelFormat
  public let size: PixelSize
  /// What a decoder asks for around its pictures; nil for what we write ourselves.
  public var room: PixelSize?
  /// Where pictures are written; around it the buffers are black.
  public var part: PixelRect?
  public var range: ColorDescription.Range?
  /// Of the display that shows them.
  public let epoch: Epoch?

  /// Of a decoder's own pictures, with `room` around them.
  public init(format: PixelFormat, size: PixelSize, room: PixelSize, epoch: Epoch?) {
    (self.format, self.size, self.room, self.epoch) = (format, size, room, epoch)
  }

  /// Of what lies over the picture, in ARGB.
  public init(overlay size: PixelSize, epoch: Epoch?) {
    (format, self.size, self.epoch) = (.argb8888, size, epoch)
  }

  /// Of pictures of a plan.
  public init(_ plan: ScanoutPlan) {
    (format, size, part) = (plan.format, plan.bufferSize, plan.bufferPart)
    (range, epoch) = (plan.color.range, plan.epoch)
  }
}

/// A set of equal buffers that are used in turn. Thread-safe.
public final class ScanoutPool: Sendable {
  public let key: PoolKey
  private let free = BoundedQueue<ScanoutBuffer>(limit: .max)
  private let content: Mutex<Content>
  private let limit: Int
  private let make: @Sendable () throws(PlaybackError) -> ScanoutBuffer

  private struct Content {
    /// By their addresses.
    var buffers: [UInt: ScanoutBuffer] = [:]
    /// Of those, and of what is being made.
    var count = 0
    /// How many there may be: less than was wished for once memory was short.
    var limit: Int
  }

  /// With so few pictures still follow each other: on screen, just left, being written.
  private static let least = 3

  /// A pool of at most `limit` buffers, made when they are first needed.
  public init(
    _ key: PoolKey, limit: Int, make: @escaping @Sendable () throws(PlaybackError) -> ScanoutBuffer
  ) {
    (self.key, self.limit, self.make) = (key, limit, make)
    content = Mutex(Content(limit: limit))
  }

  /// A free buffer, waiting for one while all are in use. Nil once `isCancelled`, which is asked
  /// again at each `wakeAll`.
  public func take(unless isCancelled: () -> Bool) throws(PlaybackError) -> BufferLease? {
    if let lease = try takeAtOnce() { return lease }
    return free.pop(unless: isCancelled).map { BufferLease($0, of: self) }
  }

  /// A free buffer without waiting; nil while all are in use.
  public func takeAtOnce() throws(PlaybackError) -> BufferLease? {
    if let buffer = free.tryPop() { return BufferLease(buffer, of: self) }
    return try makeOne().map { BufferLease($0, of: self) }
  }

  /// Makes all buffers now: the first touch of memory is slow, and later it would cost frames.
  public func fill() throws(PlaybackError) {
    while let buffer = try makeOne() { giveBack(buffer) }
  }

  /// One more buffer; nil where there are as many as there may be. Where memory is short, those
  /// that there are have to do.
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

  /// One could not be made. False where those that there are do not do.
  private func settleForLess() -> Bool {
    content.withLock { content in
      content.count -= 1
      guard content.count >= Self.least else { return false }
      content.limit = content.count
      return true
    }
  }

  /// There may be more memory by now.
  func forgetShortage() { content.withLock { $0.limit = limit } }

  /// Whether its buffers are of this epoch, all of them: the display may have become another one
  /// while they were made.
  public func isOf(_ epoch: Epoch) -> Bool {
    key.epoch == epoch
      && content.withLock { $0.buffers.values.allSatisfy { $0.epoch == epoch } }
  }

  /// Our buffer that a decoder's picture lies in; nil for memory that is not ours.
  public func buffer(containing address: UnsafeRawPointer) -> ScanoutBuffer? {
    content.withLock { content in
      let number = UInt(bitPattern: address)
      return content.buffers.values.first { buffer in
        let start = unsafe UInt(bitPattern: buffer.bytes.baseAddress)
        return unsafe number >= start && number < start + UInt(buffer.bytes.count)
      }
    }
  }

  /// The decoder thread that waits for a buffer looks whether it is wanted still.
  public func wakeAll() { free.wakeAll() }

  fileprivate func giveBack(_ buffer: ScanoutBuffer) { free.force(buffer) }
}

/// The right to one buffer of a pool. Dropping it gives the buffer back.
public final class BufferLease: Sendable {
  public let buffer: ScanoutBuffer
  private let pool: ScanoutPool

  fileprivate init(_ buffer: ScanoutBuffer, of pool: ScanoutPool) {
    (self.buffer, self.pool) = (buffer, pool)
  }

  deinit { pool.giveBack(buffer) }
}
