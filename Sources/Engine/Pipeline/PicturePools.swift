internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout

/// The memory for pictures of one pipeline, returned when it is closed, and its display.
/// Thread-safe.
final class PicturePools: Sendable {
  let display: any PictureDisplay
  /// Whether pictures may be mixed with those of another item.
  let isMixed: Bool
  private let state = Shared(State())

  private struct State {
    var pools: [ScanoutPool] = []
    /// The wakeups of live hardware decoders.
    var wakeups: [Weak] = []
    var isClosed = false
  }

  init(_ display: any PictureDisplay, isMixed: Bool = false) {
    self.display = display
    self.isMixed = isMixed
  }

  /// A pool of at most `limit` pictures of a kind.
  func pool(_ key: PoolKey, limit: Int) -> ScanoutPool {
    let pool = display.pool(key, limit: limit)
    let isLate = state.update { state in
      if !state.isClosed { state.pools.append(pool) }
      return state.isClosed
    }
    if isLate { display.recycle([pool]) }
    return pool
  }

  /// Returns a pool early: nothing more is drawn in it.
  func release(_ pool: ScanoutPool) {
    let isOurs = state.update { state in
      guard let index = state.pools.firstIndex(where: { $0 === pool }) else { return false }
      state.pools.remove(at: index)
      return true
    }
    if isOurs { display.recycle([pool]) }
  }

  /// Also wakes a decoder that waits for its device, for as long as the decoder lives.
  func ring(_ wakeup: Wakeup) {
    state.update { state in
      state.wakeups.removeAll { $0.wakeup == nil }
      state.wakeups.append(Weak(wakeup: wakeup))
    }
  }

  private struct Weak {
    weak var wakeup: Wakeup?
  }

  /// Wakes decoders that wait for memory, so that they check whether they still need it.
  func wakeAll() {
    let state = state.value
    for pool in state.pools { pool.wakeAll() }
    for weak in state.wakeups { weak.wakeup?.ring() }
  }

  /// Returns all pools; pools requested later are returned at once.
  func close() {
    let (pools, wakeups) = state.update { state in
      defer { state = State(isClosed: true) }
      return (state.pools, state.wakeups)
    }
    for pool in pools { pool.wakeAll() }
    for weak in wakeups { weak.wakeup?.ring() }
    display.recycle(pools)
  }
}
