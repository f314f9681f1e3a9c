internal import VitrineKMS
package import VitrineLinux
internal import VitrineTiming
internal import VitrineUdev

/// Watches the display devices and their monitors, on the thread "connectors". Thread-safe.
///
/// Probing a connector reads from its monitor over a slow bus, up to seconds on a bad cable: the
/// display thread, which must meet vblanks, cannot wait for that.
package final class ConnectorWatch: Sendable {
  /// Receives each survey.
  final class Subscriber: Sendable {
    fileprivate let surveys = BoundedQueue<Event>(limit: .max)
    let wakeup: Wakeup
    /// The device on which it shows pictures.
    private let activeDevice = Shared<ObjectIdentifier?>(nil)

    fileprivate init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    /// The next survey, without waiting.
    func next() -> Event? { surveys.tryPop() }

    /// Records the device on which it shows pictures, or none.
    func setActiveDevice(_ device: DRMDevice?) {
      activeDevice.update { $0 = device.map { ObjectIdentifier($0) } }
    }

    fileprivate func shows(on device: DRMDevice) -> Bool {
      activeDevice.value == ObjectIdentifier(device)
    }
  }

  /// A survey, and the connectors that were empty for a moment since the previous one.
  struct Event: Sendable {
    let survey: ConnectorSurvey
    var flickered: Set<String> = []
  }

  private let devicePath: String?
  private let subscribers = Shared<[Subscriber]>([])
  private let state = Shared(State())
  private let watched = WatchedDevices<DRMDevice> { $0.releaseMaster() }
  private let wakeup: Wakeup
  private let thread = Shared<NamedThread?>(nil)

  private struct State {
    var isUrgent = false
    var isStarted = false
    var isClosed = false
  }

  /// Watches the device at `devicePath`, otherwise all that drive displays.
  package init(devicePath: String?) throws(Errno) {
    self.devicePath = devicePath
    wakeup = try Wakeup()
  }

  /// Surveys now, on the caller's thread, and rings `wakeup` for each later survey. If another
  /// process uses the device, calls `report` and waits for it, up to `timeout` and while `isWanted`
  /// returns true.
  func subscribe(
    _ wakeup: Wakeup, timeout: Duration, isWanted: () -> Bool, report: (KMSError) -> Void
  ) throws(Errno) -> (Subscriber, ConnectorSurvey) {
    let subscriber = Subscriber(wakeup)
    var survey = makeSurvey()
    if case .nothing(let error) = survey, case .notMaster = error {
      report(error)
      survey = try surveyRepeatedly(until: HostTime.now() + timeout, isWanted)
    }
    subscribers.update { $0.append(subscriber) }
    try start(after: survey)
    return (subscriber, survey)
  }

  func unsubscribe(_ subscriber: Subscriber) {
    subscribers.update { $0.removeAll { $0 === subscriber } }
  }

  /// Surveys again soon, because the latest survey was useless.
  func requestSurvey() {
    state.update { $0.isUrgent = true }
    wakeup.ring()
  }

  /// Reports that an output on this device has failed `failures` times in a row. If the device may
  /// be the cause, it is closed, and the next survey opens it again.
  func reportFailure(
    on device: DRMDevice, of subscriber: Subscriber, _ error: Errno?, failures: Int
  ) {
    let others = subscribers.value.filter { $0 !== subscriber }
    let othersShow = others.contains { $0.shows(on: device) }
    if DeviceFailurePolicy.shouldReopen(after: error, failures: failures, othersShow: othersShow) {
      watched.drop(device)
    }
  }

  /// Releases the devices for another virtual terminal, until `enter`. Their outputs must be off.
  package func leave() { watched.leave() }

  /// Takes the devices back: the next survey lights the displays.
  package func enter() {
    watched.enter()
    requestSurvey()
  }

  package func close() {
    state.update { $0.isClosed = true }
    wakeup.ring()
    thread.value?.join()
  }

  /// Surveys repeatedly until the device is free, or until `deadline`.
  private func surveyRepeatedly(
    until deadline: HostTime, _ isWanted: () -> Bool
  ) throws(Errno) -> ConnectorSurvey {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(timer.descriptor, token: 0)
    while true {
      timer.set(to: HostTime.now() + .milliseconds(250))
      try loop.wait { _ in }
      let survey = makeSurvey()
      guard case .nothing(.notMaster) = survey, HostTime.now() < deadline, isWanted() else {
        return survey
      }
    }
  }

  /// Surveys the monitors, unless another terminal has the device.
  private func makeSurvey() -> ConnectorSurvey {
    makeSurvey(by: .displays) ?? .nothing(.notMaster(path: devicePath ?? "/dev/dri", holders: []))
  }

  /// Nil while another terminal has the device.
  private func makeSurvey(by method: ProbeSchedule.Method) -> ConnectorSurvey? {
    watched.survey { known in
      let survey = ConnectorSurvey(
        of: known, at: devicePath.map { [$0] } ?? DRMDevice.cardPaths,
        isGiven: devicePath != nil, probing: method == .displays
      ) { path throws(KMSError) in
        try DRMDevice(path: path)
      }
      return (survey, survey.devices)
    }
  }

  private func start(after survey: ConnectorSurvey) throws(Errno) {
    let isFirst = state.update { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    let started = try NamedThread("connectors") { [self] in
      // It only ends if there are no file descriptors left, and then nothing else could be opened
      // either.
      try? serve(ConnectorLoop(after: survey))
    }
    thread.update { $0 = started }
  }

  private func serve(_ loop: ConnectorLoop) throws(Errno) {
    try loop.listen(wakeup)
    while !state.value.isClosed {
      try loop.wait(flickered: { [self] in watched.devices.flatMap(\.emptyConnectors) })
      wakeup.clear()
      let isUrgent = state.update { state in
        defer { state.isUrgent = false }
        return state.isUrgent
      }
      guard !state.value.isClosed, let method = loop.surveyMethod(at: .now(), isUrgent: isUrgent)
      else { continue }
      // The display thread that takes the device back requests a survey.
      guard let survey = makeSurvey(by: method) else {
        loop.rest()
        continue
      }
      let event = Event(survey: survey, flickered: loop.record(survey, method))
      for subscriber in subscribers.value {
        subscriber.surveys.push(event)
        subscriber.wakeup.ring()
      }
    }
  }
}

/// The event loop of the thread "connectors".
private final class ConnectorLoop {
  private let loop: EventLoop
  private let timer: Timer
  /// Nil if hot-plug events are not available, for example because of a service's restrictions:
  /// then only the periodic checks remain.
  private let monitor: DeviceMonitor?
  private var schedule: ProbeSchedule
  private var flickered: Set<String> = []
  private var latest: ConnectorSurvey

  private enum Token: UInt64 { case wakeup, timer, monitor }

  init(after survey: ConnectorSurvey) throws(Errno) {
    monitor = try? DeviceMonitor(subsystem: "drm")
    timer = try Timer()
    loop = try EventLoop()
    schedule = ProbeSchedule(receivesEvents: monitor != nil)
    latest = survey
    schedule.recordSurvey(isLit: survey.isLit, at: .now())
  }

  func listen(_ wakeup: Wakeup) throws(Errno) {
    try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
    if let monitor { try loop.add(monitor.descriptor, token: Token.monitor.rawValue) }
  }

  /// Waits for an event, the next check, or a ring. At each event it reads which connectors are
  /// empty: by the time of the survey, they may be connected again.
  func wait(flickered empty: () -> [String]) throws(Errno) {
    timer.set(to: schedule.next)
    try loop.wait { _ in }
    timer.clear()
    var hasEvents = false
    while let event = monitor?.next() {
      hasEvents = true
      let isNew = if case .device(let device) = event { device.isNew } else { false }
      schedule.recordEvent(isNew: isNew, at: .now())
    }
    if hasEvents { flickered.formUnion(empty()) }
  }

  /// How to survey; nil if it is not due.
  func surveyMethod(at now: HostTime, isUrgent: Bool) -> ProbeSchedule.Method? {
    schedule.surveyMethod(at: now, isUrgent: isUrgent)
  }

  /// Returns the connectors that were empty since the previous survey.
  func record(_ survey: ConnectorSurvey, _ method: ProbeSchedule.Method) -> Set<String> {
    schedule.recordSurvey(
      isLit: survey.isLit, method, foundUnreportedChanges: survey.differs(from: latest), at: .now())
    latest = survey
    defer { flickered = [] }
    return flickered
  }

  func rest() {
    schedule.rest()
    flickered = []
  }
}

extension DRMDevice {
  /// The names of connectors without a monitor, without probing.
  fileprivate var emptyConnectors: [String] {
    connectors(probing: false).filter { !$0.isConnected && !$0.isWriteback }.map(\.name)
  }
}

/// Receives one display's surveys. Thread-bound to the display thread.
struct SurveyInbox {
  private let watch: ConnectorWatch
  private let subscriber: ConnectorWatch.Subscriber
  /// The latest survey.
  private(set) var latest: ConnectorSurvey?
  private var activeDevice: DRMDevice?

  init(_ watch: ConnectorWatch, _ subscriber: ConnectorWatch.Subscriber) {
    self.watch = watch
    self.subscriber = subscriber
  }

  /// The next survey, without waiting.
  func next() -> ConnectorWatch.Event? { subscriber.next() }

  mutating func record(_ survey: ConnectorSurvey) { latest = survey }

  /// Requests another survey soon, because the latest one was useless.
  func requestSurvey() { watch.requestSurvey() }

  /// Records the device on which the display shows pictures, or none.
  mutating func setActiveDevice(_ device: DRMDevice?) {
    // Called at each vblank.
    guard device !== activeDevice else { return }
    activeDevice = device
    subscriber.setActiveDevice(device)
  }

  /// Reports that the output on this device has failed; see `ConnectorWatch`.
  func reportFailure(on device: DRMDevice, _ error: Errno?, failures: Int) {
    watch.reportFailure(on: device, of: subscriber, error, failures: failures)
  }

  func close() { watch.unsubscribe(subscriber) }
}

/// Decides whether the failure of one output is a reason to reopen its device. Pure.
///
/// Reopening takes the display from all outputs of the device. A failure of one connector, such as
/// a mode that its cable does not support, is not the device's fault.
enum DeviceFailurePolicy {
  /// `error` is the kernel's error, if known; `failures` counts those in a row; `othersShow` says
  /// that another output of the device shows pictures.
  static func shouldReopen(after error: Errno?, failures: Int, othersShow: Bool) -> Bool {
    guard !othersShow else { return false }
    return error == .noDevice || error == .inputOutput || failures > 1
  }
}
