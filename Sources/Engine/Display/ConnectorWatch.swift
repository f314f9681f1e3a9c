internal import KMS
public import Linux
import Synchronization
internal import Timing

/// Watches over the display devices that there are and what is connected to them, on the thread
/// "connectors". Thread-safe.
///
/// Asking a connector asks the display behind it over a slow wire, up to seconds on a bad cable:
/// nobody who has a vblank to meet may wait for that.
public final class ConnectorWatch: Sendable {
  /// Who is told of each survey.
  final class Subscriber: Sendable {
    fileprivate let surveys = BoundedQueue<News>(limit: .max)
    let wakeup: Wakeup

    fileprivate init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    /// The next survey, without waiting.
    func next() -> News? { surveys.tryPop() }
  }

  /// A survey, and which connectors were without a display for a moment since the one before.
  struct News: Sendable {
    let survey: ConnectorSurvey
    var flickered: Set<String> = []
  }

  private let devicePath: String?
  private let subscribers = Shared<[Subscriber]>([])
  private let state: Shared<State>
  private let looking = Mutex(())
  private let wakeup: Wakeup
  private let thread = Shared<NamedThread?>(nil)

  private struct State {
    var device: DRMDevice?
    var isHurried = false
    var isStarted = false
    /// The device is given up for a while.
    var isLeft = false
    var isClosed = false
  }

  /// Watches the device at `devicePath`, else the first that drives displays.
  public init(devicePath: String?) throws(Errno) {
    self.devicePath = devicePath
    wakeup = try Wakeup()
    state = Shared(State())
  }

  /// Looks now, on the caller's thread, and tells `wakeup`'s owner of every later look. A device
  /// that belongs to another process is waited for so long, which is told.
  func subscribe(
    _ wakeup: Wakeup, patience: Duration, tell: (KMSError) -> Void
  ) throws(Errno) -> (Subscriber, ConnectorSurvey) {
    let subscriber = Subscriber(wakeup)
    var survey = look()
    if case .nothing(let error) = survey, case .notMaster = error {
      tell(error)
      survey = try lookAgain(until: HostTime.now() + patience)
    }
    subscribers.update { $0.append(subscriber) }
    try start(after: survey)
    return (subscriber, survey)
  }

  func unsubscribe(_ subscriber: Subscriber) {
    subscribers.update { $0.removeAll { $0 === subscriber } }
  }

  /// Looks again soon: what a survey said was of no use.
  func hurry() {
    state.update { $0.isHurried = true }
    wakeup.ring()
  }

  /// Gives this device up; the next look opens one anew.
  func reopen(_ device: DRMDevice) {
    let isOurs = state.update { state in
      guard state.device === device else { return false }
      state.device = nil
      return true
    }
    guard isOurs else { return }
    // Framebuffers that are still held keep it open; its rights must not wait for them.
    device.releaseMaster()
  }

  /// Gives the device up, for another virtual terminal's programs, until `enter`. Its outputs are
  /// off by then.
  public func leave() {
    looking.withLock { _ in
      let device = state.update { state in
        state.isLeft = true
        return state.device
      }
      device?.releaseMaster()
    }
  }

  /// Takes the device back: the look that follows lights the displays.
  public func enter() {
    state.update { $0.isLeft = false }
    hurry()
  }

  public func close() {
    state.update { $0.isClosed = true }
    wakeup.ring()
    thread.value?.join()
  }

  /// Looks every now and then until the device is free, or until `deadline`.
  private func lookAgain(until deadline: HostTime) throws(Errno) -> ConnectorSurvey {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(timer.descriptor, token: 0)
    while true {
      timer.set(to: HostTime.now() + .milliseconds(250))
      try loop.wait { _ in }
      let survey = look()
      guard case .nothing(.notMaster) = survey, HostTime.now() < deadline else { return survey }
    }
  }

  private func look() -> ConnectorSurvey {
    // One at a time: two outputs that begin at once are to share one opening of the device.
    looking.withLock { _ in
      let survey = ConnectorSurvey(of: state.value.device, at: devicePath)
      state.update { $0.device = survey.device }
      return survey
    }
  }

  private func start(after survey: ConnectorSurvey) throws(Errno) {
    let isFirst = state.update { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    let started = try NamedThread("connectors") { [self] in
      // Only the lack of descriptors ends it, and without those nothing else was opened either.
      try? serve(ConnectorLoop(after: survey))
    }
    thread.update { $0 = started }
  }

  private func serve(_ loop: ConnectorLoop) throws(Errno) {
    try loop.listen(wakeup)
    while !state.value.isClosed {
      try loop.wait(flickered: { [self] in state.value.device?.emptyConnectors ?? [] })
      wakeup.clear()
      let isHurried = state.update { state in
        defer { state.isHurried = false }
        return state.isHurried
      }
      guard !state.value.isClosed, !state.value.isLeft, loop.isDue(HostTime.now()) || isHurried
      else { continue }
      let survey = look()
      let news = News(survey: survey, flickered: loop.noteSurvey(isLit: survey.isLit))
      for subscriber in subscribers.value {
        subscriber.surveys.push(news)
        subscriber.wakeup.ring()
      }
    }
  }
}

/// What the thread "connectors" waits with.
private final class ConnectorLoop {
  private let loop: EventLoop
  private let timer: Timer
  /// Nil where the kernel's news are withheld, as by a service's restrictions: then there are only
  /// the looks that come now and then.
  private let monitor: DeviceMonitor?
  private var schedule = ProbeSchedule()
  private var flickered: Set<String> = []

  private enum Token: UInt64 { case wakeup, timer, monitor }

  init(after survey: ConnectorSurvey) throws(Errno) {
    monitor = try? DeviceMonitor(subsystem: "drm")
    timer = try Timer()
    loop = try EventLoop()
    schedule.noteSurvey(isLit: survey.isLit, at: .now())
  }

  func listen(_ wakeup: Wakeup) throws(Errno) {
    try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    if let monitor { try loop.add(monitor.descriptor, token: Token.monitor.rawValue) }
  }

  /// Until news, the time of a look, or a ring. At each piece of news the kernel is asked which
  /// connectors are empty: by the time of the look they may be full again.
  func wait(flickered empty: () -> [String]) throws(Errno) {
    timer.set(to: schedule.next)
    try loop.wait { _ in }
    timer.clear()
    var hasNews = false
    while monitor?.next() != nil { hasNews = true }
    guard hasNews else { return }
    schedule.noteNews(at: .now())
    flickered.formUnion(empty())
  }

  func isDue(_ now: HostTime) -> Bool { schedule.next.map { $0 <= now } ?? false }

  func noteSurvey(isLit: Bool) -> Set<String> {
    schedule.noteSurvey(isLit: isLit, at: .now())
    defer { flickered = [] }
    return flickered
  }
}

extension DRMDevice {
  /// Those without a display, by name, as the kernel knows without asking them.
  fileprivate var emptyConnectors: [String] {
    connectors(probing: false).filter { !$0.isConnected && !$0.isWriteback }.map(\.name)
  }
}
