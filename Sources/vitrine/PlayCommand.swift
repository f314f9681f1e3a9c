import ArgumentParser
import Control
import Daemon
import Engine
import Glibc
import KMS
import Linux
import Pictures
import Playback
import Playlists
import Scanout
import Settings
import Timing

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
  var sources: [Item]

  @OptionGroup(title: "What is played")
  var selection: SelectionOptions

  @Option(
    name: .customLong("display"),
    help: ArgumentHelp(
      "auto (as without it), a connector (HDMI-A-1), a device (/dev/dri/card1), both (/dev/dri/card1:HDMI-A-1), or headless[:WxH@R].",
      valueName: "display"))
  var wantedDisplay: DisplayChoice?

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
  var turning: Turning?

  @Option(
    name: .customLong("inject"),
    help: ArgumentHelp(
      "Faults of the display, made on purpose for tests: busy=1,lost=1,plane=31@100,format=YU12@9.",
      visibility: .hidden))
  var faults: DisplayFaults?

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
      "The virtual terminal that is covered: auto (as without it), none or a number; see docs/console.md.",
      valueName: "terminal"))
  var terminal: TerminalWish?

  @Flag(
    name: .customLong("vt-switching"),
    help: "Let other virtual terminals be switched to; else that is ignored.")
  var isSwitching = false

  @Flag(
    name: .customLong("wait"),
    help: "Wait for a display device where there is none yet, as early at boot.")
  var isPatient = false

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

  @OptionGroup(title: "Touch, remote and keyboard")
  var interface: InterfaceArguments

  @OptionGroup(title: "Power")
  var power: PowerArguments

  @Option(help: "Write statistics to this JSON file at the end.")
  var stats: String?

  @Option(
    help: ArgumentHelp(
      "Read commands from this file or FIFO, - for standard input, and answer on standard output; see docs/playing.md.",
      valueName: "file"))
  var commands: String?

  @Option(
    name: .customLong("socket"),
    help: ArgumentHelp(
      "Let `vitrine ctl` and other programs control it over this socket; see docs/control.md.",
      valueName: "path"))
  var socket: String?

  func validate() throws {
    if screenshot == nil, !captureTimes.isEmpty {
      throw ValidationError("--at needs --screenshot FILE")
    }
    if !others.isEmpty, case .headless = display {
      throw ValidationError("--also needs connectors, and a headless display has none")
    }
    if commands == "-", isatty(STDIN_FILENO) == 1 {
      throw ValidationError("--commands - reads from a pipe; a terminal has keys")
    }
  }

  func run() throws {
    let start = HostTime.now()
    Heap.keepTogether()
    // First of all, so that every thread inherits the mask.
    let signals = try Signals.forShutdown()
    let log = Log()
    let settings = try interface.settings(log)
    let played = try expand(
      sources, mayBeEmpty: commands != nil || interface.hasList(settings), log)
    let covered = coverTerminal(settings, log)
    defer { covered?.close() }
    let shots = Screenshots(path: screenshot, times: captureTimes, log: log)
    let captures = try CaptureOrders()
    let read: PlayerControl.Reader = { sources throws(Refusal) in
      try PlayedLists.items(sources, settings.playback)
    }
    let script = try commands.map { try CommandScript(path: $0, captures, read: read) }
    let watch = try ConnectorWatch(devicePath: devicePath(settings))
    defer { watch.close() }
    let request = request(settings, log)
    let playing = configuration(settings, played, request)
    let television = playing.power.usesCEC ? try TelevisionPower(log) : nil
    defer { television?.close() }
    let player = Player(playing.told(television), watch: watch) { event in
      shots.take(event)
      log.note(event)
      captures.note(event)
      script?.note(event)
    }
    let otherPlayers = try OtherPlayers(
      try expand(others, log).map {
        let arranged = arrangement(settings)
        return (
          $0.connector, $0.configuration(like: request, arranged, isControlled: socket != nil)
        )
      }, watch, log)
    defer { otherPlayers.close() }
    let sockets: ControlSockets
    do throws(ControlError) {
      sockets = try ControlSockets(
        at: socket, player, captures, otherPlayers, isNeeded: true,
        ControlSockets.Parts(read: read, log: log))
    } catch {
      throw ExitCode(error.exitStatus.rawValue)
    }
    defer { sockets.close() }
    let console = try Console(
      player, signals: signals, switches: covered?.switches,
      switching: TerminalSwitching([player] + otherPlayers.players, watch), log: log)
    try script?.start(player, log: log)
    let outcome: PlayerOutcome
    do {
      outcome = try player.run()
    } catch {
      console.close()
      log.error(error.message)
      throw ExitCode(error.exitStatus.rawValue)
    }
    console.close()
    var status = outcome.exitStatus
    if let error = outcome.error, error.category == .display { log.error(error.message) }
    if !shots.finish() { status = status == .success ? .cannotWrite : status }
    if let stats, !StatisticsReport(outcome, start: start).write(to: stats, log: log) {
      status = status == .success ? .cannotWrite : status
    }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private var display: DisplayChoice { wantedDisplay ?? .screen(path: nil, connector: nil) }

  private func devicePath(_ settings: Configuration) -> String? {
    guard case .screen(let path, _) = display else { return nil }
    return wantedDisplay == nil ? settings.display.device : path
  }

  private func request(_ settings: Configuration, _ log: Log) -> DisplayRequest {
    var request = DisplayRequest(settings, quirks(settings, log))
    request.renderMode = renderMode ?? request.renderMode
    request.turning = turning ?? request.turning
    request.isCapturing = screenshot != nil || commands != nil || socket != nil
    request.go(to: wantedDisplay)
    modes.apply(to: &request)
    // Whoever says it on the command line means all connectors.
    if rotate != nil { request.rotations = [:] }
    request.faults = faults
    request.isPatient = isPatient
    request.avoided = Set(others.map(\.connector))
    if !mirrors.isEmpty { request.mirrors = mirrors }
    return request
  }

  /// Of this board. Where its description is broken, what it does not say is found out by trying.
  private func quirks(_ settings: Configuration, _ log: Log) -> DisplayQuirks {
    do throws(ConfigurationTrouble) {
      let boards = try readBoards(nil)
      let named = settings.board.flatMap {
        BoardChoice(named: $0, among: boards, saidBy: "board")
      }
      return (named ?? BoardChoice(of: .ofThisMachine(), among: boards))?.board.quirks
        ?? DisplayQuirks()
    } catch {
      for line in error.lines { log.warning(line) }
      return DisplayQuirks()
    }
  }

  private func arrangement(_ settings: Configuration) -> Arrangement {
    Arrangement(
      fit: fit ?? settings.display.fit, rotation: rotate ?? settings.display.rotation)
  }

  /// In graphics mode before the display is opened, so that nothing flashes up in between.
  private func coverTerminal(_ settings: Configuration, _ log: Log) -> VirtualTerminal? {
    guard case .screen = display else { return nil }
    return Daemon.coverTerminal(
      terminal ?? TerminalWish(settings.console.terminal) ?? .automatic,
      isSwitching: isSwitching || settings.console.isSwitching,
      takesKeys: interface.isTaking(settings), log)
  }

  private func configuration(
    _ settings: Configuration, _ played: PlayedSources, _ request: DisplayRequest
  ) -> PlayerConfiguration {
    let display: PlayerConfiguration.Display =
      switch display {
      case .headless(let size, let refresh): .headless(size, refresh: refresh)
      case .screen: .screen(request)
      }
    let arranged = arrangement(settings)
    var configuration = PlayerConfiguration(
      queue: selection.queue(of: played, settings), display: display)
    configuration.choices = selection.choices(settings)
    configuration.rate = selection.rate ?? settings.playback.rate
    configuration.volume = selection.volume ?? settings.audio.volume
    (configuration.fit, configuration.rotation) = (arranged.fit, arranged.rotation)
    configuration.isPaused = selection.isPaused
    configuration.staysOpen = commands != nil || socket != nil || interface.hasList(settings)
    configuration.beginsIdle = interface.hasList(settings)
    configuration.interface = interface.configuration(listing: played.items, settings)
    configuration.power = power.options(settings)
    configuration.sound = audio ?? SoundChoice(word: settings.audio.device) ?? .automatic
    configuration.captureTimes =
      screenshot == nil ? [] : captureTimes.isEmpty ? [.zero] : captureTimes
    return configuration
  }
}
