package import VitrineContent
package import VitrineLinux
package import VitrineNetwork

/// The cache: it stores downloads in a folder, and answers later requests from there. Thread-safe.
package final class DownloadCache: Sendable {
  package let store: ContentStore
  private let orders = BoundedQueue<@Sendable () -> Void>(limit: .max)
  private let thread: NamedThread
  private let before = Shared<[CachingTransfers]>([])
  private let absence: Duration
  private let now: @Sendable () -> Int64

  /// Starts the thread that reads from the disk, `kept`. A server that did not answer is not
  /// contacted again for `absence`. `now` is the wall clock, in seconds since 1970.
  package init(
    _ folder: Folder, _ limits: ContentLimits = ContentLimits(),
    absence: Duration = .seconds(30), tell: @escaping @Sendable (ContentError?) -> Void = { _ in },
    // bound: the kernel's time in seconds
    now: @escaping @Sendable () -> Int64 = { Int64(WallTime.seconds) }
  ) throws(ContentError) {
    self.absence = absence
    self.now = now
    store = try ContentStore(folder, limits, report: tell)
    let orders = orders
    do throws(Errno) {
      thread = try NamedThread("kept") {
        while let order = orders.pop() { order() }
      }
    } catch {
      store.close()
      throw .unusable(folder.path, cause: "\(error)")
    }
  }

  /// Returns transfers that use the cache in front of the download thread.
  package func transfers(over loop: TransferLoop) -> any Transfers {
    let made = CachingTransfers(store, over: loop, orders: orders, absence: absence, now: now)
    before.update { $0.append(made) }
    return made
  }

  /// Writes the remaining data to the disk and ends the thread. To be called once, after the
  /// download thread has ended.
  package func close() {
    for transfers in before.value { transfers.close() }
    orders.close(discarding: true)
    thread.join()
    store.close()
  }
}
