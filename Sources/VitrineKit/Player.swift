package import VitrineEngine
internal import VitrineLinux
internal import VitrineNetwork
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineStreams
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
  package var told: Int { audience.told }
  let audience = Audience()
  private let screen: Screen
  private let options: PlayerOptions
  private let remotes = RemoteSources(TransferClient(agent: "VitrineKit"))
  private let hasRun = Shared(false)
  /// The first item that failed, with the message.
  private let firstFailure = Shared<FirstFailure?>(nil)
  private typealias FirstFailure = (item: String, message: String)
  /// Why the options are invalid; thrown by `run`.
  private let refusal: PlayerError?
  /// Drives the player instead of a thread; nil for a player that uses devices.
  let hand: (any PlayerHand)?
  private let ending = Ending()
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
  public init(
    _ items: [Item] = [], on screen: Screen = .automatic, options: PlayerOptions = PlayerOptions()
  ) {
    self.screen = screen
    self.options = options
    galleryTitle = Shared(options.interface?.galleryTitle)
    let plan = PlayerPlan(items, on: screen, options)
    (refusal, hand) = (plan.refusal, nil)
    var configuration = plan.configuration
    configuration.remotes = remotes
    engine = VitrineEngine.Player(configuration, watch: plan.watch) {
      [audience, firstFailure] event in
      Self.note(event, as: firstFailure)
      audience.hear(event)
    }
    begin(items)
  }

  /// Creates a player without devices, files or threads, driven on the clock `now`.
  ///
  /// `note` is called with each event. `makeHand` receives the engine's player, and a function to
  /// call when playback is over, with the error if nothing could be played. It is not called if the
  /// options are invalid.
  package init(
    _ items: [Item], on screen: Screen, options: PlayerOptions,
    now: @escaping @Sendable () -> HostTime,
    noting note: @escaping @Sendable (PlayerEvent) -> Void,
    playedBy makeHand: (
      VitrineEngine.Player, _ over: @escaping @Sendable (PlaybackError?) -> Void
    ) -> any PlayerHand
  ) {
    self.screen = screen
    self.options = options
    galleryTitle = Shared(options.interface?.galleryTitle)
    let plan = PlayerPlan(items, on: screen, options)
    refusal = plan.refusal
    var configuration = plan.configuration
    configuration.interface?.input = nil
    configuration.interface?.looksIntoFiles = false
    let engine = VitrineEngine.Player(configuration, now: now) {
      [audience, firstFailure] event in
      Self.note(event, as: firstFailure)
      if let event = PlayerEvent(event) { note(event) }
      audience.hear(event)
    }
    self.engine = engine
    let (audience, ending) = (audience, ending)
    hand =
      plan.refusal == nil
      ? makeHand(engine) {
        ending.end($0)
        audience.end(PlayerStatus(engine.status).ended)
        engine.draw(nil)
      } : nil
    if hand == nil { audience.end(nil) }
    begin(items)
  }

  // Releasing a player ends it. While `run` plays, it retains the player; on a stage, the stage
  // drives it.
  deinit { if hand == nil { end(nil) } }

  private func end(_ last: PlayerStatus?) {
    audience.end(last)
    // The closure may retain this player.
    engine.draw(nil)
  }

  /// Whether commands are carried out, by `run` or by a stage.
  var isTaken: Bool { hand != nil || hasRun.value }

  private func begin(_ items: [Item]) {
    for item in items + (options.interface?.gallery ?? []) { note(item.headers, of: item) }
    engine.observeStatus { [audience] in audience.statuses.send(PlayerStatus($0)) }
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
    if let refusal { throw refusal }
    if let hand {
      let outcome = await withTaskCancellationHandler {
        await ending.wait()
      } onCancel: {
        engine.quit()
        // Not here: the task is locked during this handler, and a thread that reports the end waits
        // for it.
        Task.detached { hand.settle() }
      }
      return try finish(outcome)
    }
    // A player that has already been closed does not turn the display on.
    if engine.isAskedToQuit || Task.isCancelled { return }
    if options.limitsMallocArenas { Heap.limitArenas() }
    let result = await withTaskCancellationHandler {
      await onThread("player") { [self] in Result { () throws(PlayerError) in try playAll() } }
    } onCancel: {
      engine.quit()
    }
    try finish(result)
  }

  /// Ends playback soon; ``run()`` then returns. If the player has not run yet, a later ``run()``
  /// returns at once.
  public func close() {
    engine.quit()
    if !isTaken { end(status.ended) }
  }

  /// Plays on the player's own thread, until the end.
  private func playAll() throws(PlayerError) {
    let console = options.hidesConsole && screen.isReal ? cover() : nil
    let termination = options.handlesSignals ? Termination { [engine] in engine.quit() } : nil
    defer {
      termination?.close()
      remotes.close()
      console?.close()
    }
    do throws(PlaybackError) {
      let outcome = try engine.run()
      if let error = outcome.error { throw error }
    } catch {
      throw PlayerError(error)
    }
  }

  private static func note(_ event: VitrineEngine.PlayerEvent, as first: Shared<FirstFailure?>) {
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
      audience.events.send(.warning("the console may appear briefly: \(error)"))
      return nil
    }
  }

  func note(_ headers: [String: String], of item: Item) {
    guard !headers.isEmpty, case .remote(let url) = item.value.source else { return }
    remotes.add(fields: headers, for: url.origin)
  }
}
