internal import Linux
internal import Pictures
internal import Playback

/// Puts the picture and what lies over it into one, for a display that has no plane for the
/// second. The picture's own memory stays as it is: it may be a decoder's reference, and what
/// lies over it may go again. Thread-bound to the display thread.
final class Flattener {
  private let pool: ScanoutPool
  private let plan: ScanoutPlan
  private let binding = ThreadBinding()

  /// One on screen, one given to the kernel, one that has just left, one being written.
  private static let size = 4

  /// `plan` is of RGB pictures of the display's size.
  init(_ plan: ScanoutPlan, make: @escaping BufferMaker) {
    self.plan = plan
    pool = ScanoutPool(PoolKey(plan), limit: Self.size) { () throws(ScanoutPool.PoolError) in
      do throws(PlaybackError) {
        return try make(plan.format, plan.bufferSize, nil)
      } catch {
        throw ScanoutPool.PoolError(message: error.message)
      }
    }
  }

  /// Nil while there is no memory free.
  func flatten(_ layers: Layers) throws(PlaybackError) -> ScanoutPicture? {
    binding.check()
    let lease: BufferLease?
    do {
      lease = try pool.takeAtOnce()
    } catch {
      throw PlaybackError(
        .display, "memory for the interface: \(error.message)", exitStatus: .unavailable)
    }
    guard let lease else { return nil }
    lease.buffer.clear(PixelRect(plan.bufferSize))
    try Composition.compose(layers, into: lease.buffer)
    let picture = layers.picture
    return ScanoutPicture(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: lease.buffer,
      plan: plan, holder: .lease(lease))
  }
}
