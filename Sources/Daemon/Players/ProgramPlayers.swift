import VitrineControl
import VitrineEditing
package import VitrineEngine
package import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrineNetwork
package import VitrineOperations
import VitrinePages
import VitrinePlans
import VitrinePlayback
import VitrineRemoteMedia
import VitrineSchedules
import VitrineSettings
import VitrineStage
import VitrineStageFiles

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
  private let stage: StageReader
  private let feeds: Feeds
  private let templateFiles: TemplateEditor.Files?
  private var templateEditor: TemplateEditor?
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
      state: plan.settings.service.state, others: plan.otherConnectors, clock: trust,
      exits: exits, lasting: { log.lasting.problems })
    self.health = health
    let service = ServiceMenuFacts(health, log.tail)
    self.service = service
    configuration.interface?.serviceInfo = { service.facts() }
    let triggers = TriggerReader(plan.settings.triggers, log)
    self.triggers = triggers
    configuration.interface?.trigger = { triggers.pull($0, isDown: $1) }
    configuration.interface?.storeKeys = { service.storeKeys($0) }
    configuration.interface?.returnToProgramme = { service.returnToProgramme() }
    feeds = Feeds(configuration.remotes)
    templateFiles = TemplateEditor.Files(plan.settings)
    let files = StageFiles(plan.settings, feeds, log)
    let hasZoneSound = files.template?.videos.contains { $0.video.hasSound } ?? false
    // Until the interface has drawn the zones.
    if let template = files.template {
      configuration.filmArea = { template.filmArea(on: $0) }
      configuration.insetArea = { template.signLanguageArea(on: $0) }
      if hasZoneSound {
        // Cards play the sound of one program at a time.
        configuration.sound.device = .none
        configuration.companions = []
      }
    }
    self.first = Player(configuration, watch: resources.watch) { event in
      log.write(event)
      faults?.handle(event, of: 0)
      health.handle(event)
      onEvent(event)
    }
    health.watch(self.first)
    let player = self.first
    let pages = try PageServer(log) { player.redraw() }
    let network = NetworkAccess(remotes, latency: latency)
    let videos = plan.settings.zones.templatePath.map { path in
      ZonePlayers(
        on: player, beside: path,
        .init(
          configure: { configuration, video in
            configuration.remotes = [network]
            // Otherwise the film has the card.
            plan.configure(&configuration, hasSound: hasZoneSound && video.hasSound)
          }, onEvent: { log.write($0, of: "zone \($1)") },
          warn: { log.write(.zonesFailed, "zones: zone \($1): \($0)") }))
    }
    stage = try StageReader(files, on: .init(player), pages: pages, videos: videos)
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
      health.handle(event, at: connector)
      onOtherEvent(event, connector)
    }
    for output in others.outputs { health.watch(output.player, at: output.connector) }
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
    let connectors = [nil] + others.outputs.map { Optional($0.connector) }
    for (player, connector) in zip(all, connectors) {
      guard let playlist = parts.overrides[ObjectIdentifier(player)]?.playlist else { continue }
      health.watchPlaylist(at: connector) {
        let report = playlist.value
        return Health.Playlist(
          error: report.error, hasEarlierVersion: report.isThere, quarantined: report.quarantined,
          isEmpty: report.isEmpty)
      }
    }
    if let overrides {
      do throws(Errno) {
        try triggers.connect(overrides, first, read: parts.read)
      } catch {
        parts.log.write(.triggerFailed, "triggers: cannot start a thread: \(error)")
      }
    }
    var parts = parts
    parts.overlays[ObjectIdentifier(first)] = OverlayCommands(
      stage, isPossible: first.configuration.interface != nil)
    for player in all {
      let id = ObjectIdentifier(player)
      parts.handOvers[id] = HandOvers(
        player, parts.overrides[id], remotes, endpoints.wording, parts.log)
    }
    if let templateFiles, endpoints.http != nil {
      do throws(Errno) {
        templateEditor = try TemplateEditor(templateFiles, feeds, size: { [stage] in stage.size }) {
          [log = parts.log] in log.write(.zonesFailed, "zones: \($0)")
        }
        parts.template = templateEditor
      } catch {
        parts.log.write(
          .controlUnavailable, "zones: cannot start the thread of the editor: \(error)")
      }
    }
    parts.players =
      [("the first output", first)] + others.outputs.map { ($0.connector, $0.player) }
    return try ControlInterfaces(
      at: endpoints, first, others, health, service, isNeeded: isNeeded, parts)
  }

  /// Ends the other players and waits for them.
  package func close() {
    templateEditor?.close()
    stage.close()
    feeds.close()
    others.close()
  }
}
