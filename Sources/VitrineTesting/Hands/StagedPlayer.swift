package import VitrineEngine
internal import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
internal import VitrineScanout
package import VitrineTiming

/// A whole player on a clock that is turned by hand: the real session, presenter, sound mix and interface, with
/// a display, a sound and sources that have no threads.
package final class StagedPlayer: @unchecked Sendable {
  // @unchecked: it is used by one thread, or by those that play one.
  package let player: Player
  package let display: HandDisplay
  package let sound: HandSound
  private let clock: HandClock
  private let pictures: SharedDisplay
  private let cast: Cast
  private var session: Session
  private var interface: (work: InterfaceWork, mail: InterfaceMail)?
  private var hasBegun = false
  /// When the session and the interface want to look again.
  private var sessionLook: HostTime?
  private var interfaceLook: HostTime?
  /// How it went, once it is over.
  package private(set) var outcome: PlayerOutcome?

  /// `script` says what an item turns out to be; `opened` is told each source. Nothing plays before `begin`.
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
    display.start(sound, report: { player.take($0) })
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
  /// When the session looks again if no news comes.
  package var nextLook: HostTime? { session.nextLook }
  /// What is open.
  package var sources: [ScriptedSource] { cast.sources }

  /// Opens the first item; only once.
  package func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    if let wanted = player.wantedInterface { makeInterface(wanted) }
    session.begin()
    sessionLook = clock.now
  }

  private func makeInterface(_ wanted: InterfaceConfiguration) {
    let (mail, clock) = (InterfaceMail(), clock)
    let work = try? InterfaceWork(
      wanted, player, display, pictures, mail: mail, now: { clock.now })
    guard let work else { return }
    player.attach(mail)
    interface = (work, mail)
    interfaceLook = clock.now
  }

  /// Does all that is due, until nothing is any more at this moment.
  package func settle() {
    guard outcome == nil else { return }
    begin()
    var isBusy = look(isFirst: true)
    while isBusy { isBusy = look(isFirst: false) }
  }

  /// Looks at everything once. Whether anything has happened that others may have to do with.
  private func look(isFirst: Bool) -> Bool {
    let now = clock.now
    cast.work()
    var isBusy = false
    // What is due at a moment is looked at once in it: it may be due again at once.
    if session.work(isDue: isFirst && sessionLook.map { $0 <= now } ?? false) {
      sessionLook = session.nextLook
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
    return isBusy || player.hasNews || interface?.mail.isEmpty == false || display.hasOrders
  }

  /// Has the status be that of this moment; while it plays it is up to a tenth of a second old.
  package func publish() {
    guard outcome == nil, session.work(isDue: true) else { return }
    sessionLook = session.nextLook
    settle()
  }

  private func end() {
    outcome = session.finish()
    // Its closure may hold this player.
    player.draw(nil)
    interface?.work.close()
    interface = nil
  }

  /// When it wants to be called again at the latest; nil once it is over.
  package var deadline: HostTime? {
    guard outcome == nil else { return nil }
    return [sessionLook, interfaceLook, sound.deadline, display.deadline, cast.deadline]
      .compactMap(\.self).min()
  }
}

/// The sources of one player that are open. Thread-safe, but for what is done with the sources.
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
  /// Lets time pass until `end`, from one thing that happens to the next.
  package func turn(to end: HostTime, with players: [StagedPlayer]) {
    for player in players { player.settle() }
    while now < end {
      let next = players.compactMap(\.deadline).min() ?? end
      // What is due again at once is looked at again a little later.
      turn(to: min(max(next, now + .microseconds(10)), end))
      for player in players { player.settle() }
    }
    for player in players { player.publish() }
  }
}
