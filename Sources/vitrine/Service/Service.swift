import Control
import Engine
import Linux
import Pictures
import Playback
import Playlists
import Settings
import Synchronization
import Timing

/// The players of a service and all that belongs to them, from the opening to the end.
final class Service {
  private let log: Log
  private let player: Player
  private let others: OtherPlayers
  private let loop: ServiceLoop
  private let watch: ConnectorWatch
  private let television: TelevisionPower?
  private let server: ControlServer?
  private var covered: VirtualTerminal?

  init(_ order: ServiceOrder, _ signals: Signals, _ log: Log) throws {
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
    let main = start.list("main", start.source)
    player = Player(
      setup.player(main.opening, resume: main.resume).told(television), watch: watch
    ) { event in
      log.note(event)
      report.note(event)
      captures.note(event)
    }
    let rest = setup.otherConnectors.map { ($0, start.list(on: $0)) }
    others = try OtherPlayers(
      rest.map { ($0, setup.player(on: $0, $1.opening, resume: $1.resume)) }, watch, log)
    let lists =
      [ServedList(player, main, log)]
      + zip(others.players, rest).map { ServedList($0, $1.1, log) }
    loop = try ServiceLoop(
      ServiceLoop.Parts(
        lists: lists, report: report, signals: signals, switches: covered?.switches,
        turns: TerminalTurns([player] + others.players, watch),
        reconfigure: Reconfiguration(order, start.found).look, log: log))
    // The picture goes on without control, which was told.
    server = try? ControlServer.start(
      at: order.isSafe ? nil : order.socket ?? settings.service.socket,
      PlayerControl(player, captures, read: PlayedLists.items, reload: { [loop] in loop.reload() }),
      log)
  }

  /// Plays until it is told to end.
  func run() throws(PlaybackError) -> PlayerOutcome {
    defer { close() }
    return try player.run()
  }

  private func close() {
    ServiceNotice.stopping.send()
    server?.close()
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

  /// A configuration that cannot be used is told, on the screen as well.
  init(_ order: ServiceOrder, _ log: Log) {
    self.order = order
    var (found, trouble): (ConfigurationPlaces.Found?, ConfigurationTrouble?)
    do throws(ConfigurationTrouble) { found = try order.read() } catch { trouble = error }
    for line in trouble?.lines ?? [] { log.error(line) }
    self.found = found
    let settings = found?.configuration.configuration ?? Configuration()
    setup = ServiceSetup(
      settings: settings, quirks: found?.board?.board.quirks ?? .init(), display: order.display,
      audio: order.audio, stateFolder: order.stateFolder ?? settings.service.state,
      isSafe: order.isSafe || found == nil)
    source = trouble.map { CardSource.broken($0) } ?? order.source(settings)
  }

  /// A list that was read, and the place in it to go on from.
  func list(_ name: String, _ source: any ListSource) -> ServedList.Beginning {
    let isKept = !setup.isSafe
    return ServedList.Beginning(
      opening: ServedList.Opening(source),
      store: ResumeStore(
        runtime: isKept ? order.runtimeFolder : nil, state: isKept ? setup.stateFolder : nil,
        name: name))
  }

  /// That of another connector.
  func list(on connector: String) -> ServedList.Beginning {
    let path = setup.settings.outputs[connector]?.playlist
    return list(
      connector, PlayedLists(paths: path.map { [$0] } ?? [], setup.settings.playback))
  }
}
