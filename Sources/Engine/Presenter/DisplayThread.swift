internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The thread that owns the display: an event loop over its flips, a timer and a mailbox.
///
/// The thread itself opens the display, while others open the first item. If that fails, it reports
/// the error once, and orders receive no presenter.
final class DisplayThread: Sendable {
  /// An order for the presenter, which is nil if there is none.
  typealias Order = @Sendable (Presenter?) -> Void

  private let presenterProgress = Shared<Shared<DisplayProgress>?>(nil)
  private let presenterFacts = Shared<Shared<DisplayFacts?>?>(nil)
  private let orders = BoundedQueue<Order>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread
  private let clock = Shared<ThreadClock?>(nil)

  /// Called on the new thread; `isWanted` returns false once no presenter is needed.
  typealias Making = @Sendable (_ isWanted: () -> Bool) throws(PlaybackError) -> Presenter

  init(
    _ makePresenter: @escaping Making, report: @escaping @Sendable (Presenter.Report) -> Void
  ) throws(Errno) {
    wakeup = try Wakeup()
    let (orders, wakeup, clock) = (orders, wakeup, clock)
    let (progress, facts) = (presenterProgress, presenterFacts)
    thread = try NamedThread("display", priority: .realtime(level: 10)) {
      clock.update { $0 = .ofThisThread }
      do throws(PlaybackError) {
        let presenter = try makePresenter { !orders.isOver }
        let (watchedProgress, watchedFacts) = (presenter.progress, presenter.facts)
        progress.update { $0 = watchedProgress }
        facts.update { $0 = watchedFacts }
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

  /// Runs an order on the presenter's thread soon.
  func perform(_ order: @escaping Order) {
    orders.push(order)
    wakeup.ring()
  }

  /// The presenter's progress, without waiting for its thread.
  var progress: DisplayProgress { presenterProgress.value?.value ?? DisplayProgress() }

  /// The facts about the display, without waiting for its thread; nil while there is none.
  var facts: DisplayFacts? { presenterFacts.value?.value }

  var cpuTime: Duration { clock.value?.time ?? .zero }

  /// Makes the presenter's thread check its queues and clock again.
  func nudge() { wakeup.ring() }

  /// Asks the presenter and waits for the answer; returns nil if there is none.
  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    let answer = BoundedQueue<Answer?>(limit: 1)
    guard orders.push({ presenter in answer.push(presenter.map(question)) }) else { return nil }
    wakeup.ring()
    return answer.pop() ?? nil
  }

  /// Ends the thread; the display's previous content is restored.
  func close() {
    orders.close()
    wakeup.ring()
    thread.join()
  }
}

extension DisplayThread {
  private enum Token: UInt64 { case wakeup, timer, flips }

  /// The event loop of the thread, until the orders are closed.
  private static func serve(
    _ presenter: Presenter, _ orders: BoundedQueue<Order>, _ wakeup: Wakeup
  ) throws(Errno) {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    try presenter.addEvents(to: loop, token: Token.flips.rawValue)
    while true {
      while let order = orders.tryPop() { order(presenter) }
      // Checked after the orders: `close` may have rung while some were waiting, and rings only once.
      guard !orders.isExhausted else { return }
      timer.set(to: presenter.step(now: .now()))
      try loop.wait { token in
        if token == Token.wakeup.rawValue { wakeup.clear() }
        if token == Token.timer.rawValue { timer.clear() }
      }
    }
  }
}
