import Control
public import Engine
public import Linux
import Pictures
public import Playback
import Playlists
import Scanout
import Settings
import Synchronization
import Timing

/// The players of a service and all that belongs to them, from the opening to the end.
public final class Service {
  private let log: Log
  private let player: Player
  private let others: OtherPlayers
  private let loop: ServiceLoop
  private let watch: ConnectorWatch
  private let television: TelevisionPower?
  private let sockets: ControlSockets
  private var covered: VirtualTerminal?

  public init(_ order: ServiceOrder, _ signals: Signals, _ log: Log) throws {
    self.log = log
    let start = ServiceStart(order, log)
    let (setup, settings) = (start.setup, start.setup.settings)
    if !setup.isHeadless {
      covered = coverTerminal(
        TerminalWish(settings.console.terminal) ?? .automatic,
        isSwitching: settings.console.isSwitching,
        takesKeys: setup.isOperated && settings.input.grabs, log)
    }
    watch = try ConnectorWatch(devicePath: setup.devicePath)
    television = settings.power.usesCEC && !setup.isSafe ? try TelevisionPower(log) : nil
    let (report, captures) = (ServiceReport(), try CaptureOrders())
    let isChosenFrom = setup.isOperated && settings.operation.hasList
    let main = try start.list(nil, start.source, isChosenFrom: isChosenFrom)
    player = Player(
      setup.player(main).told(television), watch: watch
    ) { event in
      log.note(event)
      report.note(event)
      captures.note(event)
    }
    let connectors = setup.otherConnectors
    let rest = try connectors.map { connector in
      try start.list(connector, order.source(settings, on: connector), isChosenFrom: false)
    }
    others = try OtherPlayers(
      zip(connectors, rest).map { ($0, setup.player(on: $0, $1)) }, watch, log)
    let players = [player] + others.players
    loop = try ServiceLoop(
      ServiceLoop.Parts(
        players: Array(zip(players, [main] + rest)), report: report, signals: signals,
        switches: covered?.switches, switching: TerminalSwitching(players, watch),
        reconfiguration: Reconfiguration(order, start.found), log: log))
    // The picture goes on without control.
    sockets = try ControlSockets(
      at: order.socket(settings), player, captures, others, isNeeded: false,
      ControlSockets.Parts(
        read: { sources throws(Refusal) in try PlayedLists.items(sources, settings.playback) },
        reload: loop.reload, log: log))
  }

  /// Plays until it is told to end.
  public func run() throws(PlaybackError) -> PlayerOutcome {
    defer { close() }
    return try player.run()
  }

  private func close() {
    ServiceNotice.stopping.send()
    sockets.close()
    loop.close()
    others.close()
    television?.close()
    watch.close()
    covered?.close()
  }
}

/// What a service begins with: its configuration and its lists, or what is shown in their place.
struct ServiceStart {
  let order: ServiceOrder
  /// Nil where the configuration cannot be used.
  let found: ConfigurationPlaces.Found?
  let setup: ServiceSetup
  let source: any ListSource
  private let log: Log

  /// A configuration that cannot be used is told, on the screen as well.
  init(_ order: ServiceOrder, _ log: Log) {
    (self.order, self.log) = (order, log)
    var (found, trouble): (ConfigurationPlaces.Found?, ConfigurationTrouble?)
    do throws(ConfigurationTrouble) { found = try order.read() } catch { trouble = error }
    for line in trouble?.lines ?? [] { log.error(line) }
    self.found = found
    let settings = found?.configuration.configuration ?? Configuration()
    setup = ServiceSetup(
      settings: settings, quirks: found?.board?.board.quirks ?? .init(), display: order.display,
      audio: order.audio,
      stateFolder: order.stateFolder ?? settings.service.state ?? order.givenStateFolder,
      isSafe: order.isSafe || found == nil)
    source = trouble.map { CardSource.broken($0, order.unit) } ?? order.source(settings)
  }

  /// A list that is read, and the place in it to go on from, for the player of a connector; nil is
  /// the one that people see first.
  func list(
    _ connector: String?, _ source: any ListSource, isChosenFrom: Bool
  ) throws(Errno) -> ServedList.Beginning {
    let isKept = !setup.isSafe
    let store = ResumeStore(
      runtime: isKept ? order.runtimeFolder : nil, state: isKept ? setup.stateFolder : nil,
      name: connector ?? "main")
    return try ServedList.Beginning(
      connector, source, setup.settings.playback, store, isChosenFrom: isChosenFrom, log)
  }
}
