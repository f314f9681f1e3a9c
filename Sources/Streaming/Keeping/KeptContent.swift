public import VitrineContent
public import VitrineLinux
public import VitrineNetwork

/// What was fetched is kept in a folder, and comes from there when it is asked for again. Thread-safe.
public final class KeptContent: Sendable {
  public let store: ContentStore
  private let orders = BoundedQueue<@Sendable () -> Void>(limit: .max)
  private let thread: NamedThread
  private let before = Shared<[KeptTransfers]>([])
  private let absence: Duration
  private let now: @Sendable () -> Int64

  /// Begins the thread that reads: `kept`. A server that did not answer is left alone for `absence`;
  /// `now` is the clock that people set, in seconds since 1970.
  public init(
    _ folder: Folder, _ limits: ContentLimits = ContentLimits(),
    absence: Duration = .seconds(30), tell: @escaping @Sendable (ContentError?) -> Void = { _ in },
    // bound: the kernel's time in seconds
    now: @escaping @Sendable () -> Int64 = { Int64(WallTime.seconds) }
  ) throws(ContentError) {
    (self.absence, self.now) = (absence, now)
    store = try ContentStore(folder, limits, tell: tell)
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

  /// Stands before the thread that fetches.
  public func transfers(over loop: TransferLoop) -> any Transfers {
    let made = KeptTransfers(store, over: loop, orders: orders, absence: absence, now: now)
    before.update { $0.append(made) }
    return made
  }

  /// Ends it; what came is on the disk then. Behind the end of what fetches, and once.
  public func close() {
    for transfers in before.value { transfers.close() }
    orders.close(discarding: true)
    thread.join()
    store.close()
  }
}
