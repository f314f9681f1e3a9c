internal import VitrineLinux

/// A cache of unused pools: items mostly have the same few sizes, and reused memory avoids page
/// faults. Thread-safe.
package final class ScanoutPoolCache: Sendable {
  private let pools = Shared<[ScanoutPool]>([])
  /// Two items at an item boundary, each with pools for the decoder's pictures and for converted
  /// ones.
  private static let limit = 4

  package init() {}

  /// Takes a pool with this key, if there is one.
  package func removePool(for key: PoolKey) -> ScanoutPool? {
    let pool = pools.update { pools in
      pools.lastIndex { $0.key == key }.map { pools.remove(at: $0) }
    }
    pool?.forgetShortage()
    return pool
  }

  /// Drops all pools. Returns false if there were none.
  @discardableResult
  package func clear() -> Bool {
    let dropped = pools.update { pools in
      defer { pools = [] }
      return pools
    }
    return !dropped.isEmpty  // freed outside of the lock
  }

  /// Adds pools for reuse; drops the oldest ones.
  package func insert(_ returned: [ScanoutPool]) {
    let dropped = pools.update { pools in
      pools += returned
      let surplus = Array(pools.prefix(max(0, pools.count - Self.limit)))
      pools.removeFirst(surplus.count)
      return surplus
    }
    _ = dropped  // freed outside of the lock
  }
}
