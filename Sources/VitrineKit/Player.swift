package import VitrineEngine
internal import VitrineLinux
internal import VitrineNetwork
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineStreams
package import VitrineTiming

/// Plays a queue of items on a display, with sound, controls and a picture that turns: what AVPlayer and its
/// view are on a phone.
///
/// `run` does the playing until it is over, and everything is closed when it returns. All else can be asked for
/// at any time from any task, also before `run`: it is done soon, what concerns the playing in its order, and what
/// concerns the interface in its. Nothing blocks the caller.
///
/// ```swift
/// let player = Player([Item(path: "film.mp4")])
/// try await player.run()
/// ```
public final class Player: Sendable {
  package let engine: VitrineEngine.Player
  /// How much was told so far to those who read it.
  package var told: Int { audience.told }
  let audience = Audience()
  private let screen: Screen
  private let options: PlayerOptions
  private let remotes = RemoteSources(TransferClient(agent: "VitrineKit"))
  private let hasRun = Shared(false)
  /// What the first that could not be played was, as people know it.
  private let firstFailure = Shared<FirstFailure?>(nil)
  private typealias FirstFailure = (item: String, message: String)
  /// What was wrong with the wishes; told when it is to run.
  private let refusal: PlayerError?
  /// Who plays it in the place of a thread; nil for one that `run` plays.
  let hand: (any PlayerHand)?
  private let ending = Ending()
  /// What stands above the list.
  let galleryTitle: Shared<String?>

  /// Opens nothing yet: that is for `run`, which also tells what of this cannot be done.
  ///
  /// Without any items it shows nothing, and `run` waits for what is asked of it next, as with
  /// `PlayerOptions.staysOpen`.
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

  /// One that is played by hand, on the clock `now`, with no devices, files or threads. `noting` is told what
  /// its events tell. `makeHand` gets what is to be played, and calls what it gets besides once that is over,
  /// with the cause where nothing could be played; it is not called where the wishes are wrong.
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

  // Nothing becomes any more of one that is dropped; while `run` plays it, that keeps it. On a stage it is the
  // stage that plays it.
  deinit { if hand == nil { end(nil) } }

  private func end(_ last: PlayerStatus?) {
    audience.end(last)
    // Its closure may hold this player.
    engine.draw(nil)
  }

  /// Whether what is asked for is taken, by `run` or by a hand.
  var isTaken: Bool { hand != nil || hasRun.value }

  private func begin(_ items: [Item]) {
    for item in items + (options.interface?.gallery ?? []) { note(item.headers, of: item) }
    engine.observeStatus { [audience] in audience.statuses.send(PlayerStatus($0)) }
  }

  /// Plays until the queue has come to its end, `close` was called or the task was cancelled; with
  /// `PlayerOptions.staysOpen` the end of the queue is none. Once for each player.
  ///
  /// - Throws: `PlayerError` where nothing could be played at all, with the first cause, or where there is no
  ///   display that can be used.
  public func run() async throws(PlayerError) {
    let isSecond = hasRun.update { hasRun in
      defer { hasRun = true }
      return hasRun
    }
    if isSecond {
      throw PlayerError(.configuration, "a player runs once; make another one to play again")
    }
    defer { end(PlayerStatus(engine.status).ended) }
    if let refusal { throw refusal }
    if let hand {
      let outcome = await withTaskCancellationHandler {
        await ending.wait()
      } onCancel: {
        engine.quit()
        // Not here: the task is locked meanwhile, which a thread that tells of the end waits for.
        Task.detached { hand.settle() }
      }
      return try finish(outcome)
    }
    // No display is lit for one that has ended already.
    if engine.isAskedToQuit || Task.isCancelled { return }
    if options.limitsMallocArenas { Heap.keepTogether() }
    let result = await withTaskCancellationHandler {
      await onThread("player") { [self] in Result { () throws(PlayerError) in try playAll() } }
    } onCancel: {
      engine.quit()
    }
    try finish(result)
  }

  /// Ends the playing soon; `run` then returns. Of one that never ran nothing becomes any more.
  public func close() {
    engine.quit()
    if !isTaken { end(status.ended) }
  }

  /// On a thread that is kept until the end.
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

  /// An error names what it is about, where that is an item.
  private func finish(_ outcome: Result<Void, PlayerError>) throws(PlayerError) {
    guard case .failure(let error) = outcome else { return }
    guard let first = firstFailure.value, first.message == error.message else { throw error }
    throw PlayerError(error.category, "\(first.item): \(error.message)")
  }

  /// In graphics mode, so that nothing flashes up; what cannot be covered is told.
  private func cover() -> VirtualTerminal? {
    do throws(TerminalError) {
      return try VirtualTerminal.take(
        .automatic, TerminalUse(keyboard: .asBefore, switching: .ignored))
    } catch {
      audience.events.send(.warning("the console may flash up: \(error)"))
      return nil
    }
  }

  func note(_ headers: [String: String], of item: Item) {
    guard !headers.isEmpty, case .remote(let url) = item.value.source else { return }
    remotes.add(fields: headers, for: url.origin)
  }
}
