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
  package let display: HandDisplay
  package let sound: HandSound
  private let clock: HandClock
  private let pictures: SharedDisplay
  private let cast: Cast
  private var session: Session
  private var interface: (work: InterfaceWork, mail: InterfaceMailbox)?
  private var hasBegun = false
  /// When the session and the interface are due again.
  private var sessionLook: HostTime?
  private var interfaceLook: HostTime?
  /// How playback ended, once it is over.
  package private(set) var outcome: PlayerOutcome?

  /// Creates a player. `script` describes the contents of an item; `opened` is called with each
  /// source. Nothing plays before `begin`.
  package init(
    _ player: Player, _ display: HandDisplay, _ clock: HandClock,
    script: @escaping @Sendable (Item) -> SourceScript,
    opened: @escaping @Sendable (ScriptedSource) -> Void = { _ in }
  ) {
    self.player = player
    self.display = display
    self.clock = clock
    let (sound, configuration) = (HandSound(clock), player.configuration)
    self.sound = sound
    display.start(sound, report: { player.handle($0) })
    let pictures = SharedDisplay(
      display, fit: configuration.fit, rotation: configuration.rotation)
    let cast = Cast(PictureStock(pictures), clock)
    self.pictures = pictures
    self.cast = cast
    let parts = SessionParts(
      sound: sound, display: display, pictures: pictures, now: { clock.now },
      open: { item, run, choices, report in
        let source = cast.open(item, run, choices, script(item), report)
        opened(source)
        return source
      })
    session = Session(player, parts)
  }

  package var state: PlaybackState { session.state }
  /// When the session is due again if nothing is reported.
  package var nextCheck: HostTime? { session.nextCheck }
  /// The open sources.
  package var sources: [ScriptedSource] { cast.sources }

  /// Opens the first item, the first time it is called.
  package func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    if let wanted = player.wantedInterface { makeInterface(wanted) }
    session.begin()
    sessionLook = clock.now
  }

  private func makeInterface(_ wanted: InterfaceConfiguration) {
    let (mail, clock) = (InterfaceMailbox(), clock)
    let work = try? InterfaceWork(
      wanted, player, display, pictures, mail: mail, now: { clock.now })
    guard let work else { return }
    player.attach(mail)
    interface = (work, mail)
    interfaceLook = clock.now
  }

  /// Does everything that is due, until nothing more is due at this time.
  package func settle() {
    guard outcome == nil else { return }
    begin()
    var isBusy = look(isFirst: true)
    while isBusy { isBusy = look(isFirst: false) }
  }

  /// Checks everything once. Returns whether anything happened that may concern others.
  private func look(isFirst: Bool) -> Bool {
    let now = clock.now
    cast.work()
    var isBusy = false
    // Work that is due is done once at each time: it may be due again immediately.
    if session.work(isDue: isFirst && sessionLook.map { $0 <= now } ?? false) {
      sessionLook = session.nextCheck
      isBusy = true
    }
    if let (work, mail) = interface,
      work.work(mail, isDue: isFirst && interfaceLook.map { $0 <= now } ?? false, at: now)
    {
      interfaceLook = work.deadline(now)
      isBusy = true
    }
    if session.isDone {
      end()
      return false
    }
    sound.work()
    display.work()
    return isBusy || player.hasMessages || interface?.mail.isEmpty == false || display.hasOrders
  }

  /// Updates the status to the current time; during playback it is up to 0.1 s old.
  package func publish() {
    guard outcome == nil, session.work(isDue: true) else { return }
    sessionLook = session.nextCheck
    settle()
  }

  private func end() {
    outcome = session.finish()
    // The closure may retain the player.
    player.draw(nil)
    interface?.work.close()
    interface = nil
  }

  /// When to call `settle` again at the latest; nil once playback is over.
  package var deadline: HostTime? {
    guard outcome == nil else { return nil }
    return [sessionLook, interfaceLook, sound.deadline, display.deadline, cast.deadline]
      .compactMap(\.self).min()
  }
}

/// The open sources of one player. The list is thread-safe; the sources themselves are not.
private final class Cast: Sendable {
  private let seats = Shared<(last: Int, sources: [ScriptedSource])>((-1, []))
  private let stock: PictureStock
  private let clock: HandClock

  init(_ stock: PictureStock, _ clock: HandClock) {
    self.stock = stock
    self.clock = clock
  }

  var sources: [ScriptedSource] { seats.value.sources }

  func open(
    _ item: Item, _ run: Run, _ choices: TrackChoices, _ script: SourceScript,
    _ report: @escaping SessionParts.Report
  ) -> ScriptedSource {
    seats.update { seats in
      seats.last += 1
      let source = ScriptedSource(
        item, run, choices, script, number: seats.last, stock, clock, report)
      seats.sources.append(source)
      return source
    }
  }

  func work() {
    let sources = sources
    for source in sources { source.work() }
    guard sources.contains(where: \.isClosed) else { return }
    seats.update { seats in seats.sources.removeAll { $0.isClosed } }
  }

  var deadline: HostTime? { sources.compactMap(\.deadline).min() }
}

extension HandClock {
  /// Advances the clock to `end`, from one due event to the next.
  package func turn(to end: HostTime, with players: [StagedPlayer]) {
    for player in players { player.settle() }
    while now < end {
      let next = players.compactMap(\.deadline).min() ?? end
      // An event that is due again immediately is handled a little later.
      turn(to: min(max(next, now + .microseconds(10)), end))
      for player in players { player.settle() }
    }
    for player in players { player.publish() }
  }
}
