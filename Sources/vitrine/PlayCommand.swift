import ArgumentParser
import Glibc
import VitrineControl
import VitrineDaemon
import VitrineEngine
import VitrineKMS
import VitrineLinux
import VitrineMachine
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSettings
import VitrineTiming

/// `vitrine play`: plays local files one after the other.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play files one after the other, without a gap.",
    discussion: """
      Keys, when started on a terminal: space pauses, left and right skip 10 s, up and down a \
      minute, . and , step one picture, < and > go to the item before and after, [ and ] change \
      the speed, - and + the volume, m mutes, a and s choose the next sound and subtitle track, \
      q ends. Ends with 0 when everything has been played, and as sysexits(3) has it when \
      nothing could be.
      """
  )

  @Argument(
    help:
      "Files to play, in this order; lists (.m3u, .m3u8, .pls, .xspf, .yaml), folders; color:black or color:#RRGGBB for a plain screen."
  )
  var sources: [Item] = []

  @OptionGroup(title: "What is played")
  var selection: SelectionOptions

  @OptionGroup var displayOption: DisplayOption

  @OptionGroup(title: "The display's mode")
  var modes: ModeOptions

  @Option(
    help:
      "How a picture of another shape fills the display: contain (as without it), cover or stretch."
  )
  var fit: Fit?

  @Option(
    name: [.customLong("rotate"), .customLong("rotation")],
    help: ArgumentHelp(
      "How far everything is turned clockwise: 0, 90, 180 or 270; auto: upright, as the display is mounted.",
      valueName: "degrees"))
  var rotate: Rotation?

  @Option(
    name: .customLong("render"),
    help: "Only this way to the screen: two-planes, one-plane or rgb; else the best that works.")
  var renderMode: RenderMode?

  @Option(
    name: .customLong("turn"),
    help: "Who turns the picture: plane or pass; else the display's plane where it can.")
  var rotator: Rotator?

  @Option(
    name: .customLong("inject"),
    help: ArgumentHelp(
      "Faults of the display, made on purpose for tests: busy=1,lost=1,plane=31@100,format=YU12@9.",
      visibility: .hidden))
  var faults: DisplayFaults?

  @Option(
    help:
      "What decodes video: software (as without it), auto, or a device by its driver's name or path."
  )
  var decoder: DecoderWish?

  @Option(help: "auto (as without it), none, or ALSA's name of a device (hw:CARD=vc4hdmi0).")
  var audio: SoundChoice?

  @Option(
    help:
      "Write what is on screen at --at to this PNG file; with several times, -1, -2, … is added.")
  var screenshot: String?

  @Option(
    name: .customLong("at"), help: "Media time of the screenshot, in seconds; may be repeated.")
  var captureTimes: [MediaTime] = []

  @Option(
    name: .customLong("vt"),
    help: ArgumentHelp(
      "The virtual terminal that is covered: auto (as without it), none or a number; see docs/operate/console.md.",
      valueName: "terminal"))
  var terminal: TerminalWish?

  @Flag(
    name: .customLong("vt-switching"),
    help: "Let other virtual terminals be switched to; else that is ignored.")
  var isSwitching = false

  @Flag(
    name: .customLong("wait"),
    help: "Wait for a display device where there is none yet, as early at boot.")
  var waitsForDevice = false

  @Option(
    name: .customLong("also"),
    help: ArgumentHelp(
      "Play these files on another connector, round and round and without sound; may be repeated.",
      valueName: "connector=file,…"))
  var others: [OtherOutput] = []

  @Option(
    name: .customLong("mirror"),
    help: ArgumentHelp(
      "Show the same on this connector; may be repeated.", valueName: "connector"))
  var mirrors: [String] = []

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "Read this configuration; options win over it. See docs/operate/configuration.md.",
      valueName: "file"))
  var configurationFile: String?

  @Option(
    help: ArgumentHelp(
      "Keep what is fetched over the network in this folder, and play it from there when it is asked for again; see docs/use/network.md.",
      valueName: "folder"))
  var keep: String?

  @OptionGroup(title: "Touch, remote and keyboard")
  var interface: InterfaceArguments

  @OptionGroup(title: "Power")
  var power: PowerArguments

  @Option(help: "Write statistics to this JSON file at the end.")
  var stats: String?

  @Option(
    help: ArgumentHelp(
      "Read commands from this file or FIFO, - for standard input, and answer on standard output; see docs/use/play.md.",
      valueName: "file"))
  var commands: String?

  @Option(
    name: .customLong("socket"),
    help: ArgumentHelp(
      "Let `vitrine ctl` and other programs control it over this socket; see docs/operate/control.md.",
      valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Speak mpv's JSON IPC on this socket, for programs that were made for mpv; see docs/operate/mpv.md.",
      valueName: "path"))
  var mpvSocket: String?

  @Option(
    help: ArgumentHelp(
      "Answer HTTP there (127.0.0.1:8080): a remote for browsers, programs, monitoring; see docs/operate/web.md.",
      valueName: "address:port"))
  var http: String?

  func validate() throws {
    if sources.isEmpty, commands == nil, !isControlled {
      throw ValidationError(
        "Say what to play; only with --socket, --mpv-socket, --http or --commands nothing has to be."
      )
    }
    if screenshot == nil, !captureTimes.isEmpty {
      throw ValidationError("--at needs --screenshot FILE")
    }
    if !others.isEmpty, isHeadless {
      throw ValidationError("--also needs connectors, and a headless display has none")
    }
    if interface.attractAfter != nil, !interface.hasList, configurationFile == nil {
      throw ValidationError("--attract-after needs --list")
    }
    if commands == "-", isatty(STDIN_FILENO) == 1 {
      throw ValidationError("--commands - reads from a pipe; a terminal has keys")
    }
  }

  private var display: DisplayChoice? { displayOption.display }

  func run() throws {
    let start = HostTime.now()
    Heap.keepTogether()
    // First of all, so that every thread inherits the mask.
    let signals = try Signals.forShutdown()
    let log = Log()
    let settings = try settings(log)
    let hasList = settings.operation.hasList
    let played = try expand(sources, mayBeEmpty: commands != nil || isControlled || hasList, log)
    let plan = plan(settings, log)
    let resources = try ProgramResources(plan, log)
    defer { resources.close() }
    let shots = Screenshots(path: screenshot, times: captureTimes, log: log)
    let read: PlayerControl.Reader = { sources throws(Refusal) in
      try PlayedLists.items(sources, settings.playback)
    }
    let script = try commands.map { try CommandScript(path: $0, read: read) }
    let players = try ProgramPlayers(
      plan, resources,
      first: ProgramPlan.Content(
        selection.queue(of: played, settings), listed: played.items, title: played.title),
      rest: try expand(others, log).map { $0.content(settings) }, log
    ) { event in
      shots.take(event)
      script?.note(event)
    }
    defer { players.close() }
    let sockets = try listen(players, settings, ControlSockets.Parts(read: read, log: log))
    defer { sockets.close() }
    let console = try Console(
      players.first, signals: signals, switches: resources.switches,
      switching: players.switching, log: log)
    try script?.start(players.first, log: log)
    let outcome = Result { () throws(PlaybackError) in try players.first.run() }
    console.close()
    let status = report(outcome, shots, start, log)
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func listen(
    _ players: ProgramPlayers, _ settings: Configuration, _ parts: ControlSockets.Parts
  ) throws -> ControlSockets {
    // Those of a configuration are its service's.
    var settings = settings
    (settings.control.mpvSocket, settings.control.http) = (nil, nil)
    do throws(ListeningTrouble) {
      return try players.listen(
        at: ControlPlaces(settings, socket: socket, mpv: mpvSocket, http: http), isNeeded: true,
        parts)
    } catch {
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  /// Writes down how it went. The exit status.
  private func report(
    _ result: Result<PlayerOutcome, PlaybackError>, _ shots: Screenshots, _ start: HostTime,
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
    if let stats, !StatisticsReport(outcome, start: start).write(to: stats, log: log) {
      status = status == .success ? .cannotWrite : status
    }
    return status
  }

  private var isHeadless: Bool {
    if case .headless = display { true } else { false }
  }

  /// What the configuration says, with what the command line says instead. What is wrong with the
  /// file is logged, and its exit status thrown.
  private func settings(_ log: Log) throws -> Configuration {
    var settings = Configuration()
    do throws(ConfigurationError) {
      if let configurationFile { settings = try readConfiguration(configurationFile) }
    } catch {
      error.lines.forEach(log.error)
      throw ExitCode(error.exitStatus.rawValue)
    }
    interface.apply(to: &settings)
    modes.apply(to: &settings)
    power.apply(to: &settings)
    selection.apply(to: &settings)
    apply(to: &settings)
    return settings
  }

  private func apply(to settings: inout Configuration) {
    settings.display.renderMode = renderMode ?? settings.display.renderMode
    settings.display.rotator = rotator ?? settings.display.rotator
    settings.display.fit = fit ?? settings.display.fit
    if !mirrors.isEmpty { settings.display.mirrors = mirrors }
    if let rotate {
      settings.display.rotation = rotate
      // The command line means all connectors.
      for connector in settings.outputs.keys { settings.outputs[connector]?.rotation = nil }
    }
    if let audio { settings.audio.device = audio.word }
    if let decoder { settings.playback.decoder = decoder.word }
    if isSwitching { settings.console.isSwitching = true }
    if let keep {
      settings.cache.folder = keep
    } else if configurationFile == nil {
      // What people try once is not a service's.
      settings.cache.size = 0
    }
  }

  /// Whether other programs may work it.
  private var isControlled: Bool { socket != nil || mpvSocket != nil || http != nil }

  private func plan(_ settings: Configuration, _ log: Log) -> ProgramPlan {
    let board = knownBoard(settings) { log.warning($0) }
    var plan = ProgramPlan(
      settings, board?.quirks ?? .init(), display: display,
      otherConnectors: others.map(\.connector))
    plan.knownDecoders = board?.knownDecoders ?? []
    plan.terminal = terminal ?? plan.terminal
    plan.choices = selection.choices(settings)
    plan.isCapturing = screenshot != nil || commands != nil || isControlled
    plan.waitsForDevice = waitsForDevice
    plan.isPairable = http != nil
    plan.staysOpen = commands != nil || isControlled || plan.hasList
    plan.isPaused = selection.isPaused
    plan.faults = faults
    plan.captureTimes = screenshot == nil ? [] : captureTimes.isEmpty ? [.zero] : captureTimes
    return plan
  }
}
