public import VitrineLinux
public import VitrinePlaylists
public import VitrineTiming

/// Reads what people name, which waits for disks and shares: one order after the other, on a thread
/// of its own. A share that hangs keeps that one thread, and what was asked for hours ago is not
/// done when it comes back. Thread-safe.
public final class SourceThread: Sendable {
  /// Makes items of what people write: files, colours, lists. It may wait.
  public typealias Reader = @Sendable () throws(Refusal) -> [Item]

  private struct Order: Sendable {
    let deadline: HostTime
    let read: Reader
    let done: @Sendable (Result<[Item], Refusal>) -> Void
  }

  private let orders: BoundedQueue<Order>

  /// So many orders may wait. `now` is the clock: the machine's, or a test's.
  public init(limit: Int = 8, now: @escaping @Sendable () -> HostTime = HostTime.now) throws(Errno)
  {
    let orders = BoundedQueue<Order>(limit: limit)
    self.orders = orders
    let thread = try NamedThread("sources") {
      while let order = orders.pop() { Self.carryOut(order, now) }
    }
    // It may be in a share that never comes back.
    thread.detach()
  }

  deinit { orders.close(discarding: true) }

  /// Has `done` called with the items, on the thread, which does the next order when that returns.
  ///
  /// After `deadline` the client no longer waits for the answer: nothing is read, and what was read
  /// is not handed out. Where too many wait already, that is said at once, on the caller's thread.
  public func read(
    until deadline: HostTime, _ read: @escaping Reader,
    done: @escaping @Sendable (Result<[Item], Refusal>) -> Void
  ) {
    guard orders.tryPush(Order(deadline: deadline, read: read, done: done)) else {
      return done(.failure(Refusal("what was asked for before is still being read", .busy)))
    }
  }

  private static func carryOut(_ order: Order, _ now: @Sendable () -> HostTime) {
    guard now() < order.deadline else { return order.done(.failure(.tooSlow)) }
    let result = Result { () throws(Refusal) in try order.read() }
    order.done(now() < order.deadline ? result : .failure(.tooSlow))
  }
}
