internal import Synchronization
internal import VitrineLinux
package import VitrineNetwork
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Makes small pictures along the timelines of items, and keeps them in a folder. Thread-safe.
///
/// It has one thread of the lowest priority, and a demuxer and decoder of its own: playback does
/// not notice it. The thread starts with the first request.
public final class Thumbnailer: Sendable {
  /// In bytes.
  public static let standardLimit = 64 << 20
  /// How long its end is waited for.
  private static let patience = Duration.seconds(1)

  /// Notes that what lies there is open while it calls what it is given.
  package typealias Noting = @Sendable (_ location: String, () -> Void) -> Void

  private let orders = Shared(ThumbnailOrders())
  private let bell = BoundedQueue<Void>(limit: .max)
  private let thread = Mutex<NamedThread?>(nil)
  /// Closed by the thread when it ends.
  private let ended = BoundedQueue<Bool>(limit: 1)
  private let cache: Folder
  private let isReplaceable: Bool
  private let limit: Int
  private let searchPatience: Duration
  private let noting: Noting
  private let remotes: RemoteSources?
  private let report: @Sendable (ThumbnailNews) -> Void

  /// `cache` is a folder of which no other program uses the subfolders with hexadecimal names; it is
  /// made when it is needed. The strips in it take up to `limit` bytes: those that were not used
  /// for longest are removed, but never the one that is being made. Where the folder cannot be
  /// written and `isReplaceable`, a temporary one takes its place. `report` is called on the
  /// thumbnailer's thread.
  public convenience init(
    cache: String, isReplaceable: Bool = false, limit: Int = Thumbnailer.standardLimit,
    report: @escaping @Sendable (ThumbnailNews) -> Void
  ) {
    self.init(
      cache: cache, isReplaceable: isReplaceable, limit: limit, noting: { $1() }, report: report)
  }

  /// What is opened, by its location, is so between the beginning and the end of a call of `noting`, which calls
  /// what it is given. A better picture than the first is looked for as a poster as long as `searchPatience`:
  /// other posters wait.
  package init(
    cache: String, isReplaceable: Bool = false, limit: Int = Thumbnailer.standardLimit,
    searchPatience: Duration = .seconds(6), remotes: RemoteSources? = nil,
    noting: @escaping Noting,
    report: @escaping @Sendable (ThumbnailNews) -> Void
  ) {
    self.cache = Folder(cache)
    (self.isReplaceable, self.limit) = (isReplaceable, limit)
    self.searchPatience = searchPatience
    (self.noting, self.remotes, self.report) = (noting, remotes, report)
  }

  deinit { close() }

  /// Makes this strip next: the latest request comes first, then the unfinished ones before it.
  /// The same request again, before it is finished, only moves to the front.
  public func want(_ request: ThumbnailRequest) { want([request]) }

  /// Makes these next, in this order.
  public func want(_ requests: [ThumbnailRequest]) {
    guard orders.update({ $0.want(requests) }) else { return }
    do throws(Errno) {
      try startThread()
      bell.force(())
    } catch {
      let cause = PlaybackError(.decode, "thread thumbnails: \(error)", exitStatus: .unavailable)
      for request in requests {
        cancel(request)
        report(.failed(request, cause))
      }
    }
  }

  /// This strip is wanted no more. News that is on its way may still arrive.
  public func cancel(_ request: ThumbnailRequest) {
    orders.update { $0.cancel(request) }
  }

  /// Ends all work, and waits for nothing: the thread ends soon.
  public func end() { _ = endThread() }

  /// Ends all work and waits for the thread's end, though not for ever: it may be in a file on a
  /// share that hangs. Not to be called from a report.
  public func close() {
    if endThread() { _ = ended.pop(until: .now() + Self.patience) }
  }

  /// Whether there was one.
  private func endThread() -> Bool {
    orders.update { $0.close() }
    bell.close(discarding: true)
    guard let thread = thread.withLock({ $0.take() }) else { return false }
    thread.detach()
    return true
  }

  /// Whether all that was wanted is done.
  public var isIdle: Bool { orders.value.isEmpty }

  private func startThread() throws(Errno) {
    // Errors leave the lock as values: its closure throws nothing typed.
    let outcome = thread.withLock { thread -> Result<Void, Errno> in
      guard thread == nil else { return .success(()) }
      do throws(Errno) {
        thread = try makeThread()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  private func makeThread() throws(Errno) -> NamedThread {
    let (orders, bell, report) = (orders, bell, report)
    let (folder, isReplaceable, limit) = (cache, isReplaceable, limit)
    let (noting, ended, patience, remotes) = (noting, ended, searchPatience, remotes)
    // Without us: the thread must not keep alive the owner that ends it.
    return try NamedThread("thumbnails", priority: .background) {
      defer { ended.close() }
      let place = ThumbnailPlace(folder, isReplaceable: isReplaceable, report)
      var worker = ThumbnailWorker(
        orders: orders, cache: ThumbnailCache(in: place.folder, limit: place.limit(of: limit)),
        patience: patience, remotes: remotes, report: report)
      while bell.pop() != nil {
        while let order = orders.update({ $0.take() }) {
          noting(order.request.item.location) { worker.carryOut(order) }
        }
      }
      place.leave()
    }
  }
}
