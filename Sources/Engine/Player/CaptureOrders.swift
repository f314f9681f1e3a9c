public import Linux
internal import Playback
public import Scanout
internal import Synchronization
internal import Timing

/// Pictures of the screen for those who ask while it plays: a script, clients of the socket.
/// Thread-safe.
public final class CaptureOrders: Sendable {
  /// Gets the picture; nil where none came in time.
  public typealias Order = @Sendable (Capture?) -> Void

  private enum Work: Sendable {
    case deal(Order, Capture, CaptureWish)
    /// There is another deadline.
    case look
  }

  private let book = Mutex(CaptureBook<Order>())
  private let works = BoundedQueue<Work>(limit: .max)
  private let patience: Duration

  /// Writing a picture takes longer than the player may be kept. The thread ends with the process.
  ///
  /// An order without a picture after `patience` gets none.
  public init(patience: Duration = .seconds(8)) throws(Errno) {
    self.patience = patience
    let thread = try NamedThread("screenshots") { [self] in
      while true { work() }
    }
    thread.detach()
  }

  /// Has `order` called with a picture of what is on screen now, on a thread that may be kept.
  /// False where too many are awaited or being written already.
  public func ask(_ player: Player, _ order: @escaping Order) -> Bool {
    let deadline = HostTime.now() + patience
    guard let wish = book.withLock({ $0.add(order, until: deadline) }) else { return false }
    works.force(.look)
    player.capture(wish)
    return true
  }

  public func note(_ event: PlayerEvent) {
    guard case .screenshot(let capture, let wish) = event,
      let order = book.withLock({ $0.take(wish) })
    else { return }
    works.force(.deal(order, capture, wish))
  }

  private func work() {
    if case .deal(let order, let capture, let wish) = works.pop(until: book.withLock(\.deadline)) {
      order(wish.deadline > .now() ? capture : nil)
      book.withLock { $0.finish() }
    }
    let overdue = book.withLock { $0.takeOverdue(.now()) }
    for order in overdue { order(nil) }
  }
}
