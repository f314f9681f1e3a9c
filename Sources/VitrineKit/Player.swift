package import VitrineEngine
internal import VitrineGestures
internal import VitrineLinux
internal import VitrineMedia
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineStageFiles
package import VitrineTiming

/// A player that shows a queue of items on a display, with sound, controls and rotation.
///
/// It corresponds to `AVPlayer` with its view. ``run()`` plays until the end, and has closed all
/// devices when it returns. Every other member can be used from any task at any time, even before
/// ``run()``. No call blocks: a command takes effect soon, playback commands in the order of the
/// calls, and so do commands for the interface.
///
/// ```swift
/// let player = Player([Item(path: "film.mp4")])
/// try await player.run()
/// ```
public final class Player: Sendable {
  package let engine: VitrineEngine.Player
  /// The number of elements sent to the program's sequences so far.
  package var sentCount: Int { streams.sentCount }
  let streams = PlayerStreams()
  private let screen: Screen
  private let options: PlayerOptions
  private let remotes: [any RemoteAccess]
  /// Files of overlays on servers.
  let feeds: Feeds
  private let hasRun = Shared(false)
  /// The first item that failed, with the message.
  private let firstFailure = Shared<FirstFailure?>(nil)
  private typealias FirstFailure = (item: String, message: String)
  /// Why the options are invalid; thrown by `run`.
  private let optionsError: PlayerError?
  /// Draws overlays and zones; nil until there are some.
  let stage = Shared<StageReader?>(nil)
  let chosenOverlays = Shared<[String: Overlay]>([:])
  /// Drives the player instead of a thread; nil for a player that uses devices.
  let driver: (any PlayerDriver)?
  private let ending = OutcomePromise()
  /// The title of the gallery.
  let galleryTitle: Shared<String?>

  /// Creates a player without opening any device; ``run()`` does that, and throws if an option is
  /// invalid.
  ///
  /// Without items the screen stays black, and ``run()`` waits for commands, as with
  /// ``PlayerOptions/staysOpen``.
  ///
  /// - Parameters:
  ///   - items: The queue.
  ///   - screen: The display to use.
  ///   - options: The initial settings.
  ///   - sources: How to play items that are not local files, see ``ItemSource``.
  public init(
    _ items: [Item] = [], on screen: Screen = .automatic, options: PlayerOptions = PlayerOptions(),
    sources: [ItemSource] = []
  ) {
    self.screen = screen
    self.options = options
    galleryTitle = Shared(options.interface?.galleryTitle)
    let plan = PlayerPlan(items, on: screen, options)
    (optionsError, driver) = (plan.error, nil)
    remotes = sources.map { [streams] source in
      source.makeAccess { streams.events.send(.warning($0)) }
    }
    feeds = Feeds(remotes)
    var configuration = plan.configuration
    configuration.remotes = remotes
    engine = VitrineEngine.Player(configuration, watch: plan.watch) {
      [streams, firstFailure] event in
      Self.recordFailure(event, in: firstFailure)
      streams.send(event)
    }
    begin(items)
  }

  /// Creates a player without devices, files or threads, driven on the clock `now`.
  ///
  /// `onEvent` is called with each event. `makeDriver` receives the engine's player, and a function to
  /// call when playback is over, with the error if nothing could be played. It is not called if the
  /// options are invalid.
  package init(
    _ items: [Item], on screen: Screen, options: PlayerOptions,
    now: @escaping @Sendable () -> HostTime,
    onEvent report: @escaping @Sendable (PlayerEvent) -> Void,
    drivenBy makeDriver: (
      VitrineEngine.Player, _ over: @escaping @Sendable (PlaybackError?) -> Void
    ) -> any PlayerDriver
  ) {
    self.screen = screen
    self.options = options
    galleryTitle = Shared(options.interface?.galleryTitle)
    let plan = PlayerPlan(items, on: screen, options)
    optionsError = plan.error
    (remotes, feeds) = ([], Feeds([]))
    var configuration = plan.configuration
    configuration.interface?.input = nil
    configuration.interface?.looksIntoFiles = false
    let engine = VitrineEngine.Player(configuration, now: now) {
      [streams, firstFailure] event in
      Self.recordFailure(event, in: firstFailure)
      if let event = PlayerEvent(event) { report(event) }
      streams.send(event)
    }
    self.engine = engine
    let (streams, ending) = (streams, ending)
    driver =
      plan.error == nil
      ? makeDriver(engine) {
        ending.end($0)
        // A stage waits, so that its tests do not have to.
        streams.attachments.end()
        streams.end(PlayerStatus(engine.status).ended)
        engine.draw(nil)
        engine.drawStage(nil)
      } : nil
    if driver == nil { streams.end(nil) }
    begin(items)
  }

  // Releasing a player ends it. While `run` plays, it retains the player; on a stage, the stage
  // drives it.
  deinit { if driver == nil { end(nil) } }

  private func end(_ last: PlayerStatus?) {
    streams.end(last)
    // The closure may retain this player.
    engine.draw(nil)
    engine.drawStage(nil)
  }

  /// Whether commands are carried out, by `run` or by a stage.
  var isDriven: Bool { driver != nil || hasRun.value }

  private func begin(_ items: [Item]) {
    for item in items + (options.interface?.gallery ?? []) { registerHeaders(of: item) }
    engine.observeStatus { [streams] in streams.statuses.send(PlayerStatus($0)) }
  }

  /// Plays until the queue ends, ``close()`` is called or the task is cancelled.
  ///
  /// A player runs only once. With ``PlayerOptions/staysOpen`` it does not return at the end of the
  /// queue. Playback uses its own threads, so `run` does not occupy a thread of Swift's
  /// concurrency pool.
  ///
  /// - Throws: `PlayerError` if no item could be played, with the first cause; if no display can be
  ///   used; if an option is invalid; or if the player has already run.
  public func run() async throws(PlayerError) {
    let isSecond = hasRun.update { hasRun in
      defer { hasRun = true }
      return hasRun
    }
    if isSecond {
      throw PlayerError(.configuration, "a player runs only once; create another one to play again")
    }
    defer { end(PlayerStatus(engine.status).ended) }
    if let optionsError {
      await attachments.endOnThread()
      throw optionsError
    }
    if let driver {
      let outcome = await withTaskCancellationHandler {
        await ending.wait()
      } onCancel: {
        engine.quit()
        // Not here: the task is locked during this handler, and a thread that reports the end waits
        // for it.
        Task.detached { driver.settle() }
      }
      return try finish(outcome)
    }
    // A player that has already been closed does not turn the display on.
    if engine.isAskedToQuit || Task.isCancelled { return await attachments.endOnThread() }
    if options.limitsMallocArenas { Heap.limitArenas() }
    let result = await withTaskCancellationHandler {
      await onThread("player") { [self] in Result { () throws(PlayerError) in try playAll() } }
    } onCancel: {
      engine.quit()
    }
    try finish(result)
  }

  /// Ends playback soon; ``run()`` then returns. If the player has not run yet, a later ``run()``
  /// returns at once, and remote servers of the player close soon.
  public func close() {
    engine.quit()
    if !isDriven { end(status.ended) }
  }

  /// Plays on the player's own thread, until the end.
  private func playAll() throws(PlayerError) {
    let console = options.hidesConsole && screen.isReal ? cover() : nil
    let termination = options.handlesSignals ? Termination { [engine] in engine.quit() } : nil
    defer {
      termination?.close()
      for access in remotes { access.close() }
      // Here, because closing them may block.
      attachments.end()
      console?.close()
    }
    do throws(PlaybackError) {
      let outcome = try engine.run()
      if let error = outcome.error { throw error }
    } catch {
      throw PlayerError(error)
    }
  }

  private static func recordFailure(
    _ event: VitrineEngine.PlayerEvent, in first: Shared<FirstFailure?>
  ) {
    guard case .failed(let item, let error) = event else { return }
    first.update { $0 = $0 ?? (item.location, error.message) }
  }

  /// Throws the error of an outcome, with the name of the item that it concerns.
  private func finish(_ outcome: Result<Void, PlayerError>) throws(PlayerError) {
    guard case .failure(let error) = outcome else { return }
    guard let first = firstFailure.value, first.message == error.message else { throw error }
    throw PlayerError(error.category, "\(first.item): \(error.message)")
  }

  /// Switches the console to graphics mode, so that its text is never visible. Failures are
  /// reported as a warning.
  private func cover() -> VirtualTerminal? {
    do throws(TerminalError) {
      return try VirtualTerminal.acquire(
        .automatic, TerminalUse(keyboard: .asBefore, switching: .ignored))
    } catch {
      streams.events.send(.warning("the console may appear briefly: \(error)"))
      return nil
    }
  }

  func registerHeaders(of item: Item) { remotes.add(fieldsOf: item) }
}

// Custom drawing. All of it may be called at any time, even before `run`.
extension Player {
  /// Draws over the video, instead of an earlier drawing; nil removes it.
  ///
  /// The drawing is retained until ``run()`` returns. If you may never call ``run()``, its closure
  /// must capture the player weakly.
  public func setDrawing(_ drawing: Drawing?) {
    // A player that is over draws nothing, and would retain the closure's captures.
    if !streams.isOver { engine.draw(drawing?.value) }
  }

  /// Draws over the video, instead of an earlier drawing: see ``Drawing``.
  public func draw(
    updating: Drawing.Updating = .onDemand,
    _ body: @escaping @Sendable (inout Drawing.Canvas) -> Void
  ) {
    setDrawing(Drawing(updating: updating, body))
  }

  /// Redraws soon. Calls in quick succession are combined.
  public func redraw() { engine.redraw() }
}

// Input at the display. All of it may be called at any time, even before `run`.
extension Player {
  /// A new sequence of touches and keys from now on, in order.
  ///
  /// It delivers taps and drags on your own areas (``Drawing/Canvas/hitArea(_:_:)``) and on the
  /// picture, and all keys. Touches on the interface's controls are not delivered. Touches on the
  /// picture, and keys that you do not claim, also keep their effect in the interface.
  ///
  /// ```swift
  /// player.claimKeys(["KEY_RED"])
  /// for await input in player.inputs where input.pressedKey == "KEY_RED" { speakEnglish() }
  /// ```
  ///
  /// If ``PlayerOptions/interface`` is nil, the first call opens touchscreens, remotes and
  /// keyboards. The sequence buffers the newest 1,000 elements and ends with the player.
  public var inputs: AsyncStream<Input> {
    engine.listen()
    return streams.inputs.stream()
  }

  /// Claims keys, by the kernel's names such as `KEY_RED`, instead of those claimed before. Claimed
  /// keys appear in ``inputs`` and have no other effect.
  public func claimKeys(_ names: Set<String>) { engine.keep(.only(names)) }

  /// Claims all keys: they appear in ``inputs`` and have no other effect.
  public func claimAllKeys() { engine.keep(.all) }
}

extension Player {
  /// Returns a screenshot of the video with everything drawn over it.
  ///
  /// ```swift
  /// let screenshot = try await player.screenshot()
  /// try await screenshot.write(to: "screen.png")
  /// ```
  ///
  /// - Throws: `PlayerError` of the category `display` if nothing is on screen yet, the display is
  ///   off, too many screenshots are pending, or playback has ended.
  public func screenshot() async throws(PlayerError) -> Screenshot {
    if let driver {
      if streams.isOver { throw PlayerError(.display, CaptureRefusal.over.words) }
      guard let capture = driver.capture() else {
        throw PlayerError(.display, "nothing has been shown yet")
      }
      return Screenshot(capture: capture)
    }
    let result = await withCheckedContinuation { continuation in
      let refusal = engine.capture { capture in
        continuation.resume(
          returning: capture.map {
            Result<Screenshot, PlayerError>.success(Screenshot(capture: $0))
          }
            ?? .failure(PlayerError(.display, "nothing has been shown yet"))
        )
      }
      if let refusal {
        continuation.resume(returning: .failure(PlayerError(.display, refusal.words)))
      }
    }
    return try result.get()
  }
}

extension CaptureRefusal {
  fileprivate var words: String {
    switch self {
    case .tooMany: "too many screenshots pending"
    case .noThread(let error): "cannot start a thread for the screenshot: \(error)"
    case .over: "playback has ended"
    }
  }
}

extension Player {
  /// Plays like ``run()``, but prints an error and exits the process instead of throwing.
  ///
  /// It suits the `main` of a program with one player and nothing to clean up; an error thrown out
  /// of `main` is printed with Swift's stack trace. A program with several players should close the
  /// others first, then call ``PlayerError/exit()``.
  public func runOrExit() async {
    do throws(PlayerError) {
      try await run()
    } catch {
      error.exit()
    }
  }

  /// Prints a usage message such as `usage: Museum FILM…` on standard error, and exits with status
  /// 64 (`EX_USAGE` in sysexits(3)). The process name precedes `usage`.
  public static func exit(usage: String) -> Never {
    printError("usage: \(programName) \(usage)")
    endProcess(with: ExitStatus.usage.rawValue)
  }
}

/// The name by which the process was started.
private var programName: Substring {
  CommandLine.arguments.first?.split(separator: "/").last ?? "player"
}

/// Prints a line on standard error.
private func printError(_ line: String) {
  StandardStream.error.write(Array("\(line)\n".utf8))
}

extension PlayerError {
  /// The exit status for a process that could not play anything, as in sysexits(3).
  ///
  /// It is 66 if a source cannot be opened, 65 if its data is unusable, 69 without a display or
  /// sound device, and 78 if an option is invalid.
  public var exitStatus: Int32 {
    let status: ExitStatus =
      switch category {
      case .source: .noInput
      case .format, .decode: .data
      case .display, .sound: .unavailable
      case .configuration: .configuration
      }
    return status.rawValue
  }

  /// Prints the message on standard error, after the process name and without control characters,
  /// and exits with ``exitStatus``.
  public func exit() -> Never {
    printError("\(programName): \(printable(message, most: .max))")
    endProcess(with: exitStatus)
  }
}
