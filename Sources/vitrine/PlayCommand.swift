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

  @OptionGroup var displayOption: DisplayOption

  @OptionGroup(title: "Display mode")
  var modes: ModeOptions

  @Option(
    help:
      "Fit pictures of another aspect ratio: contain (black bars), cover (crop) or stretch. (default: contain)"
  )
  var fit: Fit?

  @Option(
    name: [.customLong("rotate"), .customLong("rotation")],
    help: ArgumentHelp(
      "Rotate everything clockwise from upright; auto leaves it upright. (default: auto)",
      valueName: "degrees"))
  var rotate: Rotation?

  @Option(
    name: .customLong("render"),
    help: "Use only this route to the screen. (default: the best that works)")
  var renderMode: RenderMode?

  @Option(
    name: .customLong("turn"),
    help:
      "Rotate pictures by the display's plane or by the CPU (pass). (default: plane if possible)")
  var rotator: Rotator?

  @Option(
    name: .customLong("inject"),
    help: ArgumentHelp(
      "Inject display faults for tests: busy=1,lost=1,plane=31@100,format=YU12@9.",
      visibility: .hidden))
  var faults: DisplayFaults?

  @Option(
    help:
      "Decode video with software, auto, or a device by driver name or path. (default: software)"
  )
  var decoder: DecoderPreference?

  @Option(
    help: "Play audio on auto, none, or an ALSA device such as hw:CARD=vc4hdmi0. (default: auto)")
  var audio: SoundChoice?

  @Option(
    help: ArgumentHelp(
      "Save a screenshot to this PNG file at each --at time; several get -1, -2, … in their names.",
      valueName: "file"))
  var screenshot: String?

  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "Take the screenshot at this media time, in seconds; repeatable. (default: 0)",
      valueName: "time"))
  var captureTimes: [MediaTime] = []

  @Option(
    name: .customLong("vt"),
    help: ArgumentHelp(
      "Cover this virtual terminal: auto, none or 1-63; see docs/operate/console.md. (default: auto)",
      valueName: "terminal"))
  var terminal: TerminalPreference?

  @Flag(
    name: .customLong("vt-switching"),
    help: "Allow switching to other virtual terminals. (default: off)")
  var isSwitching = false

  @Flag(
    name: .customLong("wait"),
    help: "Wait for a display device to appear, for example at boot.")
  var waitsForDevice = false

  @Option(
    name: .customLong("also"),
    help: ArgumentHelp(
      "Loop these files on another connector, without sound; repeatable.",
      valueName: "connector=file,…"))
  var others: [OtherOutput] = []

  @Option(
    name: .customLong("mirror"),
    help: ArgumentHelp(
      "Mirror the picture on this connector; repeatable.", valueName: "connector"))
  var mirrors: [String] = []

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "Read this configuration file; options override it. See docs/operate/configuration.md.",
      valueName: "file"))
  var configurationFile: String?

  @Option(
    help: ArgumentHelp(
      "Cache downloads in this folder and play them from there; see docs/use/network.md. (default: no cache)",
      valueName: "folder"))
  var keep: String?

  @OptionGroup(title: "Touch, remote and keyboard")
  var interface: InterfaceArguments

  @OptionGroup(title: "Power")
  var power: PowerArguments

  @Option(help: ArgumentHelp("Write playback statistics to this JSON file.", valueName: "file"))
  var stats: String?

  @Option(
    help: ArgumentHelp(
      "Read commands from this file or FIFO (- for standard input) and reply on standard output; see docs/use/play.md.",
      valueName: "file"))
  var commands: String?

  @Option(
    name: .customLong("socket"),
    help: ArgumentHelp(
      "Accept `vitrine ctl` and other clients on this socket; see docs/operate/control.md.",
      valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Accept mpv's JSON IPC on this socket, for programs made for mpv; see docs/operate/mpv.md.",
      valueName: "path"))
  var mpvSocket: String?

  @Option(
    help: ArgumentHelp(
      "Serve the web remote and the HTTP API at this address, such as 127.0.0.1:8080; see docs/operate/web.md.",
      valueName: "address:port"))
  var http: String?

  func validate() throws {
    if sources.isEmpty, commands == nil, !isControlled {
      throw ValidationError(
        "nothing to play: name a file, folder, list or URL, or use --commands, --socket, --mpv-socket or --http"
      )
    }
    if screenshot == nil, !captureTimes.isEmpty {
      throw ValidationError("--at needs --screenshot FILE")
    }
    if !others.isEmpty, isHeadless {
      throw ValidationError("--also needs connectors: a headless display has none")
    }
    if interface.attractTimeout != nil, !interface.hasList, configurationFile == nil {
      throw ValidationError("--attract-timeout needs --list")
    }
    if commands == "-", isatty(STDIN_FILENO) == 1 {
      throw ValidationError("--commands - reads from a pipe: on a terminal, use the keys")
    }
  }

  private var display: DisplayChoice? { displayOption.display }

  func run() throws {
    let start = HostTime.now()
    Heap.limitArenas()
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
      try PlaylistSource.items(sources, settings.playback)
    }
    let script = try commands.map { try CommandScript(path: $0, read: read) }
    let players = try ProgramPlayers(
      plan, resources,
      first: ProgramPlan.Content(
        selection.queue(of: played, settings), listed: played.items, title: played.title),
      rest: try expand(others, log).map { $0.content(settings) }, log
    ) { event in
      shots.handle(event)
      script?.report(event)
    }
    defer { players.close() }
    let sockets = try listen(players, settings, ControlInterfaces.Parts(read: read, log: log))
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
    _ players: ProgramPlayers, _ settings: Configuration, _ parts: ControlInterfaces.Parts
  ) throws -> ControlInterfaces {
    // The configured sockets belong to the service.
    var settings = settings
    (settings.control.mpvSocket, settings.control.http) = (nil, nil)
    do throws(ListenError) {
      return try players.listen(
        at: ControlEndpoints(settings, socket: socket, mpv: mpvSocket, http: http), isNeeded: true,
        parts)
    } catch {
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  /// Writes the results. Returns the exit status.
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

  /// The configuration, overridden by the command line. Logs the file's faults and throws the exit
  /// status.
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
      // The option applies to all connectors.
      for connector in settings.outputs.keys { settings.outputs[connector]?.rotation = nil }
    }
    if let audio { settings.audio.device = audio.word }
    if let decoder { settings.playback.decoder = decoder.word }
    if isSwitching { settings.console.isSwitching = true }
    if let keep {
      settings.cache.folder = keep
    } else if configurationFile == nil {
      // A trial run must not fill the service's cache.
      settings.cache.size = 0
    }
  }

  /// Whether other programs may control it.
  private var isControlled: Bool { socket != nil || mpvSocket != nil || http != nil }

  private func plan(_ settings: Configuration, _ log: Log) -> ProgramPlan {
    let board = knownBoard(settings) { log.warning($0) }
    var plan = ProgramPlan(
      settings, board, display: display,
      otherConnectors: others.map(\.connector))
    plan.terminal = terminal ?? plan.terminal
    plan.choices = selection.choices(settings)
    plan.captures.isPossible = screenshot != nil || commands != nil || isControlled
    plan.waitsForDevice = waitsForDevice
    plan.isPairable = http != nil
    plan.staysOpen = commands != nil || isControlled || plan.hasList
    plan.isPaused = selection.isPaused
    plan.faults = faults
    plan.captures.times = screenshot == nil ? [] : captureTimes.isEmpty ? [.zero] : captureTimes
    return plan
  }
}
