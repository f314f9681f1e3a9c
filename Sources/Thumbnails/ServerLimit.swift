internal import VitrineLinux
internal import VitrineTiming

/// A limit of the time for single operations on a server, which may block: another thread watches
/// them. Thread-safe.
final class ServerLimit: Sendable {
  private enum Order: Sendable {
    case begin(HostTime)
    case end
  }

  private let timeout: Duration
  private let orders: BoundedQueue<Order>

  /// `expire` is called on another thread, at most once, when an operation takes longer than
  /// `timeout`. It may have ended at that moment.
  init(_ timeout: Duration, expire: @escaping @Sendable () -> Void) throws(Errno) {
    let orders = BoundedQueue<Order>(limit: .max)
    (self.timeout, self.orders) = (timeout, orders)
    let thread = try NamedThread("thumbnail limit", priority: .background) {
      var deadline: HostTime?
      while true {
        switch orders.pop(until: deadline) {
        case .begin(let time): deadline = time
        case .end: deadline = nil
        case nil:
          // The time is over or the owner gone.
          if !orders.isOver { expire() }
          return
        }
      }
    }
    thread.detach()
  }

  deinit { orders.close(discarding: true) }

  /// Begins an operation.
  func begin() { orders.force(.begin(.now() + timeout)) }

  func end() { orders.force(.end) }
}
