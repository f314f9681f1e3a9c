internal import Synchronization
public import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Why no picture of the screen is taken.
public enum CaptureRefusal: Hashable, Sendable {
  /// As many as there may be are awaited or being written already.
  case tooMany
  /// No thread can be had to write with.
  case noThread(Errno)
}

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

  /// How its thread is begun.
  private let makeThread: @Sendable (@escaping @Sendable () -> Void) throws(Errno) -> Void

  init(
    makeThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws(Errno) -> Void = {
      (body) throws(Errno) in try NamedThread("screenshots", body: body).detach()
    }
  ) {
    self.makeThread = makeThread
  }

  /// Takes note of a wish; nil where it was.
  func add(_ wish: CaptureWish) -> CaptureRefusal? {
    do throws(Errno) { try start() } catch { return .noThread(error) }
    guard book.withLock({ $0.add(wish) }) else { return .tooMany }
    works.force(.look)
    return nil
  }

  /// The picture of a wish has come. One that is overdue was given up before.
  func take(_ capture: Capture, for wish: CaptureWish) {
    guard book.withLock({ $0.take(wish) }) else { return }
    works.force(.hand(capture, wish))
  }

  private func start() throws(Errno) {
    try hasThread.withLock { (hasThread) throws(Errno) in
      guard !hasThread else { return }
      try makeThread { [self] in run() }
      hasThread = true
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
