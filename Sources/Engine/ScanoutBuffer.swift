internal import KMS
internal import Linux
public import Pictures
import Synchronization

/// Memory for one picture that the display can show, mapped for as long as it lives.
///
/// Passed from thread to thread: the decoder's writes it, then the display only reads it.
@safe public final class ScanoutBuffer: @unchecked Sendable {
  // @unchecked: a lease is held by one thread at a time; see `BufferLease`.
  enum Memory: ~Copyable {
    case framebuffer(Framebuffer)
    case plain(Mapping)
  }

  public let layout: BufferLayout
  /// As large as the memory, which may be more than the layout needs.
  public let bytes: UnsafeMutableRawBufferPointer
  let framebuffer: ObjectID<Framebuffer>?
  private let memory: Memory

  init(_ framebuffer: consuming Framebuffer) {
    layout = framebuffer.buffer.layout
    unsafe bytes = unsafe framebuffer.buffer.mapping.bytes
    self.framebuffer = framebuffer.id
    memory = .framebuffer(framebuffer)
  }

  init(plain layout: BufferLayout) throws(Errno) {
    let mapping = try Mapping(anonymous: layout.byteCount)
    self.layout = layout
    unsafe bytes = unsafe mapping.bytes
    framebuffer = nil
    memory = .plain(mapping)
  }

  /// Makes all of it black. YUV's black is not zero.
  func clear(_ color: ColorDescription) {
    let isLimited = color.range == .limited
    let format = layout.format
    for (index, plane) in layout.planes.enumerated() {
      let part = unsafe UnsafeMutableRawBufferPointer(
        rebasing: bytes[plane.offset..<plane.offset + plane.pitch * plane.rows])
      switch format {
      case _ where format.isRGB: unsafe part.fill(with: [0])
      case .p010: unsafe part.fill(with: index == 0 ? [0, isLimited ? 16 : 0] : [0, 128])
      case .yuyv: unsafe part.fill(with: [isLimited ? 16 : 0, 128])
      case .uyvy: unsafe part.fill(with: [128, isLimited ? 16 : 0])
      default: unsafe part.fill(with: [index > 0 ? 128 : isLimited ? 16 : 0])
      }
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes a pattern of one or two bytes over and over.
  fileprivate func fill(with pattern: [UInt8]) {
    guard pattern.count > 1 else {
      _ = unsafe initializeMemory(as: UInt8.self, repeating: pattern[0])
      return
    }
    let pair = UInt16(pattern[0]) | UInt16(pattern[1]) << 8
    unsafe bindMemory(to: UInt16.self).update(repeating: pair.littleEndian)
  }
}

/// A set of equal buffers that are used in turn. Thread-safe.
final class ScanoutPool: Sendable {
  private let free = BoundedQueue<ScanoutBuffer>(limit: .max)
  private let all = Mutex<[UInt: ScanoutBuffer]>([:])
  private let limit: Int
  private let make: @Sendable () throws(PoolError) -> ScanoutBuffer

  struct PoolError: Error {
    let message: String
  }

  /// A pool of at most `limit` buffers, made when they are first needed.
  init(
    limit: Int, make: @escaping @Sendable () throws(PoolError) -> ScanoutBuffer
  ) {
    (self.limit, self.make) = (limit, make)
  }

  /// A free buffer, waiting for one while all are in use. Nil once the pool is closed.
  func take() throws(PoolError) -> BufferLease? {
    if let lease = try takeAtOnce() { return lease }
    return free.pop().map { BufferLease($0, of: self) }
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

  /// Nobody waits for a buffer from now on.
  func close() { free.close() }

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
