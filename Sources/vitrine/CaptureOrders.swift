import Engine
import Linux
import Synchronization

/// Pictures of the screen for whoever asks while it plays: a script, clients of the socket. The
/// player gives them in the order of asking. Thread-safe.
final class CaptureOrders: Sendable {
  typealias Order = @Sendable (Capture) -> Void

  private let waiting = Mutex<[Order]>([])
  private let taken = BoundedQueue<(order: Order, capture: Capture)>(limit: .max)

  /// Each is a picture of the screen's size.
  private static let mostWaiting = 8

  /// Writing a picture takes longer than the player may be kept. The thread ends with the process.
  init() throws(Errno) {
    let thread = try NamedThread("screenshots") { [taken] in
      while let (order, capture) = taken.pop() { order(capture) }
    }
    thread.detach()
  }

  /// Has `order` called with a picture of what is on screen now, on a thread that may be kept.
  /// False where too many are awaited already.
  func ask(_ player: Player, _ order: @escaping Order) -> Bool {
    waiting.withLock { waiting in
      guard waiting.count < Self.mostWaiting else { return false }
      waiting.append(order)
      player.capture()
      return true
    }
  }

  func note(_ event: PlayerEvent) {
    guard case .screenshot(let capture) = event else { return }
    let order = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    if let order { taken.force((order, capture)) }
  }
}
