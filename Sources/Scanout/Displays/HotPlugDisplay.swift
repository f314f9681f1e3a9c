package import VitrineKMS
package import VitrineLinux
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A hot-pluggable display. Thread-bound to the display thread.
///
/// Without a monitor, pictures advance in memory by a clock, so that the presenter need not know.
/// When a monitor is connected, it is always lit by a mode set, because its state may be lost.
package final class HotPlugDisplay: DisplaySink, DeviceSink {
  private let request: DisplayRequest
  private var surveys: SurveyInbox
  private let events: DisplayEventLoop
  private var policy: ConnectorPolicy
  private let chooser: ModeChooser
  private var driven: DrivenOutput
  private var power: PowerControl
  private var retry = RetrySchedule()
  private var eventQueue = DisplayEventQueue()
  private var series = SeriesCounter()
  private let binding = ThreadBinding()

  /// Takes over a display, if there is one: on the device at the request's path, otherwise on any.
  /// If another process uses the device, calls `report` and waits for it while `isWanted` returns
  /// true.
  package init(
    _ request: DisplayRequest, _ watch: ConnectorWatch, isWanted: () -> Bool = { true },
    report: (DisplayEvent) -> Void = { _ in }
  ) throws(PlaybackError) {
    self.request = request
    power = PowerControl(isOn: !request.power.beginsOff)
    policy = ConnectorPolicy(wanted: request.connector, avoided: request.avoided)
    chooser = ModeChooser(request.modes)
    driven = DrivenOutput(dark: MemoryDisplay(expecting: request), request)
    let survey: ConnectorSurvey
    do throws(Errno) {
      events = try DisplayEventLoop()
      let (subscriber, first) = try watch.subscribe(
        events.wakeup, timeout: Self.masterTimeout, isWanted: isWanted
      ) { report(.dark(reason: "\($0)")) }
      (surveys, survey) = (SurveyInbox(watch, subscriber), first)
    } catch {
      throw PlaybackError(.display, "event loop: \(error)", exitStatus: .unavailable)
    }
    if let damage = chooser.damage { eventQueue.append(.warning(damage)) }
    try handle(ConnectorWatch.Event(survey: survey), isFirst: true)
  }

  deinit {
    surveys.close()
    driven.leave()
  }

  /// How long to wait at startup for another process, such as a splash screen, to release the
  /// device.
  private static let masterTimeout = Duration.seconds(10)

  /// The current output; it is disabled while its monitor is disconnected.
  private var output: KMSDisplay? { driven.display }
  private var sink: any DisplaySink { driven.sink }

  package var state: DisplayState {
    var state = sink.state
    state.vblankSeries = series.number(state.epoch, state.vblankSeries)
    return state
  }
  package var latestVblank: (sequence: UInt32, time: HostTime)? { sink.latestVblank }
  package var isBusy: Bool { sink.isBusy }
  package var deviceFaults: Int { retry.deviceFaults }
  package var plans: PublishedPlans? { sink.plans }
  package var bufferMaker: BufferMaker { sink.bufferMaker }
  package var bufferImporter: BufferImporter { sink.bufferImporter }
  package var description: DisplayDescription {
    guard output == nil else { return sink.description }
    let dark = driven.dark.description
    return DisplayDescription(
      name: "no display", mode: dark.mode, size: dark.size, refresh: dark.refresh,
      renderMode: "dark", planes: [], format: nil)
  }
  package var deadline: HostTime? { [sink.deadline, retry.due].compactMap(\.self).min() }

  /// Readable when there are flips or surveys.
  package var eventSource: FileDescriptor {
    _read { yield events.loop.descriptor }
  }

  package func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    binding.check()
    return try sink.plan(for: description, arrangement)
  }

  package func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError) {
    binding.check()
    try sink.accepts(buffer, by: plan)
  }

  package func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String? {
    sink.obstacle(to: mixture, with: picture)
  }

  package func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    binding.check()
    var layers = layers
    // Without an output, no transition is visible.
    if output == nil { layers.mixture = nil }
    do {
      return try sink.show(layers, capture: capture)
    } catch {
      fail(error)
      return false
    }
  }

  package func match(_ content: Refresh) {
    binding.check()
    guard
      request.modes.matching == .item || request.modes.matching == .list && chooser.match == nil,
      chooser.match?.content != content
    else { return }
    chooser.match = RateMatch(content: content)
    guard let survey = surveys.latest, policy.isLit else { return }
    do {
      try evaluate(survey, [], choosingAnew: true)
    } catch {
      fail(error)
    }
  }

  package func drainFlips() throws(PlaybackError) -> [SinkFlip] {
    binding.check()
    if output == nil { events.device?.routeFlips() }
    defer {
      if output?.power.hasFlipped == true {
        retry.recordFlip()
        surveys.setActiveDevice(events.device)
      }
    }
    return try sink.drainFlips()
  }

  package func collectCapture() -> Capture? { sink.collectCapture() }

  package var dimming: Dimming? { driven.dimming }

  package func setBrightness(_ brightness: Brightness) {
    binding.check()
    driven.setBrightness(brightness, wakeup: events.wakeup)
  }

  /// Switches to or from another virtual terminal, and restores the backlight for it.
  private func setLeft(_ isLeft: Bool) {
    power.isLeft = isLeft
    driven.setLeft(isLeft)
  }

  /// Whether layers are being composed and must be passed again unchanged.
  var isFlattening: Bool { output?.isFlattening ?? false }

  /// Mirrors another output of the same device, `first`. Returns false if it currently cannot.
  func mirror(_ layers: Layers, from first: HotPlugDisplay) -> Bool {
    // Another device's framebuffers are not available.
    guard first.events.device === events.device else { return false }
    do {
      return try output?.mirror(layers, from: first.size) ?? false
    } catch {
      fail(error)
      return false
    }
  }

  package func drainEvents() -> [DisplayEvent] {
    binding.check()
    return eventQueue.drain() + (output?.drainEvents() ?? [])
  }

  package func timePassed(_ now: HostTime) throws(PlaybackError) {
    binding.check()
    events.wakeup.clear()
    while let event = surveys.next() { try handle(event) }
    if retry.consumeDue(at: now) { surveys.requestSurvey() }
    driven.handleDimmingNews(wakeup: events.wakeup)
    do {
      try sink.timePassed(now)
    } catch {
      fail(error)
    }
    verifyRecovered()
  }
}

extension HotPlugDisplay {
  /// Handles a survey. Throws errors that waiting cannot resolve.
  private func handle(_ event: ConnectorWatch.Event, isFirst: Bool = false) throws(PlaybackError) {
    surveys.record(event.survey)
    guard !power.isLeft else { return }
    if case .nothing(let error) = event.survey { return try loseDevice(error, isFirst: isFirst) }
    if let device = events.device, !event.survey.devices.contains(where: { $0 === device }) {
      leaveDevice()
    }
    try evaluate(event.survey, event.flickered, isFirst: isFirst)
  }

  private func evaluate(
    _ survey: ConnectorSurvey, _ flickered: Set<String>, isFirst: Bool = false,
    choosingAnew: Bool = false
  ) throws(PlaybackError) {
    let own = policy.driven?.connector.name
    let (left, current, chooser) = (output?.output.connector.id, events.device, chooser)
    let step = policy.evaluate(
      survey.connectors, flickered: flickered, choosingAnew: choosingAnew,
      isClaimed: { $0.name != own && survey.device(of: $0)?.claims.isClaimed($0.id) ?? true },
      choose: { connector in
        // Only the DRM master may use test commits.
        guard let device = survey.device(of: connector) else { return nil }
        let left = device === current ? left : nil
        return device.asMaster { chooser.choose(for: connector, on: device, leaving: left) } ?? nil
      })
    do throws(KMSError) {
      try perform(step, survey)
      if let due = policy.linkDue { retry.scheduleLinkCheck(at: due) }
      if case .stay = step { verifyPower() }
      if isFirst, output == nil {
        eventQueue.append(.dark(reason: survey.absence(of: request.connector)))
      }
    } catch {
      // A request that waits for a device also waits for a mode: an incomplete EDID may be complete
      // later.
      if isFirst, !request.device.isAwaited { throw PlaybackError(error) }
      fail(error)
    }
  }

  private func perform(
    _ step: ConnectorPolicy.Step, _ survey: ConnectorSurvey
  ) throws(KMSError) {
    switch step {
    case .stay: break
    case .refuse(let connector):
      throw connector.refusal(of: request.modes.policy(at: connector.name))
    case .disable:
      output?.unplug()
      setAwake(false)
      surveys.setActiveDevice(nil)
      eventQueue.append(
        .dark(reason: "\(policy.driven?.connector.name ?? "the display") is no longer connected"))
    case .relight:
      // It may have failed before there was an output.
      if let output {
        try light(output)
        setAwake(power.isOn)
      } else if let driven = policy.driven {
        try light(driven.connector, driven.choice.mode, survey)
      }
    case .light(let connector, let choice):
      try light(connector, choice.mode, survey)
    }
    // Probes again until the monitor is identified.
    retry.recordProbe(isProvisional: policy.isProvisional, at: .now())
  }

  /// Lights a connector with a new output on its device.
  private func light(
    _ connector: Connector, _ mode: Mode, _ survey: ConnectorSurvey
  ) throws(KMSError) {
    guard let device = survey.device(of: connector) else { return }
    if device !== events.device { enterDevice(device) }
    let lit: Void? = try device.asMaster { () throws(KMSError) in
      try driven.replace(connector, mode, on: device, request, wakeup: events.wakeup) {
        next throws(KMSError) in
        try light(next)
      }
    }
    guard lit != nil else {
      throw .notMaster(path: device.path, holders: DeviceHolder.all(of: device.path))
    }
    // It was renewed before it was lit.
    if !power.isOn { setAwake(false) }
  }

  private func setAwake(_ isAwake: Bool) { driven.setAwake(isAwake, wakeup: events.wakeup) }

  private func recordLit(_ output: KMSDisplay) {
    retry.recordLit()
    eventQueue.append(.lit(output.description, reason: policy.driven?.choice.reason ?? ""))
    guard let driven = policy.driven else { return }
    if let problem = chooser.remember(driven.choice, for: driven.connector) {
      eventQueue.append(.warning(problem))
    }
  }

  /// The display failed so that only a restart may help.
  private func fail(_ error: PlaybackError) { fail(error, output?.commits.refusal) }

  private func fail(_ error: KMSError) { fail(PlaybackError(error), error.errno) }

  /// `cause` is the kernel's error, if known.
  private func fail(_ error: PlaybackError, _ cause: Errno?) {
    retry.recordFailure(cause, at: .now())
    if !eventQueue.isDarkReported { eventQueue.append(.dark(reason: error.message)) }
    output?.disable()
    setAwake(false)
    policy.invalidate()
    surveys.setActiveDevice(nil)
    guard let device = events.device else { return }
    surveys.reportFailure(on: device, cause, failures: retry.failures)
  }

  private func enterDevice(_ found: DRMDevice) {
    driven.leave()
    do throws(Errno) {
      try events.listen(to: found)
    } catch {
      eventQueue.append(.warning("page flips are detected late: event loop: \(error)"))
    }
  }

  /// The device is gone or was closed, with everything on it.
  private func leaveDevice() {
    output?.disable()
    driven.leave()
    policy.forget()
    events.forgetDevice()
    surveys.setActiveDevice(nil)
  }

  private func loseDevice(_ error: KMSError, isFirst: Bool) throws(PlaybackError) {
    guard !isFirst || request.device.isAwaited else { throw PlaybackError(error) }
    retry.recordMissingDevice(at: .now())
    if isFirst { eventQueue.append(.dark(reason: error.description)) }
    guard events.device != nil else { return }
    leaveDevice()
    eventQueue.append(.dark(reason: error.description))
  }
}

extension MemoryDisplay {
  /// A replacement for a missing display, in the requested mode and with its margins.
  convenience init(expecting request: DisplayRequest) {
    var expected: ModeRequest?
    let policy = request.connector.map(request.modes.policy(at:)) ?? request.modes.policy
    if case .pin(let pinned) = policy { expected = pinned }
    let mode = expected?.size ?? PixelSize(1920, 1080)
    self.init(
      area: request.panels.area(of: mode, at: request.connector).area, of: mode,
      refresh: expected?.refresh ?? 60)
  }
}

/// Releasing the display for another virtual terminal.
extension HotPlugDisplay {
  /// Turns the output off; pictures advance without being visible. Once all outputs have done so,
  /// the device can be released.
  package func leave() {
    output?.disable()
    policy.invalidate()
    setLeft(true)
  }

  /// The next survey lights the display again.
  package func enter() { setLeft(false) }

  /// Its next survey opens the device again, unless another output of it shows pictures.
  package func reopenDevice() {
    binding.check()
    guard output != nil else { return }
    fail(
      PlaybackError(.display, "the picture is frozen", exitStatus: .unavailable), .inputOutput)
  }
}

/// Turning the display on and off, and enforcing that state.
extension HotPlugDisplay {
  package func setPower(_ isOn: Bool) {
    guard isOn != power.isOn else { return }
    power.isOn = isOn
    // Without a display, this applies to the next one.
    guard let output, policy.isLit else { return }
    do throws(KMSError) {
      if isOn { try light(output) } else { try output.turnOff(request.power.off) }
      setAwake(isOn)
    } catch {
      fail(error)
    }
  }

  /// Lights an output, or turns it off if the display should be off.
  private func light(_ output: KMSDisplay) throws(KMSError) {
    guard power.isOn else {
      try output.turnOff(request.power.off)
      eventQueue.append(.off(output.description))
      return
    }
    try output.light()
    recordLit(output)
  }

  /// Checks whether the display is in the requested state: another process may have turned it on or
  /// off, or its driver may have lost it.
  private func verifyPower() {
    guard let output, policy.isLit, let state = output.stateInKernel,
      power.needsReassertion(state, off: request.power.off)
    else { return }
    eventQueue.append(.reasserted(isOn: power.isOn))
    do throws(KMSError) {
      try light(output)
    } catch {
      fail(error)
    }
  }

  /// A missing flip or a rejected commit may mean that the output is off.
  private func verifyRecovered() {
    if power.hasRecovered(output?.commits.recoveries ?? 0) { verifyPower() }
  }
}
