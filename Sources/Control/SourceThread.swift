public import VitrineLinux
public import VitrinePlaylists
public import VitrineTiming

/// Reads sources named by clients on its own thread, one order after the other, as disks and
/// network shares may block. An unresponsive share blocks only this thread, and expired orders are
/// not carried out. Thread-safe.
public final class SourceThread: Sendable {
  /// Turns names of files, colours and lists into items. May block.
  public typealias Reader = @Sendable () throws(Refusal) -> [Item]

  private struct Order: Sendable {
    let deadline: HostTime
    let read: Reader
    let done: @Sendable (Result<[Item], Refusal>) -> Void
  }

  private let orders: BoundedQueue<Order>

  /// `limit` is the number of orders that may wait. `now` is the clock: the machine's, or a test's.
  public init(limit: Int = 8, now: @escaping @Sendable () -> HostTime = HostTime.now) throws(Errno)
  {
    let orders = BoundedQueue<Order>(limit: limit)
    self.orders = orders
    let thread = try NamedThread("sources") {
      while let order = orders.pop() { Self.carryOut(order, now) }
    }
    // The thread may wait for a share that never answers.
    thread.detach()
  }

  deinit { orders.close(discarding: true) }

  /// Calls `done` with the items, on the thread; the next order starts when that returns.
  ///
  /// After `deadline` the client no longer waits: nothing is read, and items already read are
  /// dropped. If too many orders wait, calls `done` at once on the caller's thread.
  public func read(
    until deadline: HostTime, _ read: @escaping Reader,
    done: @escaping @Sendable (Result<[Item], Refusal>) -> Void
  ) {
    guard orders.tryPush(Order(deadline: deadline, read: read, done: done)) else {
      return done(.failure(Refusal("an earlier request is still being read", .busy)))
    }
  }

  private static func carryOut(_ order: Order, _ now: @Sendable () -> HostTime) {
    guard now() < order.deadline else { return order.done(.failure(.tooSlow)) }
    let result = Result { () throws(Refusal) in try order.read() }
    order.done(now() < order.deadline ? result : .failure(.tooSlow))
  }
}
