public import VitrineLinux
public import VitrineOverlay
public import VitrinePictures
public import VitrinePlayback
public import VitrinePlaylists
public import VitrineScanout
public import VitrineScenes
public import VitrineSchedules
public import VitrineTiming

/// Plays a queue on a display: joins the decisions of `PlaybackState` with the threads that
/// carry them out.
///
/// `run` works on the thread that calls it until everything has been played. The other
/// functions are thread-safe, and what they ask for is done soon, in their order.
public final class Player: Sendable {
  enum Message: Sendable {
    case pipeline(Pipeline.Report, Run)
    case presenter(Presenter.Report)
    /// The presenter shows the run's pictures from now on, on these vblanks.
    case begun(Run, vblanks: VblankClock?)
    case command(Command)
    case capture(CaptureWish)
    /// What was asked for before is done.
    case call(@Sendable () -> Void)
    case quit
    /// Something changed the observers: look when they are due.
    case wake
    /// The time of day has come to something, or was set.
    case power
    /// The time table of power is another one.
    case schedule(TimeTable)
    /// Asks the player's threads whether they still turn.
    case areYouThere(@Sendable () -> Void)
  }

  package let configuration: PlayerConfiguration
  let events: @Sendable (PlayerEvent) -> Void
  private let watch: ConnectorWatch?
  let mailbox = BoundedQueue<Message>(limit: .max)
  let shownStatus: Shared<PlaybackStatus>
  let shownQueue: Shared<Queue>
  let observations = Shared(Observations())
  /// The player's threads, and those of others that belong to it, for the watchdog.
  public let liveness = LivenessRoll()
  let captureWriter = CaptureWriter()
  /// What is being opened.
  let openings: OpeningLedger
  private let displayThread = Shared<DisplayThread?>(nil)
  /// The display's thread may wait for a card that another process has, and others for its answers.
  private let isQuitting = Shared(false)
  let interface = Shared<InterfaceMail?>(nil)
  /// What was asked of the interface so far; nil once that is there, and where there will be none.
  private let early: Shared<InterfaceWishes?>
  let own = Shared(OwnWishes())
  /// The clock that all but devices goes by.
  let now: @Sendable () -> HostTime

  /// The observers, and when they are due.
  struct Observations: Sendable {
    var times = Observers()
    var calls: [Observers.ID: @Sendable (MediaTime) -> Void] = [:]
    var onChange: [@Sendable (PlaybackStatus) -> Void] = []
  }

  /// Players of one device share what watches over it; without, each has its own. `now` is the machine's clock,
  /// or a test's.
  public init(
    _ configuration: PlayerConfiguration, watch: ConnectorWatch? = nil,
    now: @escaping @Sendable () -> HostTime = HostTime.now,
    events: @escaping @Sendable (PlayerEvent) -> Void
  ) {
    (self.configuration, self.watch, self.events) = (configuration, watch, events)
    self.now = now
    shownQueue = Shared(configuration.queue)
    shownStatus = Shared(configuration.status)
    early = Shared(configuration.interface == nil ? nil : InterfaceWishes())
    openings = OpeningLedger(configuration.onOpening)
    // The session hands the question on to the display's thread.
    _ = liveness.add { [mailbox] in mailbox.push(.areYouThere($0)) }
  }

  // One that never runs may have been asked for a picture.
  deinit { captureWriter.end() }

  /// Does as the operator, or a program of the operator's, asks: visitors who have gone leave it as
  /// it is.
  public func perform(_ command: Command) {
    ask(.ordered(command))
    mailbox.push(.command(command))
  }

  /// Does as a visitor at the display asks.
  func performForVisitor(_ command: Command) { mailbox.push(.command(command)) }

  /// Does what a person at the display could do. False where the display has no interface (yet).
  @discardableResult
  public func perform(_ input: ScriptedInput) -> Bool {
    guard let interface = interface.value, isHeard else { return false }
    interface.tell(.scripted(input, now()))
    return true
  }

  /// Taps the screen at a place, in parts of its width and height. False where the display has no interface
  /// (yet).
  @discardableResult
  public func tap(_ place: Point) -> Bool {
    guard let interface = interface.value, isHeard else { return false }
    let now = now()
    interface.tell(.scripted(.touchDown(place), now))
    // A finger that is on the glass for no time is none.
    interface.tell(.scripted(.touchUp, now + .milliseconds(50)))
    return true
  }

  // What is asked of the interface before it is there, it is told when it is.

  /// Shows this over everything, or nothing any more. False where the display has no interface.
  @discardableResult
  public func show(_ notice: Notice?) -> Bool { ask(.notice(notice)) }

  /// Shows these words over everything for so long from now on, in the place of any before. False where the
  /// display has no interface.
  @discardableResult
  public func show(_ message: String, title: String = "", for time: Duration) -> Bool {
    show(Notice(message, title: title, until: now() + time))
  }

  /// Leaves a part of the interface out, or has it again. False where the display has no interface.
  @discardableResult
  public func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Bool {
    ask(.setHidden(part, isHidden))
  }

  /// Has bars and buttons over a video come as a tap would, or go. False where the display has no interface.
  @discardableResult
  public func showControls(_ isShown: Bool) -> Bool { ask(.controls(isShown)) }

  /// Has the interface say the same in other words from now on. False where the display has no interface.
  @discardableResult
  public func setWording(_ wording: Wording) -> Bool { ask(.wording(wording)) }

  /// Has people choose from these from now on; `title` is what the list calls itself. False where
  /// the display has no interface; it does nothing where that has no list.
  @discardableResult
  public func list(_ items: [Item], title: String? = nil) -> Bool {
    ask(.listed(items, title: title))
  }

  /// Has all go back to how the operator has it after so long without use. False where the display
  /// has no interface.
  @discardableResult
  public func setIdle(_ idle: IdleTime) -> Bool { ask(.idle(idle)) }

  /// Tells the interface, or keeps it until there is one. False where there is none.
  @discardableResult
  private func ask(_ news: InterfaceLoop.News) -> Bool {
    if early.update({ $0?.note(news) ?? false }) { return true }
    guard let interface = interface.value else { return false }
    interface.tell(news)
    return true
  }

  /// Turns the display on or off: until the next change of the time table, where there is one.
  public func setPower(_ isOn: Bool) { perform(.power(isOn ? .on : .off)) }

  /// Turns the display on and off by another time table from now on, or by none. Only where the
  /// configuration has the player stay open.
  public func schedule(_ table: TimeTable) { mailbox.push(.schedule(table)) }

  /// Takes a picture of the screen as it is, and has `done` called with it on a thread that may be
  /// kept; with nil where none came within `patience`. Where none is taken, the answer says why, and
  /// `done` is not called.
  public func capture(
    within patience: Duration = .seconds(8), _ done: @escaping @Sendable (Capture?) -> Void
  ) -> CaptureRefusal? {
    let wish = CaptureWish(until: .now() + patience, done: done)
    if let refusal = captureWriter.add(wish) { return refusal }
    mailbox.push(.capture(wish))
    return nil
  }

  /// Has the display off and lets go of it, for another virtual terminal, until `enterDisplay`.
  /// Waits until that is done; see `ConnectorWatch.leave`, which comes after it.
  public func leaveDisplay() {
    _ = displayThread.value?.ask { ($0.sink as? any DeviceSink)?.leave() }
  }

  /// Takes the display back; to be followed by `ConnectorWatch.enter`.
  public func enterDisplay() {
    _ = displayThread.value?.ask { ($0.sink as? any DeviceSink)?.enter() }
  }

  /// Ends the playing soon; `run` then returns.
  public func quit() {
    isQuitting.update { $0 = true }
    mailbox.push(.quit)
  }

  /// Asks the player's threads whether they still turn: session and display, interface and input,
  /// and those that others have added to `liveness`. They count their answers, the one to this soon
  /// after; the number that all have given so far is returned.
  public func askWhetherAlive() -> Int { liveness.ask() }

  /// Whether it was asked to end, be it before it has begun.
  package var isAskedToQuit: Bool { isQuitting.value }

  /// What is playing and where it is: at most a tenth of a second old while it plays, and a second while a
  /// picture stays.
  public var status: PlaybackStatus { shownStatus.value }

  /// What is played, with what was asked for since.
  public var queue: Queue { shownQueue.value }

  /// Calls `body` when what was asked for so far has been taken, and shows in `status` and `queue`.
  /// On the player's thread, which must not be kept. Not at all where the playing ends before.
  public func afterwards(_ body: @escaping @Sendable () -> Void) { mailbox.push(.call(body)) }

  /// Calls `body` with every new status: on each change, and ten times a second while playing; each second
  /// while a picture stays.
  /// On the player's thread, which must not be kept.
  public func observeStatus(_ body: @escaping @Sendable (PlaybackStatus) -> Void) {
    observations.update { $0.onChange.append(body) }
  }

  /// Calls `body` with the position every `interval`, on the player's thread.
  public func observe(
    every interval: Duration, _ body: @escaping @Sendable (MediaTime) -> Void
  ) -> Observers.ID {
    add(body) { [now] in $0.addPeriodic(every: interval, now: now()) }
  }

  /// Calls `body` once for each crossing of one of these times in an item, never early; with
  /// `includesJumps` also when a skip passes over one. On the player's thread.
  public func observe(
    times: [MediaTime], includesJumps: Bool = false,
    _ body: @escaping @Sendable (MediaTime) -> Void
  ) -> Observers.ID {
    add(body) { $0.addBoundary(times, includesJumps: includesJumps) }
  }

  public func remove(_ observer: Observers.ID) {
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

  func noteOtherDisplay() { interface.value?.tell(.displayChanged) }

  func noteFailure(of item: Item, _ error: PlaybackError) {
    events(.failed(item, error))
    interface.value?.tell(.failed(item, error))
  }

  /// Plays everything.
  public func run() throws(PlaybackError) -> PlayerOutcome {
    defer { captureWriter.close() }
    let sound: SoundFeed
    let display: DisplayThread
    let watch: ConnectorWatch
    let powerClock: PowerClock?
    do throws(Errno) {
      sound = try SoundFeed(
        configuration.sound, report: { [events] in events(PlayerEvent($0)) },
        changed: { [displayThread] in displayThread.value?.nudge() })
      powerClock = try makePowerClock()
      watch = try usedWatch()
      display = try DisplayThread(
        { [self, watch, isQuitting] isWanted throws(PlaybackError) in
          try makePresenter(sound, watch) { !isQuitting.value && isWanted() }
        },
        report: { [mailbox] in mailbox.push(.presenter($0)) })
    } catch {
      throw PlaybackError(.display, "threads: \(error)", exitStatus: .unavailable)
    }
    displayThread.update { $0 = display }
    let parts = SessionParts(
      sound: sound, display: display, powerClock: powerClock, configuration)
    let loop = try openInterface(display, parts.pictures)
    var session = Session(self, parts)
    let outcome = session.play()
    interface.update { $0 = nil }
    loop?.close()
    // Its closure may hold this player.
    draw(nil)
    displayThread.update { $0 = nil }
    // The last picture stays until the last sound is heard.
    sound.close(draining: session.hasEnded)
    display.close()
    if self.watch == nil { watch.close() }
    powerClock?.close()
    return outcome
  }

  private func makePowerClock() throws(Errno) -> PowerClock? {
    // Who stays may get a table later.
    guard configuration.staysOpen || configuration.power.isTimed else { return nil }
    return try PowerClock { [mailbox] in mailbox.push(.power) }
  }

  private func openInterface(
    _ display: DisplayThread, _ pictures: SharedDisplay
  ) throws(PlaybackError) -> InterfaceLoop? {
    guard let wanted = wantedInterface else { return nil }
    do throws(Errno) {
      let loop = try InterfaceLoop(wanted, player: self, display: display, pictures: pictures)
      attach(loop.mail)
      return loop
    } catch {
      throw PlaybackError(.display, "threads: \(error)", exitStatus: .unavailable)
    }
  }

  /// What people see and operate; nil for a display that is only looked at.
  package var wantedInterface: InterfaceConfiguration? {
    guard var wanted = configuration.interface else { return nil }
    wanted.options.isWaking = configuration.power.wake != nil
    wanted.options.home = configuration.home
    return wanted
  }

  /// Whether the session has something to deal with.
  package var hasNews: Bool { !mailbox.isEmpty }

  /// From now on the interface gets its news here.
  package func attach(_ mail: InterfaceMail) {
    // What is asked for from now on comes behind what was.
    early.update { early in
      interface.update { $0 = mail }
      for news in early?.news ?? [] { mail.tell(news) }
      early = nil
    }
    // What came since it has looked.
    mail.tell(.own)
    observeStatus { mail.tell(.status($0)) }
  }

  private func usedWatch() throws(Errno) -> ConnectorWatch {
    if let watch { return watch }
    return try ConnectorWatch(devicePath: configuration.devicePath)
  }

  private func makePresenter(
    _ sound: SoundFeed, _ watch: ConnectorWatch, _ isWanted: () -> Bool
  ) throws(PlaybackError) -> Presenter {
    let sink: any DisplaySink
    switch configuration.display {
    case .screen(let request):
      var wanted = configuration.power.applied(to: request)
      wanted.brightness = configuration.brightness
      sink =
        wanted.mirrors.isEmpty
        ? try HotPlugDisplay(wanted, watch, isWanted: isWanted) { events(.display($0)) }
        : try MirroredDisplay(wanted, on: wanted.mirrors, watch, isWanted: isWanted) {
          events(.display($0))
        }
    case .headless(let size, let refresh):
      sink = MemoryDisplay(size: size, refresh: refresh)
    }
    return Presenter(
      sink: sink, captureTimes: configuration.captureTimes, clock: { sound.state },
      report: { [self] in take($0) })
  }

  /// What the interface has to know at once does not wait for the session.
  package func take(_ report: Presenter.Report) {
    switch report {
    case .interfaceShown(let number, let time): interface.value?.tell(.shown(number, time))
    case .subtitlesChanged: interface.value?.tell(.subtitlesChanged)
    default: mailbox.push(.presenter(report))
    }
  }
}
