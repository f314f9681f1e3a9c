import Glibc
package import VitrineControl
package import VitrineEngine
package import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
import VitrineScanout
package import VitrineScenes
package import VitrineTiming

/// The player as its control clients see it. Thread-safe.
package final class PlayerControl: Controlled {
  private let player: Player
  private let sources: SourceThread
  private let service: (any ServiceRequests)?
  private let healthStore: HealthStore?
  private let read: ItemReader
  private let end: @Sendable () -> Void
  package let version = Release.version

  /// `service` carries out what needs more than the player; nil refuses that. `health` watches the
  /// player. `quit` ends the program.
  package init(
    _ player: Player, service: (any ServiceRequests)? = nil, health: HealthStore? = nil,
    read: @escaping ItemReader,
    quit: @escaping @Sendable () -> Void
  ) throws(Errno) {
    (self.player, self.service, self.read, end) = (player, service, read, quit)
    healthStore = health
    sources = try SourceThread()
  }

  package var status: PlaybackStatus { player.status }
  package var reports: ServiceReports { service?.reports ?? ServiceReports() }
  package var queue: Queue { player.queue }
  package var health: Health? { healthStore?.health() }

  package func perform(_ command: Command, done: @escaping @Sendable (Refusal?) -> Void) {
    // Checked again here, because an override may have begun while the items were read.
    if let refusal = command.refusal(status, queue, reports) { return done(refusal) }
    player.perform(command)
    player.afterwards { done(nil) }
  }

  package func load(
    _ names: [String], keepsPause: Bool, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change(names, until: deadline, done) { [self] items throws(Refusal) in
      try perform(.edit(.replace(items)), until: deadline)
      // The current item continues if it is in the new queue. An idle player starts, even if a
      // visitor has paused it or the gallery is open.
      guard !keepsPause || status.phase == .idle || status.phase == .ended else { return }
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

  package func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Refusal? {
    player.setHidden(part, isHidden) ? nil : .noInterface
  }

  package func show(_ message: String?, for time: Duration) -> Refusal? {
    let isShown = message.map { player.show($0, for: time) } ?? player.show(nil)
    return isShown ? nil : .noInterface
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

  fileprivate static let noHandOver = Refusal("this program cannot hand items over")

  package static let noPicture = Refusal("no screenshot: there may be nothing on screen")
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
