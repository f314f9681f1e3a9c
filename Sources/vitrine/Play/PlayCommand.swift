import ArgumentParser
import Glibc
import VitrineControl
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrineOperations
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings

/// `vitrine play`: plays files one after the other.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play files, lists and streams without gaps.",
    discussion: """
      Keys, if started on a terminal: space pauses, left and right skip 10 s, up and down skip \
      1 min, . and , step one frame, > and < go to the next and previous item, [ and ] change \
      the speed, - and + the volume, m mutes, a and s select the next audio and subtitle track, \
      q quits.

      Exit status: 0 if at least one item was played, otherwise a code of sysexits(3).

      Examples:
        vitrine play film.mp4 trailer.mkv
        vitrine play --loop queue --shuffle /srv/films
        vitrine play --interactive --list menu.m3u
        vitrine play --display HDMI-A-2 --rotate 90 color:black
        vitrine play --socket /tmp/v.sock https://example.com/live.m3u8
      """
  )

  @Argument(
    help:
      "Files, URLs, folders and lists (.m3u, .m3u8, .pls, .xspf, .yaml) to play in this order; color:black or color:#RRGGBB for a plain screen."
  )
  var sources: [Item] = []

  @OptionGroup(title: "Selection")
  var selection: SelectionOptions

  @OptionGroup var output: OutputOptions

  @OptionGroup(title: "Display mode")
  var modes: ModeOptions

  @OptionGroup var screenshots: ScreenshotOptions

  @OptionGroup var console: ConsoleOptions

  @OptionGroup var connectors: ConnectorOptions

  @OptionGroup var base: ConfigurationOptions

  @OptionGroup(title: "Touch, remote and keyboard")
  var interface: InterfaceArguments

  @OptionGroup(title: "Power")
  var power: PowerArguments

  @Option(help: ArgumentHelp("Write playback statistics to this JSON file.", valueName: "file"))
  var stats: String?

  @OptionGroup var control: ControlOptions

  func validate() throws {
    if sources.isEmpty, !control.isControlled {
      throw ValidationError(
        "nothing to play: name a file, folder, list or URL, or use --commands, --socket, --mpv-socket or --http"
      )
    }
    if screenshots.path == nil, !screenshots.times.isEmpty {
      throw ValidationError("--at needs --screenshot FILE")
    }
    if !connectors.others.isEmpty, output.isHeadless {
      throw ValidationError("--also needs connectors: a headless display has none")
    }
    if interface.attractTimeout != nil, !interface.hasList, base.path == nil {
      throw ValidationError("--attract-timeout needs --list")
    }
    if control.commands == "-", isatty(STDIN_FILENO) == 1 {
      throw ValidationError("--commands - reads from a pipe: on a terminal, use the keys")
    }
  }

  func run() throws {
    let timeline = StartTimeline(loaded: Vitrine.start)
    Heap.limitArenas()
    // First of all, so that every thread inherits the mask.
    let signals = try Signals.forShutdown()
    let log = Log()
    let settings = try settings(log)
    let hasList = settings.operation.hasList
    let played = try expand(sources, mayBeEmpty: control.isControlled || hasList, log)
    let plan = plan(settings, log)
    let resources = try ProgramResources(plan, log)
    defer { resources.close() }
    let shots = screenshots.writer(log)
    let read: ItemReader = { sources throws(Refusal) in
      try PlaylistSource.items(sources, settings.playback)
    }
    let script = try control.commands.map { try CommandScript(path: $0, read: read) }
    let players = try ProgramPlayers(
      plan, resources,
      first: ProgramPlan.Content(
        selection.queue(of: played, settings), listed: played.items, title: played.title),
      rest: try expand(connectors.others, log).map { $0.content(settings) }, log
    ) { event in
      shots.handle(event)
      timeline.handle(event)
      script?.report(event)
    }
    defer { players.close() }
    timeline.record(.configured)
    let sockets = try listen(players, settings, ControlInterfaces.Parts(read: read, log: log))
    defer { sockets.close() }
    let console = try Console(
      players.first, signals: signals, switches: resources.switches,
      switching: players.switching, log: log)
    try script?.start(players.first, log: log)
    let outcome = Result { () throws(PlaybackError) in try players.first.run() }
    console.close()
    let status = report(outcome, shots, timeline, log)
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func listen(
    _ players: ProgramPlayers, _ settings: Configuration, _ parts: ControlInterfaces.Parts
  ) throws -> ControlInterfaces {
    do throws(ListenError) {
      return try players.listen(at: control.endpoints(settings), isNeeded: true, parts)
    } catch {
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  /// Writes the results. Returns the exit status.
  private func report(
    _ result: Result<PlayerOutcome, PlaybackError>, _ shots: Screenshots, _ timeline: StartTimeline,
    _ log: Log
  ) -> ExitStatus {
    let outcome: PlayerOutcome
    switch result {
    case .success(let ended): outcome = ended
    case .failure(let error):
      log.error(error.message)
      return error.exitStatus
    }
    var status = outcome.exitStatus
    if let error = outcome.error, error.category == .display { log.error(error.message) }
    if !shots.finish() { status = status == .success ? .cannotWrite : status }
    if let stats, !StatisticsReport(outcome, start: timeline).write(to: stats, log: log) {
      status = status == .success ? .cannotWrite : status
    }
    return status
  }

  /// The configuration, overridden by the command line. Logs the file's faults and throws the exit
  /// status.
  private func settings(_ log: Log) throws -> Configuration {
    var settings = try base.read(log)
    interface.apply(to: &settings)
    modes.apply(to: &settings)
    power.apply(to: &settings)
    selection.apply(to: &settings)
    output.apply(to: &settings)
    connectors.apply(to: &settings)
    console.apply(to: &settings)
    base.apply(to: &settings)
    return settings
  }

  private func plan(_ settings: Configuration, _ log: Log) -> ProgramPlan {
    let board = knownBoard(settings) { log.warning($0) }
    var plan = ProgramPlan(
      settings, board, display: output.display,
      otherConnectors: connectors.others.map(\.connector))
    console.apply(to: &plan)
    plan.choices = selection.choices(settings)
    plan.captures.isPossible = screenshots.path != nil || control.isControlled
    plan.staysOpen = control.isControlled || plan.hasList
    plan.isPaused = selection.isPaused
    plan.faults = output.faults
    plan.captures.times = screenshots.captureTimes
    return plan
  }
}
