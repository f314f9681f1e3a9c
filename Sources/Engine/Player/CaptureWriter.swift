internal import Linux
internal import Playback
internal import Scanout
internal import Synchronization
internal import Timing

/// Hands pictures of the screen to those who wished for them, on the thread "screenshots": writing one
/// takes longer than the player may be kept. Thread-safe.
///
/// The thread starts with the first wish, and ends with the process.
final class CaptureWriter: Sendable {
  private enum Work: Sendable {
    case hand(Capture, CaptureWish)
    /// There is another deadline.
    case look
  }

  private let book = Mutex(CaptureBook())
  private let works = BoundedQueue<Work>(limit: .max)
  private let hasThread = Mutex(false)

  /// Takes note of a wish. False where too many are awaited or being written already, and where no
  /// thread can be had to write with.
  func add(_ wish: CaptureWish) -> Bool {
    guard start(), book.withLock({ $0.add(wish) }) else { return false }
    works.force(.look)
    return true
  }

  /// The picture of a wish has come. One that is overdue was given up before.
  func take(_ capture: Capture, for wish: CaptureWish) {
    guard book.withLock({ $0.take(wish) }) else { return }
    works.force(.hand(capture, wish))
  }

  private func start() -> Bool {
    hasThread.withLock { hasThread in
      if !hasThread, let thread = try? NamedThread("screenshots", body: { [self] in run() }) {
        thread.detach()
        hasThread = true
      }
      return hasThread
    }
  }

  private func run() {
    while true {
      if case .hand(let capture, let wish) = works.pop(until: book.withLock(\.deadline)) {
        wish.done(wish.deadline > .now() ? capture : nil)
        book.withLock { $0.finish() }
      }
      let overdue = book.withLock { $0.takeOverdue(.now()) }
      for wish in overdue { wish.done(nil) }
    }
  }
}
