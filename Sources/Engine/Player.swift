internal import Linux
public import Pictures
public import Playback
public import Playlists
public import Timing

/// What to play, on what, and how.
public struct PlayerConfiguration: Sendable {
  /// Where the picture goes.
  public enum Display: Sendable {
    case screen(DisplayRequest)
    case headless(PixelSize, refresh: Double)
  }

  public var items: [Item]
  public var isLooping = false
  public var display: Display
  public var sound = SoundChoice.automatic
  public var fit = Fit.contain
  /// Media times of which pictures of the screen are wanted.
  public var captureTimes: [MediaTime] = []

  public init(items: [Item], display: Display) {
    (self.items, self.display) = (items, display)
  }
}

/// What the player has to say to whoever runs it. Comes from the player's threads.
public enum PlayerEvent: Sendable {
  case opened(Item, MediaSummary)
  case playing(Item)
  case failed(Item, PlaybackError)
  case silent(Item, PlaybackError)
  /// The first picture of all is on screen.
  case firstPicture(HostTime)
  case soundOpened(String)
  case soundUnavailable(String)
  case captured(Capture, at: MediaTime)
}

/// How it went, once everything has been played.
public struct PlayerOutcome: Sendable {
  public let exitStatus: ExitStatus
  /// Why nothing could be played, or what ended it early.
  public let error: PlaybackError?
  public let statistics: PlaybackStatistics
  public let display: DisplayDescription?
  /// Measured from flips.
  public let vblankPeriod: Duration?
  public let firstPicture: HostTime?
  /// Whether the last item's decoder wrote straight into scanout memory.
  public let decodePath: String
}

/// Plays items on a display: joins the decisions of `PlaybackState` with the threads that
/// carry them out.
///
/// `run` works on the thread that calls it until everything has been played. The other
/// functions are thread-safe.
public final class Player: Sendable {
  private enum Message: Sendable {
    case pipeline(Pipeline.Report, Run)
    case presenter(Presenter.Report)
    case pause(Bool)
    case toggle
    case stop
  }

  private let configuration: PlayerConfiguration
  private let events: @Sendable (PlayerEvent) -> Void
  private let mailbox = BoundedQueue<Message>(limit: .max)
  private let shownStatus = Shared(PlayerStatus())
  private let feed = Shared<SoundFeed?>(nil)

  public init(
    _ configuration: PlayerConfiguration, events: @escaping @Sendable (PlayerEvent) -> Void
  ) {
    (self.configuration, self.events) = (configuration, events)
  }

  public func setPaused(_ wanted: Bool) { mailbox.push(.pause(wanted)) }
  public func togglePause() { mailbox.push(.toggle) }
  /// Ends the playing soon; `run` then returns.
  public func stop() { mailbox.push(.stop) }

  /// What is playing and where it is, at this moment.
  public var status: PlayerStatus {
    var status = shownStatus.value
    if let run = status.run, let clock = feed.value?.state.clock,
      let time = clock.mediaTime(of: run, at: .now())
    {
      status.position = max(time - status.start, .zero)
    }
    return status
  }

  /// Plays everything.
  public func run() throws(PlaybackError) -> PlayerOutcome {
    let sound: SoundFeed
    let display: DisplayThread
    let nudge = Shared<DisplayThread?>(nil)
    do throws(Errno) {
      sound = try SoundFeed(
        configuration.sound, report: { [events] in events(PlayerEvent($0)) },
        changed: { nudge.value?.nudge() })
      display = try DisplayThread(
        { [self] () throws(PlaybackError) in try makePresenter(sound) },
        report: { [mailbox] in mailbox.push(.presenter($0)) })
    } catch {
      throw PlaybackError(.display, "threads: \(error)", exitStatus: .unavailable)
    }
    nudge.update { $0 = display }
    feed.update { $0 = sound }
    var session = Session(self, sound: sound, display: display)
    let outcome = session.play()
    nudge.update { $0 = nil }
    display.close()
    feed.update { $0 = nil }
    sound.close()
    return outcome
  }

  private func makePresenter(_ sound: SoundFeed) throws(PlaybackError) -> Presenter {
    let sink: any DisplaySink =
      switch configuration.display {
      case .screen(let request): try KMSDisplay(request)
      case .headless(let size, let refresh): MemoryDisplay(size: size, refresh: refresh)
      }
    return Presenter(
      sink: sink, captureTimes: configuration.captureTimes, clock: { sound.state },
      report: { [mailbox] in mailbox.push(.presenter($0)) })
  }
}

/// What a player is doing, for people to see.
public struct PlayerStatus: Sendable {
  public var item: Item?
  public var position: MediaTime = .zero
  public var duration: MediaTime?
  public var isPaused = false
  var run: Run?
  var start: MediaTime = .zero
}

extension PlayerEvent {
  init(_ news: SoundFeed.News) {
    switch news {
    case .opened(let name): self = .soundOpened(name)
    case .unavailable(let why): self = .soundUnavailable(why)
    }
  }
}

extension Player {
  /// One playing of everything: the loop that receives, decides and has done.
  private struct Session: ~Copyable {
    private let player: Player
    private let sound: SoundFeed
    private let display: DisplayThread
    private let pictures: SharedDisplay
    private var state: PlaybackState
    private var pipelines: [Run: Pipeline] = [:]
    private var summaries: [Run: MediaSummary] = [:]
    private var firstPicture: HostTime?
    private var failure: PlaybackError?
    private var decodePath = "none"
    private var isStopped = false

    init(_ player: Player, sound: SoundFeed, display: DisplayThread) {
      (self.player, self.sound, self.display) = (player, sound, display)
      pictures = SharedDisplay(display, fit: player.configuration.fit)
      state = PlaybackState(
        items: player.configuration.items, isLooping: player.configuration.isLooping)
    }

    mutating func play() -> PlayerOutcome {
      carryOut(state.start())
      while !isStopped, let message = player.mailbox.pop() { receive(message) }
      let outcome = outcome()
      for pipeline in pipelines.values { pipeline.close() }
      return outcome
    }

    private mutating func receive(_ message: Message) {
      switch message {
      case .pipeline(let report, let run): receive(report, run)
      case .presenter(let report): receive(report)
      case .pause(let wanted): carryOut(state.setPaused(wanted))
      case .toggle: carryOut(state.setPaused(!state.isPaused))
      case .stop: isStopped = true
      }
      let isPaused = state.isPaused
      player.shownStatus.update { $0.isPaused = isPaused }
    }

    private mutating func receive(_ report: Pipeline.Report, _ run: Run) {
      switch report {
      case .opened(let summary):
        summaries[run] = summary
        preview(run)
        if let item = pipelines[run]?.item { player.events(.opened(item, summary)) }
      case .ready: carryOut(state.receive(.ready, from: run))
      case .demuxed: carryOut(state.receive(.demuxed, from: run))
      case .failed(let error): carryOut(state.receive(.failed(error), from: run))
      case .silent(let error):
        if let item = pipelines[run]?.item { player.events(.silent(item, error)) }
      case .decoding(let path): decodePath = path
      }
    }

    private mutating func receive(_ report: Presenter.Report) {
      switch report {
      case .firstPicture(_, let time):
        if firstPicture == nil {
          firstPicture = time
          player.events(.firstPicture(time))
        }
      case .ended(let run): carryOut(state.receive(.ended, from: run))
      case .captured(let capture, let time): player.events(.captured(capture, at: time))
      case .failed(let error):
        failure = error
        isStopped = true
      }
    }

    private mutating func carryOut(_ effects: [PlaybackState.Effect]) {
      for effect in effects { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: PlaybackState.Effect) {
      switch effect {
      case .open(let item, let run):
        let mailbox = player.mailbox
        pipelines[run] = Pipeline(item, run, display: pictures) {
          mailbox.push(.pipeline($0, run))
        }
      case .begin(let run): begin(run)
      case .close(let run):
        sound.perform(.leave(run))
        display.perform { $0?.leave(run) }
        pipelines.removeValue(forKey: run)?.close()
        summaries[run] = nil
      case .reportFailure(let item, let error): player.events(.failed(item, error))
      case .pause: sound.perform(.pause)
      case .resume:
        let sound = sound
        display.perform { sound.perform(.resume(vblanks: $0?.vblanks)) }
      case .finish: isStopped = true
      }
    }

    /// At the very beginning the first picture is shown while the rest gets ready.
    private func preview(_ run: Run) {
      guard state.playedCount == 0, state.currentRun == run, let pipeline = pipelines[run] else {
        return
      }
      let (pictures, counts) = (pipeline.pictures, pipeline.counts)
      display.perform { $0?.preview(run, pictures: pictures, counts: counts) }
    }

    /// Starts picture and sound together: the first sample is placed on the vblank that the
    /// first frame goes to.
    private func begin(_ run: Run) {
      guard let pipeline = pipelines[run] else { return }
      let (start, sound) = (pipeline.startTime, sound)
      let chunks = pipeline.hasSound ? pipeline.sound : nil
      let (pictures, counts, summary) = (pipeline.pictures, pipeline.counts, summaries[run])
      display.perform { presenter in
        presenter?.begin(run, pictures: pictures, counts: counts, start: start)
        sound.perform(.begin(run, chunks, start: start, vblanks: presenter?.vblanks))
      }
      player.shownStatus.update { status in
        (status.item, status.run, status.start) = (pipeline.item, run, start)
        status.duration = summary?.duration
      }
      player.events(.playing(pipeline.item))
    }

    private func outcome() -> PlayerOutcome {
      let seen = display.ask { ($0.currentStatistics(), $0.sink.description, $0.vblanks.period) }
      var statistics = seen?.0 ?? PlaybackStatistics()
      statistics.underruns = sound.state.underruns
      statistics.recoveries = seen?.1.recoveries ?? 0
      let error = failure ?? (state.playedCount == 0 ? state.firstFailure : nil)
      return PlayerOutcome(
        exitStatus: error?.exitStatus ?? .success, error: error, statistics: statistics,
        display: seen?.1, vblankPeriod: seen?.2, firstPicture: firstPicture,
        decodePath: decodePath)
    }
  }
}
