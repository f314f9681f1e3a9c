import Glibc
package import VitrineControl
package import VitrineEngine
package import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
import VitrineScanout
package import VitrineScenes
import VitrineSound
package import VitrineTiming

/// The player as its control clients see it. Thread-safe.
package final class PlayerControl: Controlled {
  private let player: Player
  private let sources: SourceThread
  private let service: (any ServiceRequests)?
  private let currentHealth: @Sendable () -> Health?
  private let read: ItemReader
  private let end: @Sendable () -> Void
  package let version = Release.version

  /// `service` carries out what needs more than the player; nil refuses that. `health` watches the
  /// player, and describes all outputs or the one with the name `output`. `quit` ends the program.
  package init(
    _ player: Player, service: (any ServiceRequests)? = nil, health: HealthStore? = nil,
    output: String? = nil,
    read: @escaping ItemReader,
    quit: @escaping @Sendable () -> Void
  ) throws(Errno) {
    (self.player, self.service, self.read, end) = (player, service, read, quit)
    currentHealth = { health?.health(of: output) }
    sources = try SourceThread()
  }

  package var status: PlaybackStatus { player.status }
  package var reports: ServiceReports { service?.reports ?? ServiceReports() }
  package var queue: Queue { player.queue }
  package var health: Health? { currentHealth() }

  package func perform(_ command: Command, done: @escaping @Sendable (Refusal?) -> Void) {
    // Checked again here, because an override may have begun while the items were read.
    if let refusal = command.refusal(status, queue, reports) { return done(refusal) }
    player.perform(command)
    player.afterwards { done(nil) }
  }

  package func load(
    _ names: [String], _ start: QueueStart, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change(names, until: deadline, done) { [self] items throws(Refusal) in
      try perform(.edit(start == .atEdge ? .reload(items) : .replace(items)), until: deadline)
      // The current item continues if it is in the new queue. An idle player starts, even if a
      // visitor has paused it or the gallery is open.
      guard start == .now || status.phase == .idle || status.phase == .ended else { return }
      try perform(.play, until: deadline)
    }
  }

  package func append(
    _ names: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change(names, until: deadline, done) { [self] items throws(Refusal) in
      try perform(.edit(.append(items)), until: deadline)
    }
  }

  package func insert(
    _ names: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change(names, until: deadline, done) { [self] items throws(Refusal) in
      try perform(.edit(.insertNext(items)), until: deadline)
    }
  }

  package func reload(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let service else { return done(Refusal("nothing to reload: the program has no list")) }
    service.reload(done: applied(done))
  }

  package func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let service else {
      return done(Refusal("no programme to return to: the program has no list"))
    }
    service.returnToProgramme(done: applied(done))
  }

  package func override(
    _ change: OverrideChange, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let service else { return done(Refusal("this program has no overrides")) }
    service.override(change, until: deadline, done: applied(done))
  }

  package var overlays: [String: [String: String]] { service?.overlays ?? [:] }

  package func change(
    _ overlay: OverlayChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let service else { return done(Refusal("this program sets its own overlays")) }
    service.change(overlay, until: deadline, done: applied(done))
  }

  package func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Refusal? {
    player.setHidden(part, isHidden) ? nil : .noInterface
  }

  package func show(
    _ message: String?, as severity: Severity?, for time: Duration
  ) -> Refusal? {
    let isShown = message.map { player.show($0, as: severity, for: time) } ?? player.show(nil)
    if isShown { return nil }
    return player.isEnding
      ? Refusal("the player is ending; send the message again once it has started") : .noInterface
  }

  package func checkForContent() -> Refusal? {
    guard let service else { return Refusal("this program has no content updates") }
    return service.checkForContent()
  }

  package func handOver(
    to target: String?, until deadline: HostTime,
    done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void
  ) {
    guard let service else { return done(.failure(.noHandOver)) }
    service.handOver(to: target, until: deadline, done: done)
  }

  package func soundDevices(
    until deadline: HostTime, done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void
  ) {
    let sound = status.sound
    sources.read(until: deadline) { () throws(Refusal) in
      JSONValue(SoundCard.all(), sound)
    } done: {
      done($0)
    }
  }

  package func chooseSound(_ device: String, done: @escaping @Sendable (Refusal?) -> Void) {
    do throws(Refusal) {
      // The name in the configuration is the operator's.
      let isConfigured = device == player.configuration.sound.device.word
      guard isConfigured || SoundDeviceName(device).isSafe, let choice = SoundChoice(word: device)
      else { throw .unknownSoundDevice(device) }
      player.chooseSound(try service?.soundChoice(choice) ?? choice) { refusal in
        done(refusal.map { Refusal($0) })
      }
    } catch {
      done(error)
    }
  }

  package func receive(
    _ handOver: HandOver, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let service else { return done(.noHandOver) }
    service.receive(handOver, until: deadline, done: done)
  }

  /// Answers a success once the player has applied it.
  private func applied(
    _ done: @escaping @Sendable (Refusal?) -> Void
  ) -> @Sendable (Refusal?) -> Void {
    { [player] refusal in
      guard refusal == nil else { return done(refusal) }
      player.afterwards { done(nil) }
    }
  }

  package func capture(
    width: Int?, done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void
  ) {
    guard status.isDisplayOn else { return done(.failure(Refusal("the display is off"))) }
    let refusal = player.capture { capture in
      done(
        Result { () throws(Refusal) in
          guard let capture else { throw .noPicture }
          return try capture.inMemory(width: width)
        })
    }
    if let refusal { done(.failure(Refusal(refusal))) }
  }

  package func observeStatus(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let removeFromPlayer = player.observeStatus { _ in body() }
    let removeFromService = service?.observeReports(body)
    return {
      removeFromPlayer()
      removeFromService?()
    }
  }

  package func observeEvents(
    _ body: @escaping @Sendable (PlaybackEvent) -> Void
  ) -> @Sendable () -> Void {
    let filter = Shared(PlaybackEventFilter())
    return player.observeEvents { event in
      for event in filter.update({ $0.handle(event, at: .now()) }) { body(event) }
    }
  }

  package func quit() { end() }

  /// Reads the named items on the source thread, then calls `body` with them.
  private func change(
    _ names: [String], until deadline: HostTime, _ done: @escaping @Sendable (Refusal?) -> Void,
    _ body: @escaping @Sendable ([Item]) throws(Refusal) -> Void
  ) {
    sources.read(
      until: deadline, { [read] () throws(Refusal) in try read(names) },
      done: { result in
        do throws(Refusal) {
          try body(try result.get())
          done(nil)
        } catch {
          done(error)
        }
      })
  }

  /// Waits until the player has applied the command, because the next edit is checked against the
  /// resulting queue.
  private func perform(_ command: Command, until deadline: HostTime) throws(Refusal) {
    if case .edit(let edit) = command, let refusal = edit.refusal(queue) { throw refusal }
    let applied = BoundedQueue<Refusal?>(limit: 1)
    perform(command) { applied.push($0) }
    guard let refusal = applied.pop(until: deadline) else { throw Refusal.playerIsSilent }
    if let refusal { throw refusal }
  }

  /// Items for readable files, colours and URLs.
  @Sendable package static func items(_ sources: [String]) throws(Refusal) -> [Item] {
    var items: [Item] = []
    for source in sources {
      guard let item = Item(source: source) else {
        // The message does not quote the URL, which may contain a password.
        throw Refusal(
          source.contains("://")
            ? "invalid URL: check its host, port and characters"
            : "\(source): not a file, URL or colour")
      }
      if case .file(let path) = item.source, !FileAccess.allows(R_OK, path) {
        throw Refusal("\(path): cannot be read: \(Errno.last)")
      }
      items.append(item)
    }
    return items
  }
}

extension Refusal {
  package init(_ refusal: CaptureRefusal) {
    switch refusal {
    case .tooMany: self.init("too many screenshots in progress", .busy)
    case .noThread(let error):
      self.init("cannot create a thread for the screenshot: \(error)", .busy)
    case .over: self.init("playback has ended", .busy)
    }
  }

  fileprivate static func unknownSoundDevice(_ name: String) -> Refusal {
    Refusal(
      "unknown sound device \(quoted(String(name.prefix(64)))): expected auto, none or a device that "
        + "vitrine ctl audio-device lists", .invalid)
  }

  fileprivate static let noHandOver = Refusal("this program cannot hand items over")

  package static let noPicture = Refusal("no screenshot: there may be nothing on screen")
}

extension JSONValue {
  /// The devices of these cards, and the state of the player's sound.
  fileprivate init(_ cards: [SoundCard], _ sound: SoundStatus) {
    let devices = cards.flatMap { card in
      card.ports.map { port in
        let monitor: String? = if case .present(let eld) = port.display { eld.name } else { nil }
        return JSONValue.object([
          "device": .text(port.deviceNames[0]), "card": .text(card.name),
          "monitor": monitor.map { .text($0) } ?? .null,
        ])
      }
    }
    self = sound.fields.with(["devices": .array(devices)])
  }
}

extension Capture {
  /// The picture as a PNG in an unnamed file.
  fileprivate func inMemory(width: Int?) throws(Refusal) -> CapturedPicture {
    do throws(Errno) {
      let file = try FileDescriptor(inMemory: "screenshot")
      do throws(PlaybackError) {
        // The PNG writer opens files only by path.
        try writePNG(to: file.path, width: width)
      } catch {
        throw Errno.invalid
      }
      return CapturedPicture(file, origin: origin.rawValue)
    } catch {
      throw Refusal("cannot write the screenshot: \(error)")
    }
  }
}
