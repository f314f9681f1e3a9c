package import VitrineEngine
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineStreams

/// Plays a queue of items on a display, with sound, controls and a picture that turns: what AVPlayer and its
/// view are on a phone.
///
/// `run` does the playing until it is over, and everything is closed when it returns. All else can be asked for
/// at any time from any task, also before `run`: it is done soon, in its order. Nothing blocks the caller.
///
/// ```swift
/// let player = Player([Item(path: "film.mp4")])
/// try await player.run()
/// ```
public final class Player: Sendable {
  package let engine: VitrineEngine.Player
  let audience = Audience()
  private let screen: Screen
  private let options: PlayerOptions
  private let remotes = RemoteSources(TransferClient(agent: "VitrineKit"))
  private let hasRun = Shared(false)
  /// What was wrong with the wishes; told when it is to run.
  private let refusal: PlayerError?

  /// Opens nothing yet: that is for `run`, which also tells what of this cannot be done.
  public init(
    _ items: [Item] = [], on screen: Screen = .automatic, options: PlayerOptions = PlayerOptions()
  ) {
    (self.screen, self.options) = (screen, options)
    let plan = PlayerPlan(items, on: screen, options)
    refusal = plan.refusal
    var configuration = plan.configuration
    configuration.remotes = remotes
    engine = VitrineEngine.Player(configuration, watch: plan.watch) { [audience] event in
      if case .asked(.own(let input)) = event { audience.inputs.send(Input(input)) }
      if let event = PlayerEvent(event) { audience.events.send(event) }
    }
    for item in items { note(item.headers, of: item) }
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
    defer { audience.end() }
    if let refusal { throw refusal }
    let result = await withTaskCancellationHandler {
      await onThread("player") { [self] in Result { () throws(PlayerError) in try playAll() } }
    } onCancel: {
      engine.quit()
    }
    try result.get()
  }

  /// Ends the playing soon; `run` then returns.
  public func close() { engine.quit() }

  /// On a thread that is kept until the end.
  private func playAll() throws(PlayerError) {
    let console = options.coversConsole && screen.isReal ? cover() : nil
    let termination = options.endsOnSignals ? Termination { [engine] in engine.quit() } : nil
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

  /// In graphics mode, so that nothing flashes up; what cannot be covered is told.
  private func cover() -> VirtualTerminal? {
    do throws(TerminalError) {
      return try VirtualTerminal.take(
        .automatic, TerminalUse(keyboard: .asBefore, switching: .ignored))
    } catch {
      audience.events.send(.trouble("the console may flash up: \(error)"))
      return nil
    }
  }

  func note(_ headers: [String: String], of item: Item) {
    guard !headers.isEmpty, case .remote(let url) = item.value.source else { return }
    remotes.add(fields: headers, for: url.origin)
  }
}
