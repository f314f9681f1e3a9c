package import VitrineEngine
internal import VitrineLinux
package import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
package import VitrineTiming

/// The presenter on a fake display, driven by a test.
package final class ManualDisplay: PresenterHost, @unchecked Sendable {
  // @unchecked: used by one thread, or within `VirtualThread.play`.
  package let sink: FakeDisplay
  private let clock: ManualClock
  private var presenter: Presenter?
  private let orders = BoundedQueue<@Sendable (Presenter?) -> Void>(limit: .max)
  /// Whether the presenter's thread is blocked, for example by a mode set.
  package var isBusy = false
  /// When to call `work` again.
  package private(set) var deadline: HostTime?

  /// Creates a display without a presenter; `start` adds it.
  package init(
    _ clock: ManualClock, size: PixelSize = PixelSize(64, 48), refresh: Double = 60
  ) {
    self.clock = clock
    sink = FakeDisplay(size: size, refresh: refresh, clock: clock)
  }

  /// Creates a presenter that follows the clock of `sound`.
  package func start(_ sound: any SoundOutput, report: @escaping (Presenter.Report) -> Void) {
    let clock = clock
    presenter = Presenter(
      sink: sink, now: { clock.now }, clock: { sound.state }, report: report)
  }

  package var shown: [(pts: MediaTime, at: HostTime)] { sink.shown }
  package var brightness: Brightness { sink.brightness }
  package var progress: DisplayProgress { presenter?.progress.value ?? DisplayProgress() }
  package var facts: DisplayFacts? { presenter?.facts.value }
  package var cpuTime: Duration { .zero }
  package func perform(_ order: @escaping @Sendable (Presenter?) -> Void) { orders.push(order) }
  package func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (Presenter) -> Answer
  ) -> Answer? {
    presenter.map(question)
  }
  package func nudge() {}

  /// Whether there is work to do now.
  package var hasOrders: Bool { !isBusy && !orders.isEmpty }

  /// Does the work of the display's thread.
  package func work() {
    guard !isBusy else { return deadline = nil }
    while let order = orders.tryPop() { order(presenter) }
    deadline = presenter?.step(now: clock.now)
  }
}
