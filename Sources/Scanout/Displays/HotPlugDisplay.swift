public import KMS
public import Linux
public import Pictures
public import Playback
public import Timing

/// A display that comes and goes. Thread-bound to the display thread.
///
/// While there is none, pictures come and go in memory by a clock: the presenter need not know.
/// As soon as there is one it is lit, always by setting its mode: what went away may have forgotten
/// everything.
public final class HotPlugDisplay: DisplaySink, DeviceSink {
  let request: DisplayRequest
  private let watch: ConnectorWatch
  let wakeup: Wakeup
  private let loop: EventLoop
  private var subscriber: ConnectorWatch.Subscriber?
  var life: ConnectorPolicy
  private let chooser: ModeChooser
  private var latest: ConnectorWatch.News?
  /// The output that is driven; it rests while its display is away.
  var output: KMSDisplay?
  /// What its connector showed before us, until that is left.
  var before: ScreenState?
  /// Another virtual terminal has the display.
  var isLeft = false
  /// Whether the display is to be on.
  var isOn: Bool
  /// How often in a row it was not as it was set.
  var reassertions = 0
  /// Of the output's recoveries, those after which it was looked at.
  var recoveriesSeen = 0
  /// In the place of an output before there is any.
  private var dark: MemoryDisplay
  private var device: DRMDevice?
  private var news: [DisplayNews] = []
  /// Why there is no picture, as it was told.
  private var darkReason: String?
  private var series = 0
  private var seriesSeen: (Epoch, Int)?
  /// When to try again what failed.
  private var retryAt: HostTime?
  /// How often a display was asked that does not say what it takes.
  private var questions = 0
  private var retries = RetryPace()
  private let binding = ThreadBinding()

  private enum Token: UInt64 { case wakeup, flips }

  /// Opens a device (by path, else the first that drives displays) and takes its display over, if
  /// there is one. Where another process has it, waits for that to leave, which is told.
  public init(
    _ request: DisplayRequest, _ watch: ConnectorWatch, tell: (DisplayNews) -> Void = { _ in }
  ) throws(PlaybackError) {
    (self.request, self.watch) = (request, watch)
    isOn = !request.beginsOff
    life = ConnectorPolicy(wanted: request.connector, avoided: request.avoided)
    chooser = ModeChooser(request)
    var expected: ModeWish?
    let policy = request.connector.map(request.policy(at:)) ?? request.policy
    if case .pin(let wish) = policy { expected = wish }
    dark = MemoryDisplay(
      size: expected?.size ?? PixelSize(1920, 1080), refresh: expected?.refresh ?? 60)
    let survey: ConnectorSurvey
    do throws(Errno) {
      wakeup = try Wakeup()
      loop = try EventLoop()
      try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
      (subscriber, survey) = try watch.subscribe(wakeup, patience: Self.lockOutPatience) {
        tell(.dark(reason: "\($0)"))
      }
    } catch {
      throw PlaybackError(.display, "event loop: \(error)", exitStatus: .unavailable)
    }
    if let damage = chooser.damage { note(.trouble(damage)) }
    try take(ConnectorWatch.News(survey: survey), isFirst: true)
  }

  deinit {
    if let subscriber { watch.unsubscribe(subscriber) }
    leaveOutput()
  }

  /// How long another process may keep the device, at the start: a splash screen leaves soon.
  private static let lockOutPatience = Duration.seconds(10)

  private var sink: any DisplaySink { output ?? dark }

  public var state: DisplayState {
    var state = sink.state
    let seen = (state.epoch, state.vblankSeries)
    if seriesSeen.map({ $0 != seen }) ?? true { series += 1 }
    (seriesSeen, state.vblankSeries) = (seen, series)
    return state
  }
  public var latestVblank: (sequence: UInt32, time: HostTime)? { sink.latestVblank }
  public var isBusy: Bool { sink.isBusy }
  public var bufferMaker: BufferMaker { sink.bufferMaker }
  public var description: DisplayDescription {
    guard output == nil else { return sink.description }
    return DisplayDescription(
      name: "no display", mode: dark.description.mode, renderMode: "dark", planes: [], format: nil)
  }
  public var deadline: HostTime? { [sink.deadline, retryAt].compactMap(\.self).min() }

  /// What an event loop waits on: flips, and news of connectors.
  public var eventSource: FileDescriptor {
    _read { yield loop.descriptor }
  }

  public func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    binding.check()
    return try sink.plan(for: description, arrangement)
  }

  public func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool {
    binding.check()
    do {
      return try sink.show(layers, capture: capture)
    } catch {
      fail(error)
      return false
    }
  }

  public func match(_ content: Refresh) {
    binding.check()
    guard request.matching == .item || request.matching == .list && chooser.match == nil,
      chooser.match?.content != content
    else { return }
    chooser.match = RateMatch(content: content)
    guard case .device(_, let connectors) = latest?.survey, let device, life.isLit else { return }
    do {
      try look(at: connectors, [], on: device, choosingAnew: true)
    } catch {
      fail(error)
    }
  }

  public func takeFlips() throws(PlaybackError) -> [SinkFlip] {
    binding.check()
    if output == nil { device?.sortFlips() }
    defer { if output?.hasFlipped == true { retries.flipped() } }
    return try sink.takeFlips()
  }

  public func takeCapture() -> Capture? { sink.takeCapture() }

  /// Shows what another output of the same device shows, which is `size` large. False while it
  /// cannot.
  func reflect(_ layers: Layers, from size: PixelSize) -> Bool {
    do {
      return try output?.reflect(layers, from: size) ?? false
    } catch {
      fail(error)
      return false
    }
  }

  public func takeNews() -> [DisplayNews] {
    binding.check()
    defer { news = [] }
    return news + (output?.takeNews() ?? [])
  }

  public func timePassed(_ now: HostTime) throws(PlaybackError) {
    binding.check()
    wakeup.clear()
    while let survey = subscriber?.next() { try take(survey) }
    if let due = retryAt, due <= now {
      retryAt = nil
      watch.hurry()
    }
    do {
      try sink.timePassed(now)
    } catch {
      fail(error)
    }
    verifyRecovered()
  }
}

extension HotPlugDisplay {
  /// Acts on a survey. What cannot be helped by waiting is thrown.
  private func take(_ found: ConnectorWatch.News, isFirst: Bool = false) throws(PlaybackError) {
    latest = found
    guard !isLeft else { return }
    switch found.survey {
    case .nothing(let error): try loseDevice(error, isFirst: isFirst)
    case .device(let opened, let connectors):
      if opened !== device { replaceDevice(with: opened) }
      try look(at: connectors, found.flickered, on: opened, isFirst: isFirst)
    }
  }

  private func look(
    at connectors: [Connector], _ flickered: Set<String>, on device: DRMDevice,
    isFirst: Bool = false, choosingAnew: Bool = false
  ) throws(PlaybackError) {
    let own = life.driven?.connector.name
    let left = output?.output.connector.id
    let chooser = chooser
    let step = life.look(
      connectors, flickered: flickered, choosingAnew: choosingAnew,
      isTaken: { $0.name != own && device.claims.isTaken($0.id) },
      choose: { chooser.choose(for: $0, on: device, leaving: left) })
    do throws(KMSError) {
      try perform(step, on: device)
      if case .stay = step { verifyPower() }
      if isFirst, output == nil { note(.dark(reason: Self.absence(connectors, request.connector))) }
    } catch {
      // Who waits for a device waits for a mode, too: half an EDID now may be a whole one later.
      if isFirst, !request.isPatient { throw PlaybackError(error) }
      fail(PlaybackError(error))
    }
  }

  private func perform(_ step: ConnectorPolicy.Step, on device: DRMDevice) throws(KMSError) {
    switch step {
    case .stay: break
    case .refuse(let connector): throw connector.refusal(of: request.policy(at: connector.name))
    case .rest:
      output?.unplug()
      note(.dark(reason: "\(life.driven?.connector.name ?? "the display") is no longer connected"))
    case .relight:
      // It may have failed before there was an output.
      if let output { try light(output) } else { try lightDriven(on: device) }
    case .light(let connector, let choice):
      try light(connector, choice.mode, on: device)
    }
    askAgain()
  }

  /// Until the display has said what it takes, it is asked again.
  private func askAgain() {
    guard life.isProvisional else { return questions = 0 }
    guard retryAt == nil else { return }
    retryAt = HostTime.now() + ProbeSchedule.provisionalInterval(after: questions)
    questions += 1
  }

  func noteLit(_ output: KMSDisplay) {
    retryAt = nil
    note(.lit(output.description, reason: life.driven?.choice.reason ?? ""))
    guard let driven = life.driven else { return }
    if let trouble = chooser.noteWorking(driven.choice, driven.connector) {
      note(.trouble(trouble))
    }
  }

  /// What is no news is not told again: a display that stays away is tried for months.
  func note(_ item: DisplayNews) {
    if case .dark(let reason) = item {
      guard reason != darkReason else { return }
      darkReason = reason
    } else if case .lit = item {
      darkReason = nil
    }
    news.append(item)
  }

  /// The display failed in a way that only a new beginning may help.
  func fail(_ error: PlaybackError) {
    let wait = retries.failed()
    if darkReason == nil { note(.dark(reason: error.message)) }
    output?.rest()
    life.noteDark()
    if retries.isDeviceSuspect, let device { watch.reopen(device) }
    retryAt = HostTime.now() + wait
  }

  private func replaceDevice(with found: DRMDevice) {
    leaveOutput()
    life.forget()
    if let device { loop.remove(device.eventSource) }
    device = found
    do throws(Errno) {
      try loop.add(found.eventSource, token: Token.flips.rawValue)
    } catch {
      note(.trouble("flips are only noticed late: event loop: \(error)"))
    }
  }

  private func loseDevice(_ error: KMSError, isFirst: Bool) throws(PlaybackError) {
    guard !isFirst || request.isPatient else { throw PlaybackError(error) }
    retryAt = HostTime.now() + .seconds(1)
    if isFirst { note(.dark(reason: error.description)) }
    guard device != nil else { return }
    output?.rest()
    leaveOutput()
    life.forget()
    if let device { loop.remove(device.eventSource) }
    device = nil
    note(.dark(reason: error.description))
  }

  /// Why there is no picture.
  private static func absence(_ connectors: [Connector], _ wanted: String?) -> String {
    let seen = connectors.map { "\($0.name) (\($0.isConnected ? "without a mode" : "empty"))" }
    return KMSError.noConnector(wanted: wanted, seen: seen).description
  }
}
