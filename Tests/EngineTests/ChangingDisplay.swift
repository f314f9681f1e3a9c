import Synchronization
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// A display that changes on the test's request and may run out of memory.
final class ChangingDisplay: DisplaySink {
  private var display: MemoryDisplay
  /// The requests to its memory.
  let memory = Memory()

  /// Thread-safe, as buffer allocators are.
  final class Memory: Sendable {
    private let state = Mutex(State())

    private struct State {
      var made = 0
      var room = Int.max
      var onMake: (@Sendable () -> Void)?
    }

    /// How many buffers were made.
    var made: Int { state.withLock { $0.made } }
    /// How many more buffers can be made.
    func setRoom(_ room: Int) { state.withLock { $0.room = room } }
    /// Called once, while the next buffer is made.
    func whileMaking(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onMake = body } }

    fileprivate func take() throws(PlaybackError) {
      let (hasRoom, body) = state.withLock { state in
        defer { state.onMake = nil }
        state.made += 1
        state.room -= state.room == .max ? 0 : 1
        return (state.room >= 0, state.onMake)
      }
      body?()
      guard hasRoom else {
        throw PlaybackError(.display, "no buffer: out of memory", exitStatus: .unavailable)
      }
    }
  }

  init(size: PixelSize = PixelSize(64, 48)) {
    display = MemoryDisplay(size: size, refresh: 60)
  }

  func becomeAnother(_ size: PixelSize = PixelSize(64, 48)) {
    display = MemoryDisplay(size: size, refresh: 60)
  }

  var state: DisplayState { display.state }
  var latestVblank: (sequence: UInt32, time: HostTime)? { display.latestVblank }
  var isBusy: Bool { display.isBusy }
  var deadline: HostTime? { display.deadline }
  var description: DisplayDescription { display.description }

  var bufferMaker: BufferMaker {
    { [memory, make = display.bufferMaker] (format, size, room) throws(PlaybackError) in
      try memory.take()
      return try make(format, size, room)
    }
  }

  var bufferImporter: BufferImporter { display.bufferImporter }
  /// Whether it refuses the memory of other devices.
  var refusesImports = false
  /// How many more imports are refused; later ones are shown.
  var importsToRefuse = 0
  func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError) {
    defer { importsToRefuse = max(importsToRefuse - 1, 0) }
    if refusesImports || importsToRefuse > 0 {
      throw PlaybackError(.display, "import refused", exitStatus: .unavailable)
    }
  }

  /// The number of calls of `plan`.
  private(set) var plansMade = 0
  var plans: PublishedPlans? { display.plans }
  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    plansMade += 1
    return try display.plan(for: description, arrangement)
  }

  func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    try display.show(layers, capture: capture)
  }

  func drainFlips() throws(PlaybackError) -> [SinkFlip] { try display.drainFlips() }
  func collectCapture() -> Capture? { display.collectCapture() }
  func timePassed(_ now: HostTime) throws(PlaybackError) { display.timePassed(now) }
}

/// The display's thread in a test that has none: requests are answered at once.
final class DirectHost: PresenterHost, @unchecked Sendable {
  // @unchecked: `turn` guards the presenter.
  private let presenter: Presenter
  private let display: ChangingDisplay
  private let turn = Mutex(())

  init(_ display: ChangingDisplay) {
    let clock = PlaybackClock(
      steady: SteadyClock(rate: 48000, position: 0, at: .now()),
      timeline: SoundTimeline(rate: 48000))
    presenter = Presenter(
      sink: display, clock: { SoundState(clock: clock) }, report: { _ in })
    self.display = display
  }

  func becomeAnother() { turn.withLock { _ in display.becomeAnother() } }

  var cpuTime: Duration { .zero }
  var progress: DisplayProgress { DisplayProgress(isOpen: true) }
  var facts: DisplayFacts? { turn.withLock { _ in DisplayFacts(display) } }
  func nudge() {}

  func perform(_ order: @escaping @Sendable (Presenter?) -> Void) {
    turn.withLock { _ in order(presenter) }
  }

  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    turn.withLock { _ in question(presenter) }
  }
}
