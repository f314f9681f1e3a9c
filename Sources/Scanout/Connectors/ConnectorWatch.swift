internal import VitrineKMS
public import VitrineLinux
internal import VitrineTiming

/// Watches over the display devices that there are and what is connected to them, on the thread
/// "connectors". Thread-safe.
///
/// Asking a connector asks the display behind it over a slow wire, up to seconds on a bad cable:
/// the display thread, which has a vblank to meet, may not wait for that.
public final class ConnectorWatch: Sendable {
  /// Who is told of each survey.
  final class Subscriber: Sendable {
    fileprivate let surveys = BoundedQueue<News>(limit: .max)
    let wakeup: Wakeup
    /// The device on which it shows pictures.
    private let showing = Shared<ObjectIdentifier?>(nil)

    fileprivate init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    /// The next survey, without waiting.
    func next() -> News? { surveys.tryPop() }

    /// It shows pictures on this device from now on, or on none.
    func noteShowing(on device: DRMDevice?) {
      showing.update { $0 = device.map { ObjectIdentifier($0) } }
    }

    fileprivate func shows(on device: DRMDevice) -> Bool {
      showing.value == ObjectIdentifier(device)
    }
  }

  /// A survey, and which connectors were without a display for a moment since the one before.
  struct News: Sendable {
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
    var isHurried = false
    var isStarted = false
    var isClosed = false
  }

  /// Watches the device at `devicePath`, else all that drive displays.
  public init(devicePath: String?) throws(Errno) {
    self.devicePath = devicePath
    wakeup = try Wakeup()
  }

  /// Looks now, on the caller's thread, and tells `wakeup`'s owner of every later look. A device
  /// that belongs to another process is waited for so long, which is told, and as long as that is wanted.
  func subscribe(
    _ wakeup: Wakeup, patience: Duration, isWanted: () -> Bool, tell: (KMSError) -> Void
  ) throws(Errno) -> (Subscriber, ConnectorSurvey) {
    let subscriber = Subscriber(wakeup)
    var survey = look()
    if case .nothing(let error) = survey, case .notMaster = error {
      tell(error)
      survey = try lookAgain(until: HostTime.now() + patience, isWanted)
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

  /// An output on this device has failed, `failures` times in a row. Where that may be the
  /// device's fault, it is given up, and the next look opens it anew.
  func noteFailure(
    on device: DRMDevice, of subscriber: Subscriber, _ error: Errno?, failures: Int
  ) {
    let others = subscribers.value.filter { $0 !== subscriber }
    let othersShow = others.contains { $0.shows(on: device) }
    if DeviceSuspicion.isSuspect(after: error, failures: failures, othersShow: othersShow) {
      watched.giveUp(device)
    }
  }

  /// Gives the devices up, for another virtual terminal's programs, until `enter`. Their outputs
  /// are off by then.
  public func leave() { watched.leave() }

  /// Takes the device back: the look that follows lights the displays.
  public func enter() {
    watched.enter()
    hurry()
  }

  public func close() {
    state.update { $0.isClosed = true }
    wakeup.ring()
    thread.value?.join()
  }

  /// Looks every now and then until the device is free, or until `deadline`.
  private func lookAgain(
    until deadline: HostTime, _ isWanted: () -> Bool
  ) throws(Errno) -> ConnectorSurvey {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(timer.descriptor, token: 0)
    while true {
      timer.set(to: HostTime.now() + .milliseconds(250))
      try loop.wait { _ in }
      let survey = look()
      guard case .nothing(.notMaster) = survey, HostTime.now() < deadline, isWanted() else {
        return survey
      }
    }
  }

  /// Looks at what is connected. A device that another terminal has is not looked at.
  private func look() -> ConnectorSurvey {
    look(.displays) ?? .nothing(.notMaster(path: devicePath ?? "/dev/dri", holders: []))
  }

  /// Nil while another terminal has the device.
  private func look(_ look: ProbeSchedule.Look) -> ConnectorSurvey? {
    watched.look { known in
      let survey = ConnectorSurvey(
        of: known, at: devicePath.map { [$0] } ?? DRMDevice.cardPaths,
        isGiven: devicePath != nil, probing: look == .displays
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
      // Only the lack of descriptors ends it, and without those nothing else was opened either.
      try? serve(ConnectorLoop(after: survey))
    }
    thread.update { $0 = started }
  }

  private func serve(_ loop: ConnectorLoop) throws(Errno) {
    try loop.listen(wakeup)
    while !state.value.isClosed {
      try loop.wait(flickered: { [self] in watched.devices.flatMap(\.emptyConnectors) })
      wakeup.clear()
      let isHurried = state.update { state in
        defer { state.isHurried = false }
        return state.isHurried
      }
      guard !state.value.isClosed, let wanted = loop.look(HostTime.now(), isHurried: isHurried)
      else { continue }
      // The display thread that takes the device back hurries.
      guard let survey = look(wanted) else {
        loop.rest()
        continue
      }
      let news = News(survey: survey, flickered: loop.note(survey, wanted))
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
  private var schedule: ProbeSchedule
  private var flickered: Set<String> = []
  private var latest: ConnectorSurvey

  private enum Token: UInt64 { case wakeup, timer, monitor }

  init(after survey: ConnectorSurvey) throws(Errno) {
    monitor = try? DeviceMonitor(subsystem: "drm")
    timer = try Timer()
    loop = try EventLoop()
    schedule = ProbeSchedule(isTold: monitor != nil)
    latest = survey
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

  /// How to look; nil while it is not time.
  func look(_ now: HostTime, isHurried: Bool) -> ProbeSchedule.Look? {
    schedule.look(at: now, isHurried: isHurried)
  }

  /// Answers which connectors were empty since the survey before.
  func note(_ survey: ConnectorSurvey, _ look: ProbeSchedule.Look) -> Set<String> {
    schedule.noteSurvey(
      isLit: survey.isLit, look, isSurprise: survey.differs(from: latest), at: .now())
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
  /// Those without a display, by name, as the kernel knows without asking them.
  fileprivate var emptyConnectors: [String] {
    connectors(probing: false).filter { !$0.isConnected && !$0.isWriteback }.map(\.name)
  }
}
