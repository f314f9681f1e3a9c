import VitrineControl
package import VitrineEngine
package import VitrineLinux
import VitrineLists
package import VitrineOperations
package import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage

/// A running service: its players and everything around them.
package final class Service {
  private let resources: ProgramResources
  private let players: ProgramPlayers
  private let loop: ServiceLoop
  private let interfaces: ControlInterfaces
  private let configuration: EditableConfiguration?
  private let showings: ShowingRecorder?
  private let updater: ContentUpdater?
  private let sharing: ContentSharing?
  private let recovery: RecoveryStore
  private let faults: FaultRecorder?

  package init(
    _ options: ServiceOptions, _ signals: Signals, _ timeline: StartTimeline, _ log: Log
  ) throws {
    let start = ServiceStart(options, log)
    // It knows the list of safe mode.
    let options = start.options
    recovery = start.recovery
    let (plan, settings) = (start.plan, start.plan.settings)
    let faults = try start.faults()
    self.faults = faults
    let notifier = ServiceNotifier()
    resources = try ProgramResources(plan, log)
    let first = try start.list(nil, start.source, isChosenFrom: plan.hasList)
    let rest = try plan.otherConnectors.map { connector in
      try start.list(connector, options.source(settings, on: connector), isChosenFrom: false)
    }
    let showings = try start.showings()
    for list in [first] + rest {
      showings?.setList(list.source.name, output: list.connector ?? "")
    }
    self.showings = showings
    // The updater is made before the loop that reads lists.
    let lists = Shared<ServiceLoop?>(nil)
    let updater = try start.updater(resources.remotes) { lists.value?.reloadLists() }
    if let failed = first.crashLoopGuard.newlyQuarantined {
      updater?.recordFailure(of: failed, because: "quarantined after repeated crashes")
    }
    self.updater = updater
    sharing = start.sharing()
    players = try ProgramPlayers(
      plan, resources, first: first.content, rest: rest.map(\.content),
      exits: ServiceExits(runtime: options.runtimeFolder), log, faults,
      onOtherEvent: { event, connector in
        switch event {
        case .screen(let news): showings?.record(news, output: connector)
        case .opened(let item, _): showings?.recordOpening(of: item.location)
        default: break
        }
      }
    ) { event in
      notifier.handle(event)
      if timeline.handle(event) { log.write(.firstPicture, timeline.text) }
      updater?.handle(event)
      switch event {
      case .screen(let news): showings?.record(news)
      case .opened(let item, _): showings?.recordOpening(of: item.location)
      case .soundOpened: showings?.setHasSound(true)
      case .soundUnavailable, .soundOff: showings?.setHasSound(false)
      case .silenced(let isSilenced): showings?.setIsSilenced(isSilenced)
      default: break
      }
    }
    for entry in recovery.history.entries { players.countRecovery(entry.step) }
    let firstStep = start.safeStep.map { RecoveryLadder.Decision($0, after: .crashLoop) }
    loop = try ServiceLoop(
      ServiceLoop.Parts(
        players: Array(zip(players.all, [first] + rest)), notifier: notifier, signals: signals,
        onListName: { showings?.setList($0, output: $1) },
        terminal: resources.switches.map { [players] in ($0, players.switching) },
        reconfiguration: Reconfiguration(options, start.found), program: ProgramFile(),
        upkeep: MachineUpkeep(
          recovery, windows: options.isSafe ? TimeTable() : settings.service.restartHours,
          firstStep: firstStep,
          MachineUpkeep.Reports(
            sensors: { MachineSensors().reading() }, onEasing: players.setEasing,
            onRecovery: players.countRecovery), log: log), log: log, clock: players.clock,
        faults: faults, ambient: start.ambientLight()))
    lists.update { [loop] in $0 = loop }
    configuration =
      options.isSafe ? nil : try EditableConfiguration(options.places, reload: loop.reload)
    if let configuration {
      players.setKeyStore { keys in
        configuration.add(keys) { refusal in
          if let refusal { log.write(.keysNotSaved, "keys not saved: \(refusal)") }
        }
      }
    }
    var parts = ControlInterfaces.Parts(
      read: { sources throws(Refusal) in try PlaylistSource.items(sources, settings.playback) },
      reload: loop.reload, log: log)
    parts.configuration = configuration
    parts.overrides = Dictionary(
      zip(players.all, [first] + rest).map { (ObjectIdentifier($0), $1.signage.overrides) }
    ) { first, _ in first }
    parts.updaters[ObjectIdentifier(players.first)] = updater
    timeline.record(.configured)
    // Playback does not depend on control.
    interfaces = try players.listen(
      at: options.controlEndpoints(settings), isNeeded: false, parts)
  }

  /// Plays until the service is asked to end.
  package func run() throws(PlaybackError) -> PlayerOutcome {
    defer { close() }
    return try players.first.run()
  }

  private func close() {
    ServiceNotification.stopping.send()
    interfaces.close()
    configuration?.close()
    sharing?.close()
    updater?.close()
    loop.close()
    players.close()
    faults?.close()
    showings?.close()
    resources.close()
    // It did not crash. A marker that stays only shows the card next time.
    try? recovery.setPlaysSafeList(false)
  }
}
