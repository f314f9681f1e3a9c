import VitrineControl
package import VitrineEngine
package import VitrineLinux
import VitrineNetwork
package import VitrineOperations
import VitrinePlans
import VitrinePlayback
import VitrineRemoteMedia
import VitrineSchedules
import VitrineSettings

/// The players of a program on one device. The owner runs the main player; the others run on their
/// own threads from the start.
package final class ProgramPlayers {
  package let first: Player
  private let others: OtherPlayers
  private let health: HealthStore
  /// The machine's clock; a service updates it every second.
  let clock: ClockTrust?
  private let service: ServiceMenuFacts
  private let triggers: TriggerReader
  private let overlays: OverlayReader?
  private let remotes: RemoteSources
  /// Reacts to virtual terminal switches for all players.
  package let switching: TerminalSwitching

  /// `rest` is the content for `plan.otherConnectors`, in the same order. `exits`
  /// are the ends of a service's earlier runs. `onEvent` receives the events of the main player on
  /// its threads, and `onOtherEvent` those of the others with their connectors.
  package init(
    _ plan: ProgramPlan, _ resources: ProgramResources, first: ProgramPlan.Content,
    rest: [ProgramPlan.Content], exits: ServiceExits? = nil, _ log: Log,
    _ faults: FaultRecorder? = nil,
    onOtherEvent: @escaping @Sendable (PlayerEvent, String) -> Void = { _, _ in },
    onEvent: @escaping @Sendable (PlayerEvent) -> Void
  ) throws(Errno) {
    let remotes = resources.remotes
    self.remotes = remotes
    let latency = plan.settings.latency
    var configuration = plan.configuration(.first, first).reportingPower(to: resources.television)
    configuration.remotes = [
      NetworkAccess(remotes, latency: latency, preloader: resources.preloader)
    ]
    // Only a service has schedules.
    let clock = exits == nil ? nil : Self.makeClock(log)
    self.clock = clock
    configuration.recorder = faults?.events(of: 0)
    let trust = clock.map { clock in
      { @Sendable in
        let state = clock.update()
        return (state.isTrusted, state.since) as HealthStore.Clock
      }
    }
    let health = HealthStore(
      folder: plan.settings.control.uploads ?? plan.settings.service.state ?? "/",
      state: plan.settings.service.state, clock: trust, exits: exits)
    self.health = health
    let service = ServiceMenuFacts(health, log.tail)
    self.service = service
    configuration.interface?.serviceInfo = { service.facts() }
    let triggers = TriggerReader(plan.settings.triggers, log)
    self.triggers = triggers
    configuration.interface?.trigger = { triggers.pull($0, isDown: $1) }
    configuration.interface?.storeKeys = { service.storeKeys($0) }
    configuration.interface?.returnToProgramme = { service.returnToProgramme() }
    self.first = Player(configuration, watch: resources.watch) { event in
      log.write(event)
      faults?.handle(event, of: 0)
      health.handle(event)
      onEvent(event)
    }
    health.watch(self.first)
    overlays = try OverlayReader(plan.settings.overlays, on: self.first, log)
    _ = self.first.liveness.add { remotes.ask($0) }
    let configurations = zip(plan.otherConnectors, rest).map {
      connector, content -> (String, PlayerConfiguration) in
      var configuration = plan.configuration(.other(connector: connector), content)
      configuration.remotes = [NetworkAccess(remotes, latency: latency)]
      let number = plan.otherConnectors.firstIndex(of: connector) ?? 0
      configuration.recorder = faults?.events(of: number + 1)
      return (connector, configuration)
    }
    others = try OtherPlayers(configurations, resources.watch, log) { event, connector in
      let number = plan.otherConnectors.firstIndex(of: connector) ?? 0
      faults?.handle(event, of: number + 1, output: connector)
      onOtherEvent(event, connector)
    }
    switching = TerminalSwitching([self.first] + others.players, resources.watch)
  }

  private static func makeClock(_ log: Log) -> ClockTrust {
    ClockTrust { isTrusted in
      if isTrusted {
        log.write(.clockSet, "clock: set; schedules apply")
      } else {
        log.write(
          .clockNotSet, "clock: not set; schedules wait for a time server, see: vitrine doctor")
      }
    }
  }

  /// All players, the main player first.
  package var all: [Player] { [first] + others.players }

  /// Records how far the machine is spared; thread-safe.
  var setEasing: @Sendable (ThermalPolicy.Easing) -> Void { { [health] in health.set($0) } }

  /// Counts a step of recovery; thread-safe.
  var countRecovery: @Sendable (RecoveryLadder.Step) -> Void { { [health] in health.record($0) } }

  /// Lets the service menu store the keys of a remote control with `store`, which must not block.
  func setKeyStore(_ store: @escaping ServiceMenuFacts.KeyStore) { service.setKeyStore(store) }

  /// Opens the control interfaces.
  package func listen(
    at endpoints: ControlEndpoints, isNeeded: Bool, _ parts: ControlInterfaces.Parts
  ) throws(ListenError) -> ControlInterfaces {
    let overrides = parts.overrides[ObjectIdentifier(first)]
    service.setOverrides(overrides)
    if let overrides {
      health.watchPlaylist { [playlist = overrides.playlist] in
        let report = playlist.value
        return Health.Playlist(
          error: report.error, hasEarlierVersion: report.isThere, quarantined: report.quarantined)
      }
      do throws(Errno) {
        try triggers.connect(overrides, first, read: parts.read)
      } catch {
        parts.log.write(.triggerFailed, "triggers: cannot start a thread: \(error)")
      }
    }
    var parts = parts
    for player in all {
      let id = ObjectIdentifier(player)
      parts.handOvers[id] = HandOvers(
        player, parts.overrides[id], remotes, endpoints.wording, parts.log)
    }
    return try ControlInterfaces(
      at: endpoints, first, others, health, service, isNeeded: isNeeded, parts)
  }

  /// Ends the other players and waits for them.
  package func close() {
    overlays?.close()
    others.close()
  }
}
