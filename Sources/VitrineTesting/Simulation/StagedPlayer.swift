package import VitrineEngine
internal import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
internal import VitrineScanout
package import VitrineTiming

/// A whole player on a manual clock: the real session, presenter, sound mix and interface, with a
/// display, sound and sources that have no threads.
package final class StagedPlayer: @unchecked Sendable {
  // @unchecked: used by one thread, or within `VirtualThread.play`.
  package let player: Player
  package let display: ManualDisplay
  package let sound: ManualSound
  private let clock: ManualClock
  private let openSources: OpenSources
  private var session: Session
  private let interface: StagedInterface
  private var hasBegun = false
  /// When the session is due again.
  private var sessionDue: HostTime?
  /// How playback ended, once it is over.
  package private(set) var outcome: PlayerOutcome?

  /// Creates a player. `script` describes the contents of an item; `opened` is called with each
  /// source. Nothing plays before `begin`.
  package init(
    _ player: Player, _ display: ManualDisplay, _ clock: ManualClock,
    script: @escaping @Sendable (Item) -> SourceScript,
    opened: @escaping @Sendable (ScriptedSource) -> Void = { _ in }
  ) {
    self.player = player
    self.display = display
    self.clock = clock
    let (sound, configuration) = (ManualSound(clock), player.configuration)
    self.sound = sound
    display.start(sound, report: { player.handle($0) })
    let pictures = SharedDisplay(
      display, fit: configuration.fit, rotation: configuration.rotation)
    let openSources = OpenSources(PictureStock(pictures), clock)
    self.openSources = openSources
    interface = StagedInterface(display, pictures, clock)
    var parts = SessionParts(
      sound: sound, display: display, pictures: pictures, now: { clock.now },
      open: { item, run, choices, report in
        let source = openSources.open(item, run, choices, script(item), report)
        opened(source)
        return source
      })
    parts.interface = interface
    session = Session(player, parts)
  }

  package var state: PlaybackState { session.state }
  /// When the session is due again if nothing is reported.
  package var nextCheck: HostTime? { session.nextCheck }
  /// The open sources.
  package var sources: [ScriptedSource] { openSources.sources }

  /// Opens the first item, the first time it is called.
  package func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    if let wanted = player.wantedInterface, !wanted.isForNotices {
      interface.open(wanted, of: player)
    }
    session.begin()
    sessionDue = clock.now
  }

  /// Whether the interface is open.
  package var hasInterface: Bool { interface.isOpen }

  /// Does everything that is due, until nothing more is due at this time.
  package func settle() {
    guard outcome == nil else { return }
    begin()
    var isBusy = step(isFirst: true)
    while isBusy { isBusy = step(isFirst: false) }
  }

  /// Checks everything once. Returns whether anything happened that may concern others.
  private func step(isFirst: Bool) -> Bool {
    let now = clock.now
    openSources.work()
    var isBusy = false
    // Work that is due is done once at each time: it may be due again immediately.
    if session.work(isDue: isFirst && sessionDue.map { $0 <= now } ?? false) {
      sessionDue = session.nextCheck
      isBusy = true
    }
    if interface.step(isFirst: isFirst, at: now) { isBusy = true }
    if session.isDone {
      end()
      return false
    }
    sound.work()
    display.work()
    return isBusy || player.hasMessages || interface.hasMessages || display.hasOrders
  }

  /// Updates the status to the current time; during playback it is up to 0.1 s old.
  package func publish() {
    guard outcome == nil, session.work(isDue: true) else { return }
    sessionDue = session.nextCheck
    settle()
  }

  private func end() {
    outcome = session.finish()
    // The closure may retain the player.
    player.draw(nil)
    interface.close()
  }

  /// When to call `settle` again at the latest; nil once playback is over.
  package var deadline: HostTime? {
    guard outcome == nil else { return nil }
    return [sessionDue, interface.deadline, sound.deadline, display.deadline, openSources.deadline]
      .compactMap(\.self).min()
  }
}

/// The interface of one player, without a thread.
private final class StagedInterface: InterfaceHost {
  private let display: ManualDisplay
  private let pictures: SharedDisplay
  private let clock: ManualClock
  private var opened: (work: InterfaceWork, mail: InterfaceMailbox, detach: @Sendable () -> Void)?
  /// When it is due again.
  private(set) var deadline: HostTime?

  init(_ display: ManualDisplay, _ pictures: SharedDisplay, _ clock: ManualClock) {
    (self.display, self.pictures, self.clock) = (display, pictures, clock)
  }

  var isOpen: Bool { opened != nil }
  var hasMessages: Bool { opened?.mail.isEmpty == false }

  func open(_ configuration: InterfaceConfiguration, of player: Player) {
    let (mail, clock) = (InterfaceMailbox(), clock)
    let work = try? InterfaceWork(
      configuration, player, display, pictures, mail: mail, now: { clock.now })
    guard let work else { return }
    opened = (work, mail, player.attach(mail))
    deadline = clock.now
  }

  /// Returns whether there was anything to do.
  func step(isFirst: Bool, at now: HostTime) -> Bool {
    guard let (work, mail, _) = opened,
      work.work(mail, isDue: isFirst && deadline.map { $0 <= now } ?? false, at: now)
    else { return false }
    deadline = work.deadline(now)
    return true
  }

  func close() {
    guard let (work, _, detach) = opened else { return }
    (opened, deadline) = (nil, nil)
    detach()
    work.close()
    display.perform { $0?.forgetInterface() }
  }
}

/// The open sources of one player. The list is thread-safe; the sources themselves are not.
private final class OpenSources: Sendable {
  private let openings = Shared<(last: Int, sources: [ScriptedSource])>((-1, []))
  private let stock: PictureStock
  private let clock: ManualClock

  init(_ stock: PictureStock, _ clock: ManualClock) {
    self.stock = stock
    self.clock = clock
  }

  var sources: [ScriptedSource] { openings.value.sources }

  func open(
    _ item: Item, _ run: Run, _ choices: TrackChoices, _ script: SourceScript,
    _ report: @escaping SessionParts.Report
  ) -> ScriptedSource {
    openings.update { openings in
      openings.last += 1
      let source = ScriptedSource(
        item, run, choices, script, number: openings.last, stock, clock, report)
      openings.sources.append(source)
      return source
    }
  }

  func work() {
    let sources = sources
    for source in sources { source.work() }
    guard sources.contains(where: \.isClosed) else { return }
    openings.update { openings in openings.sources.removeAll { $0.isClosed } }
  }

  var deadline: HostTime? { sources.compactMap(\.deadline).min() }
}

extension ManualClock {
  /// Advances the clock to `end`, from one due event to the next.
  package func advance(to end: HostTime, with players: [StagedPlayer]) {
    for player in players { player.settle() }
    while now < end {
      let next = players.compactMap(\.deadline).min() ?? end
      // An event that is due again immediately is handled a little later.
      advance(to: min(max(next, now + .microseconds(10)), end))
      for player in players { player.settle() }
    }
    for player in players { player.publish() }
  }
}
