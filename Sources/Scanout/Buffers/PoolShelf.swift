internal import VitrineLinux

/// Pools that are not in use at the moment: items follow each other for months, mostly in the same
/// few sizes, and memory that was touched once is not touched for the first time again.
/// Thread-safe.
public final class PoolShelf: Sendable {
  private let pools = Shared<[ScanoutPool]>([])
  /// Two items at an edge, each with pictures of its decoder's and of ours.
  private static let limit = 4

  public init() {}

  /// A pool with this key, if there is one.
  public func take(_ key: PoolKey) -> ScanoutPool? {
    let pool = pools.update { pools in
      pools.lastIndex { $0.key == key }.map { pools.remove(at: $0) }
    }
    pool?.forgetShortage()
    return pool
  }

  /// Drops all. False where there was none.
  @discardableResult
  public func clear() -> Bool {
    let dropped = pools.update { pools in
      defer { pools = [] }
      return pools
    }
    return !dropped.isEmpty  // freed outside of the lock
  }

  /// Keeps pools for others; the ones that waited longest are dropped.
  public func put(_ returned: [ScanoutPool]) {
    let dropped = pools.update { pools in
      pools += returned
      let surplus = Array(pools.prefix(max(0, pools.count - Self.limit)))
      pools.removeFirst(surplus.count)
      return surplus
    }
    _ = dropped  // freed outside of the lock
  }
}
