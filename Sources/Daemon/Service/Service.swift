import VitrineControl
public import VitrineEngine
public import VitrineLinux
public import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineSignage

/// A running service: its players and everything around them.
public final class Service {
  private let resources: ProgramResources
  private let players: ProgramPlayers
  private let loop: ServiceLoop
  private let sockets: ControlSockets
  private let configuration: OwnConfiguration?
  private let showings: ShowingKeeper?
  private let supply: ContentSupply?
  private let sharing: SharedContent?

  public init(_ order: ServiceOrder, _ signals: Signals, _ log: Log) throws {
    let start = ServiceStart(order, log)
    let (plan, settings) = (start.plan, start.plan.settings)
    let report = ServiceReport()
    resources = try ProgramResources(plan, log)
    let first = try start.list(nil, start.source, isChosenFrom: plan.hasList)
    let rest = try plan.otherConnectors.map { connector in
      try start.list(connector, order.source(settings, on: connector), isChosenFrom: false)
    }
    let showings = try start.showings()
    for list in [first] + rest {
      showings?.note(list: list.source.name, output: list.connector ?? "")
    }
    self.showings = showings
    // The updater is made before the loop that reads lists.
    let lists = Shared<ServiceLoop?>(nil)
    let supply = try start.supply(resources.remotes) { lists.value?.lookAtLists() }
    if let failed = first.crashLoopGuard.newlyQuarantined {
      supply?.noteFailed(failed, because: "quarantined after repeated crashes")
    }
    self.supply = supply
    sharing = start.sharing()
    players = try ProgramPlayers(
      plan, resources, first: first.content, rest: rest.map(\.content), log,
      noteOther: { event, connector in
        switch event {
        case .screen(let news): showings?.note(news, output: connector)
        case .opened(let item, _): showings?.note(opened: item.location)
        default: break
        }
      }
    ) { event in
      report.note(event)
      supply?.note(event)
      switch event {
      case .screen(let news): showings?.note(news)
      case .opened(let item, _): showings?.note(opened: item.location)
      case .soundOpened: showings?.note(hasSound: true)
      case .soundUnavailable: showings?.note(hasSound: false)
      case .silenced(let isSilenced): showings?.note(isSilenced: isSilenced)
      default: break
      }
    }
    loop = try ServiceLoop(
      ServiceLoop.Parts(
        players: Array(zip(players.all, [first] + rest)), report: report, signals: signals,
        noteList: { showings?.note(list: $0, output: $1) },
        terminal: resources.switches.map { [players] in ($0, players.switching) },
        reconfiguration: Reconfiguration(order, start.found), program: ProgramFile(), log: log))
    lists.update { [loop] in $0 = loop }
    configuration =
      order.isSafe ? nil : try OwnConfiguration(order.places, reload: loop.reload)
    var parts = ControlSockets.Parts(
      read: { sources throws(Refusal) in try PlayedLists.items(sources, settings.playback) },
      reload: loop.reload, log: log)
    parts.configuration = configuration
    parts.desks = Dictionary(
      zip(players.all, [first] + rest).map { (ObjectIdentifier($0), $1.signage.desk) }
    ) { first, _ in first }
    parts.supplies[ObjectIdentifier(players.first)] = supply
    // Playback does not depend on control.
    sockets = try players.listen(
      at: order.controlPlaces(settings), isNeeded: false, parts)
  }

  /// Plays until the service is asked to end.
  public func run() throws(PlaybackError) -> PlayerOutcome {
    defer { close() }
    return try players.first.run()
  }

  private func close() {
    ServiceNotice.stopping.send()
    sockets.close()
    configuration?.close()
    sharing?.close()
    supply?.close()
    loop.close()
    players.close()
    showings?.close()
    resources.close()
  }
}
