internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The thread that owns the display: an event loop over its flips, a timer and a mailbox.
///
/// The display is opened on the thread itself, while others are busy opening the first item.
/// Where it cannot be opened, that is reported once, and every order finds no presenter.
final class DisplayThread: Sendable {
  /// What the presenter is to do; it is nil once there is none.
  typealias Order = @Sendable (Presenter?) -> Void

  private let presenterProgress = Shared<Shared<DisplayProgress>?>(nil)
  private let orders = BoundedQueue<Order>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread
  private let clock = Shared<ThreadClock?>(nil)

  /// Is called on the new thread, with what tells whether a presenter is wanted still.
  typealias Making = @Sendable (_ isWanted: () -> Bool) throws(PlaybackError) -> Presenter

  init(
    _ makePresenter: @escaping Making, report: @escaping @Sendable (Presenter.Report) -> Void
  ) throws(Errno) {
    wakeup = try Wakeup()
    let (orders, wakeup, progress, clock) = (orders, wakeup, presenterProgress, clock)
    thread = try NamedThread("display", priority: .realtime(level: 10)) {
      clock.update { $0 = .ofThisThread }
      do throws(PlaybackError) {
        let presenter = try makePresenter { !orders.isOver }
        let watched = presenter.progress
        progress.update { $0 = watched }
        do throws(Errno) {
          try Self.serve(presenter, orders, wakeup)
        } catch {
          throw PlaybackError(.display, "event loop: \(error)", exitStatus: .unavailable)
        }
      } catch {
        report(.failed(error))
      }
      while let order = orders.pop() { order(nil) }
    }
  }

  /// Has the presenter's thread do something soon.
  func perform(_ order: @escaping Order) {
    orders.push(order)
    wakeup.ring()
  }

  /// How far the presenter is, without asking its thread.
  var progress: DisplayProgress { presenterProgress.value?.value ?? DisplayProgress() }

  var cpuTime: Duration { clock.value?.time ?? .zero }

  /// Has the presenter's thread look at its queues and clock again.
  func nudge() { wakeup.ring() }

  /// Asks the presenter and waits for the answer; nil where there is none.
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    let answer = BoundedQueue<Answer?>(limit: 1)
    guard orders.push({ presenter in answer.push(presenter.map(question)) }) else { return nil }
    wakeup.ring()
    return answer.pop() ?? nil
  }

  /// Ends the thread; the display gets back what it showed before.
  func close() {
    orders.close()
    wakeup.ring()
    thread.join()
  }
}

extension DisplayThread {
  private enum Token: UInt64 { case wakeup, timer, flips }

  /// What the thread runs, until there will be no more orders.
  private static func serve(
    _ presenter: Presenter, _ orders: BoundedQueue<Order>, _ wakeup: Wakeup
  ) throws(Errno) {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    if let display = presenter.sink as? any DeviceSink {
      try loop.add(display.eventSource, token: Token.flips.rawValue)
    }
    while !orders.isExhausted {
      while let order = orders.tryPop() { order(presenter) }
      timer.set(to: presenter.step(now: .now()))
      try loop.wait { token in
        if token == Token.wakeup.rawValue { wakeup.clear() }
        if token == Token.timer.rawValue { timer.clear() }
      }
    }
  }
}
