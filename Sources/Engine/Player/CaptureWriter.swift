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
  /// The playing is over.
  case over
}

/// Hands pictures of the screen to those who wished for them, on the thread "screenshots": writing one
/// takes longer than the player may be kept. Thread-safe.
///
/// The thread starts with the first wish, and ends with the playing.
final class CaptureWriter: Sendable {
  private enum Work: Sendable {
    case hand(Capture, CaptureWish)
    /// There is another deadline.
    case look
  }

  private let book = Mutex(CaptureBook())
  private let works = BoundedQueue<Work>(limit: .max)
  private let thread = Mutex<NamedThread?>(nil)
  /// Closed by the thread when it ends.
  private let ended = BoundedQueue<Bool>(limit: 1)

  /// How its thread is begun.
  private let makeThread: @Sendable (@escaping @Sendable () -> Void) throws(Errno) -> NamedThread

  /// How long its end is waited for: a picture may be on its way to a disk that hangs.
  private static let patience = Duration.seconds(2)

  init(
    makeThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws(Errno) -> NamedThread =
      { (body) throws(Errno) in try NamedThread("screenshots", body: body) }
  ) {
    self.makeThread = makeThread
  }

  /// Takes note of a wish; nil where it was.
  func add(_ wish: CaptureWish) -> CaptureRefusal? {
    do throws(Errno) { try start() } catch { return .noThread(error) }
    if let refusal = book.withLock({ $0.add(wish) }) { return refusal }
    works.force(.look)
    return nil
  }

  /// The picture of a wish has come. One that is overdue was given up before.
  func take(_ capture: Capture, for wish: CaptureWish) {
    // Within the lock, so that it does not come behind the end.
    book.withLock { if $0.take(wish) { works.force(.hand(capture, wish)) } }
  }

  /// Takes no wishes any more. What has come is still handed over, and what has not is given up at once.
  func end() {
    book.withLock { $0.close() }
    works.close()
  }

  /// Ends it, and waits for its thread.
  func close() {
    end()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    _ = ended.pop(until: .now() + Self.patience)
    if ended.isExhausted { thread.join() } else { thread.detach() }
  }

  // Where the end is not waited for, its thread, which holds it, has ended.
  deinit { thread.withLock { $0.take() }?.detach() }

  private func start() throws(Errno) {
    try thread.withLock { (thread) throws(Errno) in
      guard thread == nil, !book.withLock(\.isClosed) else { return }
      thread = try makeThread { [self] in run() }
    }
  }

  private func run() {
    defer { ended.close() }
    while !works.isExhausted {
      if case .hand(let capture, let wish) = works.pop(until: book.withLock(\.deadline)) {
        wish.done(wish.deadline > .now() ? capture : nil)
        book.withLock { $0.finish() }
      }
      giveUpOverdue()
    }
    giveUpOverdue()
  }

  private func giveUpOverdue() {
    let overdue = book.withLock { $0.takeOverdue(.now()) }
    for wish in overdue { wish.done(nil) }
  }
}
