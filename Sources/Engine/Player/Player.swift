package import VitrineGestures
internal import VitrineInputDevices
package import VitrineLinux
package import VitrineOverlay
package import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScanout
package import VitrineScenes
internal import VitrineThumbnails
package import VitrineTiming

/// Plays a queue on a display: connects the decisions of `PlaybackState` with the threads that
/// carry them out.
///
/// `run` blocks the calling thread until playback ends. The other functions are thread-safe and
/// asynchronous; requests are carried out in order.
package final class Player: Sendable {
  enum Message: Sendable {
    case pipeline(Pipeline.Report, Run)
    case presenter(Presenter.Report)
    /// The presenter now shows the run's pictures, on these vblanks.
    case begun(Run, vblanks: VblankClock?)
    case command(Command)
    /// Plays the sound on another device.
    case chooseSound(SoundChoice, done: @Sendable (String?) -> Void)
    /// The device was turned: the clockwise rotation on the panel that makes content upright.
    case turned(Rotation)
    case capture(CaptureRequest)
    /// Called once all earlier requests are done.
    case call(@Sendable () -> Void)
    case quit
    /// The observers changed: check when they are due.
    case wake
    case ease(ThermalPolicy.Easing)
    /// The decision of the power schedule may have changed.
    case power
    /// A liveness check of the player's threads.
    case livenessCheck(@Sendable () -> Void)
    /// Open the interface for notices.
    case notices
    /// It cannot open, with the reason.
    case noticesFailed(String)
    /// It has received this many notices, and shows none.
    case noticesGone(Int)
  }

  package let configuration: PlayerConfiguration
  let events: @Sendable (PlayerEvent) -> Void
  private let watch: ConnectorWatch?
  let mailbox = BoundedQueue<Message>(limit: .max)
  let shownStatus: Shared<PlaybackStatus>
  let shownQueue: Shared<Queue>
  let observations = Shared(Observations())
  /// The threads that the watchdog checks: the player's own, and others added to it.
  package let liveness = LivenessRegistry()
  let captureWriter = CaptureWriter()
  /// The locations being opened.
  let openings: OpeningJournal
  private let displayThread = Shared<(any PresenterHost)?>(nil)
  /// The parts of the display for other players.
  let zones = Shared(VideoZones())
  /// Known to all threads: the display's thread may wait for a device that another process uses,
  /// and others for the display's thread.
  private let isQuitting = Shared(false)
  /// Whether the session ends, so that its interface shows nothing more.
  private let isInterfaceEnding = Shared(false)
  let interface = Shared<InterfaceMailbox?>(nil)
  /// The requests to the interface so far; nil once the interface exists, or if there will be none.
  private let early: Shared<PendingInterfaceMessages?>
  let notices = Shared(NoticeRequests())
  let own = Shared(OwnRequests())
  /// The clock for everything except devices.
  let now: @Sendable () -> HostTime

  /// The observers, and when they are due.
  struct Observations: Sendable {
    var times = Observers()
    var calls: [Observers.ID: @Sendable (MediaTime) -> Void] = [:]
    var onChange = CallbackList<@Sendable (PlaybackStatus) -> Void>()
    var onEvent = CallbackList<@Sendable (PlayerEvent) -> Void>()
  }

  /// Players of one device share a `watch`; without it, each has its own. `now` is the machine's
  /// clock, or a test's.
  package init(
    _ configuration: PlayerConfiguration, watch: ConnectorWatch? = nil,
    now: @escaping @Sendable () -> HostTime = HostTime.now,
    events: @escaping @Sendable (PlayerEvent) -> Void
  ) {
    self.configuration = configuration
    self.watch = watch
    self.events = { [observations] event in
      events(event)
      for call in observations.value.onEvent.bodies { call(event) }
    }
    self.now = now
    shownQueue = Shared(configuration.queue)
    shownStatus = Shared(configuration.status)
    let hasInterface = configuration.interface.map { !$0.isForNotices } ?? false
    early = Shared(hasInterface ? PendingInterfaceMessages() : nil)
    openings = OpeningJournal(configuration.onOpening)
    // The session forwards the check to the display's thread.
    _ = liveness.add { [mailbox] in mailbox.push(.livenessCheck($0)) }
  }

  // A player that never runs may have screenshot requests.
  deinit { captureWriter.end() }

  /// Performs a command of the operator or their program. It changes the default state, which later
  /// visitors return to.
  package func perform(_ command: Command) {
    ask(.ordered(command))
    send(command)
  }

  /// Performs a visitor's command, which does not change the default state.
  package func performForVisitor(_ command: Command) { send(command) }

  private func send(_ command: Command) {
    configuration.recorder?.record(command, at: now())
    mailbox.push(.command(command))
  }

  /// Simulates input at the display. Returns false if the display has no interface (yet).
  @discardableResult
  package func perform(_ input: ScriptedInput) -> Bool {
    guard let interface = interface.value, acceptsInput else { return false }
    interface.send(.scripted(input, now()))
    return true
  }

  /// Simulates a tap at a position, in fractions of the screen's width and height. Returns false if
  /// the display has no interface (yet).
  @discardableResult
  package func tap(_ place: Point) -> Bool {
    guard let interface = interface.value, acceptsInput else { return false }
    let now = now()
    interface.send(.scripted(.touchDown(place), now))
    // A touch without duration would be ignored.
    interface.send(.scripted(.touchUp, now + .milliseconds(50)))
    return true
  }

  // Requests to the interface before it opens are stored and delivered later.

  /// Shows a notice above everything; nil removes it. Returns false if the configuration has no
  /// interface, not even for notices, or if playback ends.
  @discardableResult
  package func show(_ notice: Notice?) -> Bool {
    guard configuration.interface?.isForNotices == true else { return ask(.notice(notice)) }
    if notices.update({ $0.show(notice) }) { mailbox.push(.notices) }
    return !isEnding
  }

  /// Shows a message above everything for a time; it replaces an earlier one. Returns false if the
  /// configuration has no interface, not even for notices, or if playback ends.
  @discardableResult
  package func show(
    _ message: String, title: String = "", as severity: Severity? = nil, for time: Duration
  ) -> Bool {
    show(Notice(message, title: title, as: severity, until: now() + time))
  }

  /// Hides or shows a part of the interface. Returns false if the display has no interface.
  @discardableResult
  package func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Bool {
    ask(.setHidden(part, isHidden))
  }

  /// Shows or hides the controls, like a tap. Returns false if the display has no interface.
  @discardableResult
  package func showControls(_ isShown: Bool) -> Bool { ask(.controls(isShown)) }

  /// Changes the interface's texts. Returns false if the display has no interface.
  @discardableResult
  package func setWording(_ wording: Wording) -> Bool { ask(.wording(wording)) }

  /// Replaces the gallery's items; `title` is the gallery's title. Returns false if the display has
  /// no interface; has no effect if the interface has no gallery.
  @discardableResult
  package func list(_ items: [Item], title: String? = nil) -> Bool {
    ask(.listed(items, title: title))
  }

  /// Sets the idle timeout, after which the player returns to its default state. Returns false if
  /// the display has no interface.
  @discardableResult
  package func setIdle(_ idle: IdleTime) -> Bool { ask(.idle(idle)) }

  /// Replaces the actions of keys, by libevdev's names. Returns false if the display has no
  /// interface.
  @discardableResult
  package func setKeys(_ keys: [String: KeyAction]) -> Bool { ask(.keys(keys)) }

  /// Sends a message to the interface, or stores it until the interface opens. Returns false if
  /// there is none, or if playback ends and it would have no effect.
  @discardableResult
  private func ask(_ message: InterfaceLoop.Message) -> Bool {
    if early.update({ $0?.record(message) ?? false }) { return !isEnding }
    guard configuration.interface?.isForNotices != true, let interface = interface.value else {
      return false
    }
    interface.send(message)
    return !isEnding
  }

  /// Turns the display on or off, until the schedule next changes it.
  package func setPower(_ isOn: Bool) { perform(.power(isOn ? .on : .off)) }

  /// Takes a screenshot and passes it to `done`, on a thread that may block; passes nil if there is
  /// none within `patience`. If the request is refused, returns why and does not call `done`.
  package func capture(
    within patience: Duration = .seconds(8), _ done: @escaping @Sendable (Capture?) -> Void
  ) -> CaptureRefusal? {
    let request = CaptureRequest(until: .now() + patience, done: done)
    if let refusal = captureWriter.add(request) { return refusal }
    mailbox.push(.capture(request))
    return nil
  }

  /// Plays the sound on another device. Calls `done` with nil once `status` shows it, or with the reason
  /// why the sound stays on the present one. Called on the player's thread; must not block. Not called if
  /// playback ends first.
  package func chooseSound(_ choice: SoundChoice, done: @escaping @Sendable (String?) -> Void) {
    mailbox.push(
      .chooseSound(choice) { [mailbox] refusal in
        // After a message, the session publishes its status.
        mailbox.push(.wake)
        mailbox.push(.call { done(refusal) })
      })
  }

  /// Turns the display off and releases it for another virtual terminal, until `enterDisplay`.
  /// Waits until that is done; call `ConnectorWatch.leave` after it.
  package func leaveDisplay() {
    _ = displayThread.value?.ask { $0.leaveDisplay() }
  }

  /// Takes the display back; call `ConnectorWatch.enter` after it.
  package func enterDisplay() {
    _ = displayThread.value?.ask { $0.enterDisplay() }
  }

  /// Closes the display device and opens it again, because its pictures are frozen.
  package func reopenDevice() { displayThread.value?.perform { $0?.reopenDevice() } }

  /// Spares the machine, or stops doing so.
  package func ease(_ easing: ThermalPolicy.Easing) { mailbox.push(.ease(easing)) }

  /// Ends playback soon; `run` then returns.
  package func quit() {
    isQuitting.update { $0 = true }
    endInterface()
    mailbox.push(.quit)
  }

  /// The session ends: later requests to the interface are refused.
  func endInterface() { isInterfaceEnding.update { $0 = true } }

  /// Whether playback ends, so that requests to the interface are refused.
  package var isEnding: Bool { isInterfaceEnding.value }

  /// Sends a liveness check to the threads of session, display, interface and input, and to those
  /// that others have added to `liveness`. Each counts its answers; returns the number of checks
  /// that all have answered so far.
  package func askWhetherAlive() -> Int { liveness.ask() }

  /// Whether it was asked to quit, even before `run`.
  package var isAskedToQuit: Bool { isQuitting.value }

  /// The current item and position: at most 0.1 s old during playback, 1 s while paused or showing
  /// a still picture.
  package var status: PlaybackStatus { shownStatus.value }

  /// The queue, including the changes so far.
  package var queue: Queue { shownQueue.value }

  /// Calls `body` when all earlier requests have been carried out and are visible in `status` and
  /// `queue`. Called on the player's thread; must not block. Not called if playback ends first.
  package func afterwards(_ body: @escaping @Sendable () -> Void) { mailbox.push(.call(body)) }

  /// Calls `body` with each new status: on each change, ten times a second during playback, and
  /// once a second while paused or showing a still picture. Called on the player's thread; must not
  /// block.
  ///
  /// Returns a function that removes `body`; a call that has begun may still end after it. The
  /// function does not retain the player.
  @discardableResult
  package func observeStatus(
    _ body: @escaping @Sendable (PlaybackStatus) -> Void
  ) -> @Sendable () -> Void {
    let id = observations.update { $0.onChange.add(body) }
    return { [observations] in observations.update { $0.onChange.remove(id) } }
  }

  /// Calls `body` with each event, on the player's threads; must not block. Returns a function that
  /// removes `body`; a call that has begun may still end after it. The function does not retain the
  /// player.
  package func observeEvents(
    _ body: @escaping @Sendable (PlayerEvent) -> Void
  ) -> @Sendable () -> Void {
    let id = observations.update { $0.onEvent.add(body) }
    return { [observations] in observations.update { $0.onEvent.remove(id) } }
  }

  /// Calls `body` with the position every `interval`, on the player's thread.
  package func observe(
    every interval: Duration, _ body: @escaping @Sendable (MediaTime) -> Void
  ) -> Observers.ID {
    add(body) { [now] in $0.addPeriodic(every: interval, now: now()) }
  }

  /// Calls `body` once for each crossing of one of these times in an item, never early; with
  /// `includesJumps` also if a seek passes it. Called on the player's thread.
  package func observe(
    times: [MediaTime], includesJumps: Bool = false,
    _ body: @escaping @Sendable (MediaTime) -> Void
  ) -> Observers.ID {
    add(body) { $0.addBoundary(times, includesJumps: includesJumps) }
  }

  package func remove(_ observer: Observers.ID) {
    observations.update { observations in
      observations.times.remove(observer)
      observations.calls[observer] = nil
    }
  }

  private func add(
    _ body: @escaping @Sendable (MediaTime) -> Void,
    _ add: @Sendable (inout Observers) -> Observers.ID
  ) -> Observers.ID {
    let id = observations.update { observations in
      let id = add(&observations.times)
      observations.calls[id] = body
      return id
    }
    mailbox.push(.wake)
    return id
  }

  func notifyDisplayChanged() { interface.value?.send(.displayChanged) }

  func reportFailure(of item: Item, _ error: PlaybackError) {
    events(.failed(item, error))
    interface.value?.send(.failed(item))
  }

  /// Plays until the end.
  package func run() throws(PlaybackError) -> PlayerOutcome {
    defer { captureWriter.close() }
    defer { zones.update { $0.close() } }
    let host = try awaitHost()
    try configuration.powerSchedule?.start { [mailbox] in mailbox.push(.power) }
    defer { configuration.powerSchedule?.close() }
    let sound: SoundFeed
    var companions: [SoundCompanion] = []
    let loudness: LoudnessScan?
    let display: any PresenterHost
    let watch: ConnectorWatch?
    do throws(Errno) {
      sound = try SoundFeed(
        configuration.sound,
        report: { [events] in events(PlayerEvent($0)) },
        changed: { [displayThread] in displayThread.value?.nudge() })
      for options in configuration.companions {
        companions.append(
          try SoundCompanion(options, clock: { sound.state.clock }) { [events] in
            if let event = PlayerEvent($0, in: options.language) { events(event) }
          })
      }
      loudness = try openLoudness()
      (display, watch) = try openDisplay(on: host, sound)
    } catch {
      for companion in companions { companion.close() }
      throw PlaybackError(.display, "cannot start threads: \(error)", exitStatus: .unavailable)
    }
    defer { loudness?.end() }
    displayThread.update { $0 = display }
    let parts = SessionParts(
      sound: sound, companions: companions, loudness: loudness, display: display, configuration,
      zones: zones)
    if let wanted = wantedInterface, !wanted.isForNotices {
      do throws(Errno) {
        try parts.interface?.open(wanted, of: self)
      } catch {
        throw PlaybackError(.display, "cannot start threads: \(error)", exitStatus: .unavailable)
      }
    }
    let sensor = configuration.followsSensor ? openSensor() : nil
    defer { sensor?.close() }
    var session = Session(self, parts)
    let outcome = session.play()
    parts.interface?.close()
    // Their closures may retain this player.
    draw(nil)
    drawStage(nil)
    zones.update { $0.close() }
    displayThread.update { $0 = nil }
    // The last picture stays until the last sound has been played.
    for companion in companions { companion.close() }
    sound.close(draining: session.hasEnded)
    display.close()
    if self.watch == nil { watch?.close() }
    return outcome
  }

  /// For the player of a zone, waits until the display that it is a part of shows pictures.
  private func awaitHost() throws(PlaybackError) -> (any PresenterHost)? {
    guard case .zone(let zone) = configuration.display else { return nil }
    guard let host = zone.awaitHost() else {
      throw PlaybackError(.display, "the display was removed", exitStatus: .unavailable)
    }
    return host
  }

  /// Starts the display's thread, or uses that of the `host`.
  private func openDisplay(
    on host: (any PresenterHost)?, _ sound: SoundFeed
  ) throws(Errno) -> (any PresenterHost, ConnectorWatch?) {
    if let host, case .zone(let zone) = configuration.display {
      let display = ZoneHost(zone, on: host) { [self] sink in
        Presenter(sink: sink, clock: { sound.state }, report: { [self] in handle($0) })
      }
      return (display, nil)
    }
    let watch = try connectorWatch()
    let display = try DisplayThread(
      { [self, watch, isQuitting] isWanted throws(PlaybackError) in
        try makePresenter(sound, watch) { !isQuitting.value && isWanted() }
      },
      report: { [mailbox] in mailbox.push(.presenter($0)) })
    return (display, watch)
  }

  private func openLoudness() throws(Errno) -> LoudnessScan? {
    guard let target = configuration.loudness else { return nil }
    let scan = try LoudnessScan(target) { [events] error in
      events(.loudnessUnavailable("loudness: \(error.message)"))
    }
    scan.request(configuration.queue.entries.map(\.item))
    return scan
  }

  /// Starts reading the accelerometer. On failure, the rotation stays as it is.
  private func openSensor() -> SensorThread<Accelerometer>? {
    let detector = Shared(OrientationDetector())
    do throws(Errno) {
      return try SensorThread { [mailbox, events] event in
        switch event {
        case .found(let sensor):
          let mount = sensor.mount.flatMap { MountMatrix($0) } ?? .identity
          detector.update { $0.mount = mount }
          events(.inputAdded("accelerometer \(sensor.name)"))
        case .reading(let reading, let time):
          if let rotation = detector.update({ $0.feed(reading, at: time) }) {
            mailbox.push(.turned(rotation))
          }
        case .lost(let name, .noDevice): events(.inputRemoved("accelerometer \(name)"))
        case .lost(let name, let error):
          events(.inputUnavailable("accelerometer \(name): \(error); the rotation stays as it is"))
        case .missing:
          events(
            .inputUnavailable(
              "no accelerometer found; the rotation stays as it is until there is one"))
        }
      }
    } catch {
      events(.inputUnavailable("accelerometer: \(error)"))
      return nil
    }
  }

  /// The interface to open, at the start or for notices; nil for a display without one.
  package var wantedInterface: InterfaceConfiguration? {
    guard var wanted = configuration.interface else { return nil }
    wanted.options.isWaking = configuration.powerSchedule?.wakesOnTouch ?? false
    wanted.options.home = configuration.home
    return wanted
  }

  /// Whether there are messages for the session.
  package var hasMessages: Bool { !mailbox.isEmpty }

  /// Connects the interface's mailbox. Returns a function that disconnects it.
  package func attach(_ mail: InterfaceMailbox) -> @Sendable () -> Void {
    // Later requests are queued after the stored ones.
    early.update { early in
      interface.update { $0 = mail }
      for message in early?.messages ?? [] { mail.send(message) }
      early = nil
    }
    // For requests since the interface last checked.
    mail.send(.own)
    let stop = observeStatus { mail.send(.status($0)) }
    if configuration.interface?.isForNotices == true {
      // It opens while something plays.
      mail.send(.status(status))
      notices.update { $0.open(mail) }
    }
    return { [interface] in
      stop()
      interface.update { $0 = nil }
    }
  }

  private func connectorWatch() throws(Errno) -> ConnectorWatch {
    if let watch { return watch }
    return try ConnectorWatch(devicePath: configuration.devicePath)
  }

  private func makePresenter(
    _ sound: SoundFeed, _ watch: ConnectorWatch, _ isWanted: () -> Bool
  ) throws(PlaybackError) -> Presenter {
    let sink: any DisplaySink
    switch configuration.display {
    case .screen(let request):
      var wanted = request
      wanted.power.off = configuration.power.off
      wanted.power.beginsOff = configuration.powerSchedule?.decide() == false
      wanted.brightness = configuration.brightness
      sink =
        wanted.mirrors.isEmpty
        ? try HotPlugDisplay(wanted, watch, isWanted: isWanted) { events(.display($0)) }
        : try MirroredDisplay(wanted, on: wanted.mirrors, watch, isWanted: isWanted) {
          events(.display($0))
        }
    case .headless(let size, let refresh):
      sink = MemoryDisplay(size: size, refresh: refresh)
    case .zone:
      throw PlaybackError(.display, "a zone is shown by another player", exitStatus: .bug)
    }
    let presenter = Presenter(
      sink: sink, captureTimes: configuration.captureTimes, clock: { sound.state },
      report: { [self] in handle($0) })
    presenter.recorder = configuration.recorder
    presenter.onFirstFlip = { [zones, displayThread] in
      if let host = displayThread.value { zones.update { $0.open(on: host) } }
    }
    return presenter
  }

  /// Urgent reports go to the interface directly, not through the session.
  package func handle(_ report: Presenter.Report) {
    switch report {
    case .interfaceShown(let number, let time): interface.value?.send(.shown(number, time))
    case .subtitlesChanged: interface.value?.send(.subtitlesChanged)
    default: mailbox.push(.presenter(report))
    }
  }
}
