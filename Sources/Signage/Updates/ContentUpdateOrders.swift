import VitrineContent
import VitrineLinux
import VitrineNetwork
import VitrineTiming

/// The orders to the updater, handled between the pieces of an update, and what they change. Bound
/// to the updater's thread.
struct ContentUpdateOrders: ~Copyable {
  private let queue: BoundedQueue<ContentUpdater.Order>
  var content: PlayableContent
  var schedule: CheckSchedule
  var backoff = VerificationBackoff()
  /// The validators of the server's manifest that was processed last.
  var knownManifest: Validators?
  private(set) var isClosing = false

  init(
    _ queue: BoundedQueue<ContentUpdater.Order>, _ content: consuming PlayableContent,
    _ schedule: CheckSchedule
  ) {
    self.queue = queue
    self.content = content
    self.schedule = schedule
  }

  /// Handles orders until `deadline`. Returns false on exit.
  @discardableResult
  mutating func handle(until deadline: HostTime) -> Bool {
    while !isClosing {
      content.checkStickPresence()
      let stickCheck = content.sticks.nextPresenceCheck
      guard let order = queue.pop(until: min(deadline, stickCheck ?? deadline)) else {
        if queue.isExhausted { isClosing = true }
        if !isClosing, stickCheck != nil, HostTime.now() < deadline { continue }
        break
      }
      handle(order)
      if schedule.due < deadline { break }
    }
    return !isClosing
  }

  /// Handles pending orders without waiting. Returns false on exit.
  mutating func shouldContinue() -> Bool {
    content.checkStickPresence()
    while !isClosing, let order = queue.tryPop() { handle(order) }
    return !isClosing
  }

  private mutating func handle(_ order: ContentUpdater.Order) {
    switch order {
    case .close: isClosing = true
    case .check:
      schedule.request(at: .now())
      backoff.retryAll(at: .now())
    case .shown(let path): content.recordShowing(of: path)
    case .failed(let path, let reason):
      // If the release is still published, the next check reports that it is refused.
      if content.recordFailure(of: path, because: reason) { knownManifest = nil }
    }
  }
}
