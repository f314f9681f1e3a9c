package import VitrineAddresses
package import VitrineContent
internal import VitrineLinux
package import VitrineNetwork
package import VitrineTiming

/// Downloads without a cache that could not be opened, for example because its disk is full or
/// read-only. Opens it again when a request comes after a delay; later requests use it. Thread-safe.
package final class RetriedCache: Transfers {
  package typealias Open = @Sendable () throws(ContentError) -> any Transfers

  private struct State {
    var schedule: CacheRetrySchedule
    /// Once it is open.
    var cache: (any Transfers)?
    var attempt: NamedThread?
    var isClosed = false
  }

  private let loop: any Transfers
  private let open: Open
  private let report: @Sendable (ContentError?) -> Void
  private let state: Shared<State>
  private let now: @Sendable () -> HostTime

  /// `report` receives errors that differ from the previous one, initially `cause`, and nil once the
  /// cache is open. `open` and `report` are called on the thread "cache".
  package init(
    over loop: any Transfers, after cause: ContentError,
    now: @escaping @Sendable () -> HostTime = HostTime.now, open: @escaping Open,
    report: @escaping @Sendable (ContentError?) -> Void
  ) {
    (self.loop, self.open, self.report, self.now) = (loop, open, report, now)
    state = Shared(State(schedule: CacheRetrySchedule(after: cause, at: now())))
  }

  package func begin(_ request: TransferRequest, for sink: any TransferSink) -> TransferID {
    // An attempt that begins now serves later requests.
    let current = current
    retryIfDue()
    return current.begin(request, for: sink)
  }

  // The cache forwards transfers that began before it opened.
  package func cancel(_ transfer: TransferID) { current.cancel(transfer) }
  package func resume(_ transfer: TransferID) { current.resume(transfer) }
  package func isCached(_ url: RemoteURL, _ range: Range<Int64>?) -> Bool {
    current.isCached(url, range)
  }
  package func evict(_ url: RemoteURL) { current.evict(url) }
  package func unpinAll() { current.unpinAll() }
  package func settle() { current.settle() }
  package var isCaching: Bool { current.isCaching }

  private var current: any Transfers { state.value.cache ?? loop }

  private func retryIfDue() {
    let now = now()
    let ended = state.update { state -> NamedThread? in
      guard !state.isClosed, state.cache == nil, state.schedule.consumeDue(at: now) else {
        return nil
      }
      let ended = state.attempt.take()
      do throws(Errno) {
        // Opening reads from the disk, for which requests must not wait.
        state.attempt = try NamedThread("cache") { [self] in attempt() }
      } catch {
        state.schedule.recordFailure(nil, at: now)
      }
      return ended
    }
    // The attempt before has recorded its failure, so its thread is at its end.
    ended?.join()
  }

  private func attempt() {
    do throws(ContentError) {
      let cache = try open()
      state.update { $0.cache = cache }
      report(nil)
    } catch {
      let now = now()
      if state.update({ $0.schedule.recordFailure(error, at: now) }) { report(error) }
    }
  }

  /// Waits for an attempt that has begun. No other begins.
  package func close() {
    state.update { $0.isClosed = true }
    awaitAttempt()
  }

  /// Waits for the attempt that has begun, if any.
  func awaitAttempt() { state.update { $0.attempt.take() }?.join() }
}

/// When to open a cache again: at first after half a minute, then after twice as long each time, at
/// most ten minutes.
struct CacheRetrySchedule {
  /// Nil during an attempt.
  private(set) var due: HostTime?
  private var delay = Duration.seconds(30)
  private var cause: ContentError

  private static let longest = Duration.seconds(600)

  /// `cause` is why the cache could not be opened at first.
  init(after cause: ContentError, at now: HostTime) {
    self.cause = cause
    due = now + delay
  }

  /// Returns true once when an attempt is due.
  mutating func consumeDue(at now: HostTime) -> Bool {
    guard let due, due <= now else { return false }
    self.due = nil
    return true
  }

  /// Records a failed attempt. Returns whether its error differs from the previous one; nil says that
  /// the attempt could not begin.
  @discardableResult
  mutating func recordFailure(_ error: ContentError?, at now: HostTime) -> Bool {
    delay = min(delay * 2, Self.longest)
    due = now + delay
    guard let error, error != cause else { return false }
    cause = error
    return true
  }
}
