import VitrineControl
public import VitrineEngine
public import VitrineLinux
import VitrineNetwork
import VitrineSettings

/// The players of a program on one device. The owner runs the main player; the others run on their
/// own threads from the start.
public final class ProgramPlayers {
  public let first: Player
  private let others: OtherPlayers
  private let health: HealthBook
  private let service: ServiceBook
  /// Reacts to virtual terminal switches for all players.
  public let switching: TerminalSwitching

  /// `rest` is the content for `plan.otherConnectors`, in the same order. `note` receives the
  /// events of the main player on its threads, and `noteOther` those of the others with their
  /// connectors.
  public init(
    _ plan: ProgramPlan, _ resources: ProgramResources, first: ProgramPlan.Content,
    rest: [ProgramPlan.Content], _ log: Log,
    noteOther: @escaping @Sendable (PlayerEvent, String) -> Void = { _, _ in },
    note: @escaping @Sendable (PlayerEvent) -> Void
  ) throws(Errno) {
    let remotes = resources.remotes
    var configuration = plan.configuration(.first, first).told(resources.television)
      .fetching(over: remotes)
    configuration.preloader = resources.preloader
    let health = HealthBook(
      folder: plan.settings.control.uploads ?? plan.settings.service.state ?? "/")
    self.health = health
    let service = ServiceBook(health, log.tail)
    self.service = service
    configuration.interface?.screenFacts = { service.facts() }
    configuration.interface?.returnToProgramme = { service.returnToProgramme() }
    self.first = Player(configuration, watch: resources.watch) { event in
      log.note(event)
      health.note(event)
      note(event)
    }
    _ = self.first.liveness.add { remotes.ask($0) }
    let configurations = zip(plan.otherConnectors, rest).map { connector, content in
      (connector, plan.configuration(.other(connector: connector), content).fetching(over: remotes))
    }
    others = try OtherPlayers(configurations, resources.watch, log, note: noteOther)
    switching = TerminalSwitching([self.first] + others.players, resources.watch)
  }

  /// All players, the main player first.
  public var all: [Player] { [first] + others.players }

  /// Opens the control interfaces.
  public func listen(
    at places: ControlPlaces, isNeeded: Bool, _ parts: ControlSockets.Parts
  ) throws(ListeningTrouble) -> ControlSockets {
    service.note(parts.desks[ObjectIdentifier(first)])
    return try ControlSockets(
      at: places, first, others, health, service, isNeeded: isNeeded, parts)
  }

  /// Ends the other players and waits for them.
  public func close() { others.close() }
}
