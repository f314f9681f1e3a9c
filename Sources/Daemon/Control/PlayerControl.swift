import Glibc
import Synchronization
public import VitrineControl
import VitrineEngine
import VitrineLinux
public import VitrinePlayback
public import VitrinePlaylists
import VitrineScanout
import VitrineSchedules
import VitrineSignage
public import VitrineTiming

/// The player as its control clients see it. Thread-safe.
public final class PlayerControl: Controlled {
  /// Turns names of files, colours and lists into items. May block.
  public typealias Reader = @Sendable ([String]) throws(Refusal) -> [Item]
  /// Reads everything again and calls back when done. Does not block.
  public typealias Reloader = @Sendable (@escaping @Sendable (Refusal?) -> Void) -> Void

  private let player: Player
  private let sources: SourceThread
  /// Handles the overrides of a service. Their sources are read on their own thread, since other
  /// reads may hang.
  private let overrides: (controller: OverrideController, sources: SourceThread)?
  private let updater: ContentUpdater?
  private let read: Reader
  private let reloader: Reloader?
  private let end: @Sendable () -> Void
  public let version = Program.version

  /// `overrides` is for a service only; `updater` updates the content of this player. `reload` is
  /// nil if nothing can be read again. `quit` ends the program.
  init(
    _ player: Player, _ overrides: OverrideController?, _ updater: ContentUpdater?,
    read: @escaping Reader,
    reload: Reloader?, quit: @escaping @Sendable () -> Void
  ) throws(Errno) {
    (self.player, self.updater, self.read, reloader, end) = (player, updater, read, reload, quit)
    sources = try SourceThread()
    self.overrides = try overrides.map { controller throws(Errno) in
      (controller, try SourceThread())
    }
  }

  public var status: PlaybackStatus { player.status }
  public var reports: ServiceReports {
    ServiceReports(schedule: overrides?.controller.report.value, content: updater?.report)
  }
  public var queue: Queue { player.queue }

  public func perform(_ command: Command, done: @escaping @Sendable (Refusal?) -> Void) {
    // Checked again here, because an override may have begun while the items were read.
    if let refusal = command.refusal(status, queue, reports) { return done(refusal) }
    player.perform(command)
    player.afterwards { done(nil) }
  }

  public func load(
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

  public func append(
    _ names: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change(names, until: deadline, done) { [self] items throws(Refusal) in
      try perform(.edit(.append(items)), until: deadline)
    }
  }

  public func reload(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let reloader else {
      return done(Refusal("nothing to reload: sources were given on the command line"))
    }
    reloader { [player] refusal in
      guard refusal == nil else { return done(refusal) }
      player.afterwards { done(nil) }
    }
  }

  public func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let controller = overrides?.controller else {
      return done(Refusal("no programme to return to: start the player with vitrine run"))
    }
    controller.returnToProgramme { [player] refusal in
      guard refusal == nil else { return done(refusal) }
      player.afterwards { done(nil) }
    }
  }

  public func override(
    _ change: OverrideChange, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let (controller, sources) = overrides else {
      return done(Refusal("overrides need a service: start the player with vitrine run"))
    }
    let answer: OverrideController.Completion = { [player] refusal in
      if refusal == nil { player.afterwards { done(nil) } } else { done(refusal) }
    }
    switch change {
    case .end(let id): controller.end(id, answer)
    case .begin(let order):
      switch order.content {
      case .card(let title, let text, let severity):
        controller.begin(order, [Item.card(title: title, detail: text, severity)], answer)
      case .source(let source):
        sources.read(until: deadline) { [read] () throws(Refusal) in
          let items = try read([source])
          guard !items.isEmpty else { throw Refusal("\(source): empty") }
          return items
        } done: { result in
          do throws(Refusal) { controller.begin(order, try result.get(), answer) } catch {
            answer(error)
          }
        }
      }
    }
  }

  public func checkForContent() -> Refusal? {
    guard let updater else {
      return Refusal("no content updates for this output: see content in the configuration")
    }
    updater.checkNow()
    return nil
  }

  public func capture(
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

  public func observeStatus(_ body: @escaping @Sendable () -> Void) {
    player.observeStatus { _ in body() }
    // Content also arrives while nothing on screen changes.
    updater?.observe(body)
  }

  public func quit() { end() }

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
  @Sendable static func items(_ sources: [String]) throws(Refusal) -> [Item] {
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
  init(_ refusal: CaptureRefusal) {
    switch refusal {
    case .tooMany: self.init("too many screenshots in progress", .busy)
    case .noThread(let error):
      self.init("cannot create a thread for the screenshot: \(error)", .busy)
    case .over: self.init("playback has ended", .busy)
    }
  }

  static let noPicture = Refusal("no screenshot: there may be nothing on screen")
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
