internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout

/// The memory for pictures that one pipeline uses, which is given back when it is closed; and the
/// display that it is for. Thread-safe.
final class PicturePools: Sendable {
  let display: any PictureDisplay
  private let state = Shared(State())

  private struct State {
    var pools: [ScanoutPool] = []
    /// Of the decoder that is a device, while it lives.
    var wakeups: [Weak] = []
    var isClosed = false
  }

  init(_ display: any PictureDisplay) { self.display = display }

  /// Memory for pictures of a kind, at most `limit` of them.
  func pool(_ key: PoolKey, limit: Int) -> ScanoutPool {
    let pool = display.pool(key, limit: limit)
    let isLate = state.update { state in
      if !state.isClosed { state.pools.append(pool) }
      return state.isClosed
    }
    if isLate { display.giveBack([pool]) }
    return pool
  }

  /// Gives memory back before the end: nothing more is drawn in it.
  func release(_ pool: ScanoutPool) {
    let isOurs = state.update { state in
      guard let index = state.pools.firstIndex(where: { $0 === pool }) else { return false }
      state.pools.remove(at: index)
      return true
    }
    if isOurs { display.giveBack([pool]) }
  }

  /// A decoder that waits for its device is to look then, too, for as long as it lives.
  func ring(_ wakeup: Wakeup) {
    state.update { state in
      state.wakeups.removeAll { $0.wakeup == nil }
      state.wakeups.append(Weak(wakeup: wakeup))
    }
  }

  private struct Weak {
    weak var wakeup: Wakeup?
  }

  /// Decoders that wait for memory look whether it is still wanted.
  func wakeAll() {
    let state = state.value
    for pool in state.pools { pool.wakeAll() }
    for weak in state.wakeups { weak.wakeup?.ring() }
  }

  /// Gives all back; what is asked for from now on is given back at once.
  func close() {
    let (pools, wakeups) = state.update { state in
      defer { state = State(isClosed: true) }
      return (state.pools, state.wakeups)
    }
    for pool in pools { pool.wakeAll() }
    for weak in wakeups { weak.wakeup?.ring() }
    display.giveBack(pools)
  }
}
