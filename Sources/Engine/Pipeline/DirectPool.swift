internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrineScanout

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
